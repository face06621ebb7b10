import type { AnyMachineSnapshot } from "xstate"
import { importTable } from "#machines/lifecycles/import.lifecycle.ts"
import { words } from "#schemas/words.ts"
import { databaseWalk } from "#tests/machines/people/database.walk.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { reopen, announceChange } from "./actions.ts"
import { endCommand } from "./dialogs.ts"
import type { Driver } from "./driver.ts"
import { promisedBy } from "./promises.ts"
import { freshName, listFile, newImport, newUnclearReply } from "./things.ts"
import { chooseFilter } from "#tests/support/chooseFilter.ts"

const asks = (snapshot: AnyMachineSnapshot): boolean => snapshot.matches({ working: "acting" })
const refusal = (snapshot: AnyMachineSnapshot) => snapshot.context.refused?.problem
const walk: ChartWalk = {
  ...databaseWalk,
  allows: (snapshot, { type }) => {
    // A pause in typing that is waited for may end at any moment.
    if (snapshot.matches({ looking: "typing" }) && !type.startsWith("xstate.after.")) return type === "search.changed"
    // Who is looked for is typed while nothing else is done.
    if (type === "search.changed" || type === "reply.decided") return snapshot.matches({ working: "browsing" })
    // The page behind a question is out of reach, until that has its answer.
    return type !== "url.changed" || !asks(snapshot)
  },
  key: (snapshot) => [snapshot.context.searchText, refusal(snapshot)],
}

/** Patients and imports: a checked file with a rejected row is open next to the patients, and goes through all its steps. */
export const databaseDriver = (): Driver => {
  let state: Parameters<typeof importTable.allowed>[0] = "checked"
  /** Next to what the chart promises, the open import may be cancelled as long as its lifecycle says so and nothing is under way. */
  const promised = (snapshot: AnyMachineSnapshot) => {
    const { headings, actions } = promisedBy(snapshot)
    const isOffered =
      snapshot.matches({ working: "browsing" }) && importTable.allowed(state).includes("ImportCancelled")
    return { headings, actions: isOffered ? [...actions, words["import.cancel"]] : actions }
  }
  return {
    walks: { open: walk },
    holds: {
      upload: "**/api/Database/UploadListFile",
      mapping: "**/api/Database/CheckImport",
      run: "**/api/Database/RunImport",
      cancel: "**/api/Database/CancelImport",
      decide: "**/api/Database/DecideReply",
      download: "**/api/Database/DownloadRejectedRows?*",
    },
    promised,
    actions: [words["import.cancel"], words["import.cancel.keep"]],
    open: async (stage) => {
      state = "checked"
      if (stage.path.steps.some(({ event }) => event.type === "reply.decided")) await newUnclearReply(stage)
      await reopen(stage, `/database?import=${await newImport(stage)}`)
    },
    handlers: {
      "search.changed": ({ page }, { event }) => page.getByRole("searchbox").fill(String(event["search"])),
      "file.chosen": ({ page }) => page.getByLabel(words["database.upload"]).setInputFiles(listFile()),
      "map.pressed": ({ press }) => press(words["import.mapAgain"]),
      "run.pressed": ({ press }) => press("Import 2 rows"),
      "cancel.pressed": ({ press }) => press(words["import.cancel"]),
      "reply.decided": ({ page }) => page.getByRole("button", { name: words["replies.optOut"] }).first().click(),
      "rejections.pressed": ({ press }) => press(words["import.rejections.download"]),
      "url.changed": ({ page }) => chooseFilter(page, words["database.list"], 1),
      "feed.changed": (stage, { event }) => announceChange(stage, { thing: event["thing"], id: event["id"] }),
      "xstate.done.actor.mapping": async ({ page, press, held }) => {
        await page.getByLabel(words["import.listName"]).fill(freshName("Spring"))
        await press(words["import.check"])
        await (await held("mapping")).continue()
      },
      "xstate.done.actor.run": async ({ held }) => {
        state = "done"
        await (await held("run")).continue()
      },
      "xstate.done.actor.command": endCommand({ actor: () => "cancel", done: () => void (state = "cancelled") }),
    },
  }
}

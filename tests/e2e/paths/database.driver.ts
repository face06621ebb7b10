import type { AnyMachineSnapshot } from "xstate"
import { words } from "#schemas/words.ts"
import { databaseWalk } from "#tests/machines/people/database.walk.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { reopen, announceChange } from "./actions.ts"
import { endCommand, pressUnderMore } from "./dialogs.ts"
import type { Driver } from "./driver.ts"
import { freshName, listFile, longestList, newImport, newUnclearReply } from "./things.ts"

const asks = (snapshot: AnyMachineSnapshot): boolean => snapshot.matches({ working: "acting" })
const refusal = (snapshot: AnyMachineSnapshot) => snapshot.context.refused?.problem
const onOverview: ReadonlySet<string> = new Set(["file.chosen", "reply.decided"])
const walk: ChartWalk = {
  ...databaseWalk,
  allows: (snapshot, event) => {
    if (databaseWalk.allows?.(snapshot, event) === false) return false
    if (onOverview.has(event.type)) return snapshot.matches({ place: "overview", working: "browsing" })
    if (event.type === "xstate.snapshot.mapping") return snapshot.matches({ working: "mapping" })
    // The page behind a question is out of reach, until that has its answer.
    return event.type !== "url.changed" || !asks(snapshot)
  },
  key: (snapshot) => [snapshot.context.searchText, refusal(snapshot)],
}

/** Patients, lists and imports: a checked file with a rejected row is open, and goes through all its steps. */
export const databaseDriver = (): Driver => {
  let ids = { import: "", list: "" }
  return {
    reach: 0,
    walks: { open: walk },
    holds: {
      upload: "**/api/Database/UploadListFile",
      mapping: "**/api/Database/CheckImport",
      run: "**/api/Database/RunImport",
      cancel: "**/api/Database/CancelImport",
      decide: "**/api/Database/DecideReply",
      download: "**/api/Database/DownloadRejectedRows?*",
    },
    actions: [words["import.cancel"], words["import.cancel.keep"]],
    open: async (stage) => {
      if (stage.path.steps.some(({ event }) => event.type === "reply.decided")) await newUnclearReply(stage)
      ids = { import: String(await newImport(stage)), list: String(await longestList(stage)) }
      await reopen(stage, `/database?tab=imports&import=${ids.import}`)
    },
    handlers: {
      "search.changed": ({ page }, { event }) => page.getByRole("searchbox").fill(String(event["search"])),
      "file.chosen": ({ page }) => page.getByLabel(words["database.upload"]).setInputFiles(listFile()),
      "upload.cancelled": ({ press }) => press(words["database.upload.cancel"]),
      "map.pressed": ({ press }) => press(words["import.mapAgain"]),
      "run.pressed": ({ press }) => press("Import 2 people"),
      "cancel.pressed": (stage) => pressUnderMore(stage, words["import.cancel"]),
      "reply.decided": ({ page }) => page.getByRole("button", { name: words["replies.optOut"] }).first().click(),
      "rejections.pressed": ({ press }) => press("Download the 1"),
      "url.changed": ({ page }, { event }) => {
        const asked = event["search"] as Readonly<Record<string, string>>
        const known = Object.entries(asked).map(([name, value]) => [name, ids[name as keyof typeof ids] ?? value])
        return page.evaluate(
          (to) => history.pushState(null, "", to),
          `/database?${new URLSearchParams(known).toString()}`,
        )
      },
      "feed.changed": (stage, { event }) => announceChange(stage, { thing: event["thing"], id: event["id"] }),
      "xstate.snapshot.import": async () => undefined,
      "xstate.snapshot.mapping": ({ page }) => page.getByLabel(words["import.listName"]).fill(freshName("Autumn")),
      "xstate.done.actor.mapping": async ({ page, press, held }) => {
        await page.getByLabel(words["import.listName"]).fill(freshName("Spring"))
        await press(words["import.check"])
        await (await held("mapping")).continue()
      },
      "xstate.done.actor.command": endCommand({ actor: () => "cancel" }),
    },
  }
}

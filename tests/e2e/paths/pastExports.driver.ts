import { outputOf } from "#machines/session/command.machine.ts"
import { words } from "#schemas/words.ts"
import { pastExportsWalk } from "#tests/machines/reporting/pastExports.walk.ts"
import { samplePastExports } from "#tests/support/pastExportSamples.ts"
import { announceChange, reopen } from "./actions.ts"
import { inDialog } from "./dialogs.ts"
import type { Driver } from "./driver.ts"

const said = (label: "pastExports.download.one" | "pastExports.remove.one"): string =>
  words[label].replace("{fileName}", samplePastExports[0]?.fileName ?? "")
const answer = (data: object) => ({ json: { statusCode: "200", status: "ok", data } })

/** The list of past exports: a file is fetched again, and removed. */
export const pastExportsDriver: Driver = {
  walks: { listed: pastExportsWalk },
  holds: { download: "**/api/Report/DownloadPastExport*", remove: "**/api/Report/RemovePastExport" },
  open: async (stage) => {
    // A person may take few exports in a minute, and paths remove many: what is listed and done is in the answers alone.
    await stage.page.route("**/api/Report/GetPastExports*", (route) => route.fulfill(answer(samplePastExports)))
    await reopen(stage, "/report?tab=exports")
  },
  handlers: {
    "download.pressed": ({ press }) => press(said("pastExports.download.one")),
    "remove.pressed": ({ press }) => press(said("pastExports.remove.one")),
    "feed.changed": (stage, { event }) => announceChange(stage, { thing: event["thing"], id: event["id"] }),
    "xstate.done.actor.export": async ({ held }) =>
      (await held("download")).fulfill({ contentType: "text/csv", body: "Phone\r\n" }),
    "xstate.done.actor.command": async (stage, step) => {
      const { outcome, problem } = outputOf(step)
      if (outcome === "cancelled") return inDialog(stage, words["part.cancel"])
      await inDialog(stage, words["pastExports.remove"])
      const route = await stage.held("remove")
      return route.fulfill(problem === null ? answer({}) : { status: Number(problem.statusCode), json: problem })
    },
  },
}

import { words } from "#schemas/words.ts"
import { reportWalk } from "#tests/machines/reporting/report.walk.ts"
import { reopen, announceChange } from "./actions.ts"
import type { Driver } from "./driver.ts"

/** The report page: both exports, another range of days, and news. */
export const reportDriver: Driver = {
  walks: { open: reportWalk },
  holds: { download: "**/api/Report/DownloadExportData*" },
  open: (stage) => reopen(stage, "/report"),
  handlers: {
    "export.pressed": async ({ press }, { event }) => {
      await press(words["report.export"])
      await press(words[`report.export.${event["fileType"] as "csv" | "xlsx"}`])
    },
    "xstate.done.actor.export": async ({ held }) => (await held("download")).continue(),
    "url.changed": ({ page }) => page.getByLabel(words["report.from"]).fill("2026-01-01"),
    "feed.changed": (stage, { event }) => announceChange(stage, { thing: event["thing"], id: event["id"] }),
  },
}

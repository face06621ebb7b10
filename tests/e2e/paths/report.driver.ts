import { words } from "#schemas/words.ts"
import { reportWalk } from "#tests/machines/reporting/report.walk.ts"
import { openAnew, tellChange } from "./deeds.ts"
import type { Driver } from "./driver.ts"

/** The report page: both exports, refused and saved, another range of days, and news. */
export const reportDriver: Driver = {
  walks: { open: reportWalk },
  holds: { download: "**/api/Report/DownloadExportData*" },
  open: (stage) => openAnew(stage, "/report"),
  deeds: {
    "export.pressed": ({ press }, { event }) => press(words[`report.export.${event["fileType"] as "csv" | "xlsx"}`]),
    "url.changed": ({ page }) => page.getByLabel(words["report.from"]).fill("2026-01-01"),
    "feed.changed": (stage, { event }) => tellChange(stage, { thing: event["thing"], id: event["id"] }),
  },
}

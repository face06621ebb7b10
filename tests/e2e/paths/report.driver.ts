import { words } from "#schemas/words.ts"
import { reportWalk } from "#tests/machines/reporting/report.walk.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { reopen, announceChange } from "./actions.ts"
import type { Driver } from "./driver.ts"
import { promisedBy } from "./promises.ts"

const walk: ChartWalk = {
  ...reportWalk,
  // The way out of the queue stands where the file's place does.
  allows: (snapshot, { type }) => type !== "export.left" || snapshot.context.queue !== null,
}

/** The report page: both exports, refused, queued and saved, another range of days, and news. */
export const reportDriver: Driver = {
  walks: { open: walk },
  // A file that is asked for again keeps its place, and so the way out of the queue.
  promised: (snapshot) => {
    const { headings, actions } = promisedBy(snapshot)
    const isAskedAgain = snapshot.matches({ exporting: "asking" }) && snapshot.context.queue !== null
    return { headings, actions: isAskedAgain ? [...actions, words["report.export.leave"]] : actions }
  },
  holds: { download: "**/api/Report/DownloadExportData*" },
  open: (stage) => reopen(stage, "/report"),
  handlers: {
    "export.pressed": async ({ press }, { event }) => {
      await press(words["report.export"])
      await press(words[`report.export.${event["fileType"] as "csv" | "xlsx"}`])
    },
    "export.left": ({ press }) => press(words["report.export.leave"]),
    "url.changed": ({ page }) => page.getByLabel(words["report.from"]).fill("2026-01-01"),
    "feed.changed": (stage, { event }) => announceChange(stage, { thing: event["thing"], id: event["id"] }),
  },
}

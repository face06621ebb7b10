import { words } from "#schemas/words.ts"
import { exportWalk } from "#tests/machines/session/export.walk.ts"
import { reopen } from "./actions.ts"
import type { Driver } from "./driver.ts"
import { promisedBy } from "./promises.ts"

/** A file of the report: saved, refused, queued and asked for again, and not waited for. */
export const exportDriver: Driver = {
  walks: {
    report: {
      ...exportWalk,
      // The way out of the queue stands where the file's place does.
      allows: (snapshot, { type }) => type !== "export.left" || snapshot.context.queue !== null,
    },
  },
  // A file that is asked for again keeps its place, and so the way out of the queue.
  promised: (snapshot) => {
    const { headings, actions } = promisedBy(snapshot)
    const isAskedAgain = snapshot.matches("asking") && snapshot.context.queue !== null
    return { headings, actions: isAskedAgain ? [...actions, words["part.export.leave"]] : actions }
  },
  holds: { download: "**/api/Report/DownloadExportData*" },
  open: async (stage) => {
    await reopen(stage, "/report")
    await stage.press(words["report.export"])
    await stage.press(words["report.export.csv"])
  },
  handlers: { "export.left": ({ press }) => press(words["part.export.leave"]) },
}

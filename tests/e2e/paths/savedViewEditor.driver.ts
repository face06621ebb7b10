import { words } from "#schemas/words.ts"
import { savedViewEditorWalk } from "#tests/machines/reporting/savedViewEditor.walk.ts"
import { reopen } from "./actions.ts"
import { endForm } from "./dialogs.ts"
import type { Driver, Stage } from "./driver.ts"
import { freshName } from "./things.ts"

const fillName = ({ page }: Pick<Stage, "page">): Promise<void> =>
  page.locator("#saved-view-name").fill(freshName("Weekly figures"))

/** The form of a saved view: filled in, saved, and left. */
export const savedViewEditorDriver: Driver = {
  walks: { open: savedViewEditorWalk },
  holds: { open: "**/api/Report/GetReportReaders" },
  open: (stage) => reopen(stage, "/report?tab=saved&new="),
  handlers: {
    "retry.pressed": ({ press }) => press(words["part.retry"]),
    "xstate.done.actor.form": endForm({
      change: fillName,
      back: words["savedViews.title"],
      done: async (stage) => {
        await fillName(stage)
        await stage.press(words["savedViews.save"])
      },
    }),
  },
}

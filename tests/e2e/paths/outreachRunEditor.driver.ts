import { words } from "#schemas/words.ts"
import { outreachRunEditorWalk } from "#tests/machines/scheduling/outreachRunEditor.walk.ts"
import { reopen } from "./actions.ts"
import { endForm } from "./dialogs.ts"
import type { Driver, Stage } from "./driver.ts"
import { freshName, newOutreachRun } from "./things.ts"

const fillName = ({ page }: Pick<Stage, "page">): Promise<void> =>
  page.locator("#run-name").fill(freshName("Weekly survey"))

/** The editor of an outreach run: changed, saved, and left. */
export const outreachRunEditorDriver: Driver = {
  walks: { open: outreachRunEditorWalk },
  holds: { open: "**/api/Scheduler/GetOutreachRunDetail?*" },
  open: async (stage) => {
    const id = await newOutreachRun(stage, { isPaused: true })
    await reopen(stage, `/scheduler?view=runs&edit=${id}`)
  },
  handlers: {
    "retry.pressed": ({ press }) => press(words["part.retry"]),
    "xstate.snapshot.form": ({ page }) => page.locator("#run-interval").fill("2"),
    "xstate.done.actor.form": endForm({
      change: fillName,
      back: words["runs.title"],
      done: async (stage) => {
        await fillName(stage)
        await stage.press(words["runs.save"])
      },
    }),
  },
}

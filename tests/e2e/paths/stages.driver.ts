import { words } from "#schemas/words.ts"
import { stagesWalk } from "#tests/machines/scheduling/stages.walk.ts"
import { reopen } from "./actions.ts"
import { endForm } from "./dialogs.ts"
import type { Driver, Stage } from "./driver.ts"
import { freshName } from "./things.ts"

const fillName = ({ page }: Pick<Stage, "page">): Promise<void> =>
  page.locator("#stages-stages-0-name").fill(freshName("First visit"))

/** The stages of visits: changed, saved, and left. */
export const stagesDriver: Driver = {
  walks: { open: stagesWalk },
  holds: { open: "**/api/Appointment/GetStages*" },
  open: (stage) => reopen(stage, "/scheduler?view=stages"),
  handlers: {
    "retry.pressed": ({ press }) => press(words["part.retry"]),
    "xstate.done.actor.form": endForm({
      change: fillName,
      back: words["scheduler.view.schedules"],
      done: async (stage) => {
        await fillName(stage)
        await stage.press(words["stages.save"])
      },
    }),
  },
}

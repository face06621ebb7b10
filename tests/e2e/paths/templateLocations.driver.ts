import { words } from "#schemas/words.ts"
import { templateLocationsWalk } from "#tests/machines/outreach/templateLocations.walk.ts"
import { reopen } from "./actions.ts"
import { endForm } from "./dialogs.ts"
import type { Driver, Stage } from "./driver.ts"
import { newLink } from "./things.ts"

const chooseAll = ({ press }: Pick<Stage, "press">): Promise<void> => press(words["mapping.all"])

/** The locations of a template: chosen, saved, and left. */
export const templateLocationsDriver: Driver = {
  reach: 0,
  walks: { open: templateLocationsWalk },
  holds: { open: "**/api/Template/GetLocationMapping?*" },
  open: async (stage) => reopen(stage, `/sms?id=${await newLink(stage)}&tab=locations`),
  handlers: {
    "retry.pressed": ({ press }) => press(words["part.retry"]),
    "xstate.done.actor.form": endForm({
      change: chooseAll,
      back: words["templates.title"],
      done: async (stage) => {
        await chooseAll(stage)
        await stage.press(words["mapping.save"])
        // What was saved is compared with what there is first.
        await (await stage.held("open")).continue()
      },
    }),
  },
}

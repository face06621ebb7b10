import { words } from "#schemas/words.ts"
import { locationEditorWalk } from "#tests/machines/scheduling/locationEditor.walk.ts"
import { reopen } from "./actions.ts"
import { endForm } from "./dialogs.ts"
import type { Driver, Stage } from "./driver.ts"
import { freshName, newLocation } from "./things.ts"

const fillName = ({ page }: Pick<Stage, "page">): Promise<void> =>
  page.locator("#location-name").fill(freshName("Clinic"))

/** The editor of a location: changed, saved, and left. */
export const locationEditorDriver: Driver = {
  walks: { open: locationEditorWalk },
  holds: { open: "**/api/Location/GetLocationDetail?*" },
  open: async (stage) => {
    const { hashedId } = await newLocation(stage)
    await reopen(stage, `/location?edit=${hashedId}`)
  },
  handlers: {
    "retry.pressed": ({ press }) => press(words["part.retry"]),
    "xstate.done.actor.form": endForm({
      change: fillName,
      back: words["locations.title"],
      done: async (stage) => {
        await fillName(stage)
        await stage.press(words["location.save"])
      },
    }),
  },
}

import { words } from "#schemas/words.ts"
import { profileWalk } from "#tests/machines/administration/profile.walk.ts"
import { reopen } from "./actions.ts"
import { endForm } from "./dialogs.ts"
import type { Driver, Stage } from "./driver.ts"
import { freshName } from "./things.ts"

const fillName = ({ page }: Pick<Stage, "page">): Promise<void> =>
  page.locator("#profile-displayName").fill(freshName("Ada"))

/** One's own profile: changed, saved in place, and left. */
export const profileDriver: Driver = {
  walks: { open: profileWalk },
  holds: { open: "**/api/User/GetProfile" },
  open: (stage) => reopen(stage, "/profile"),
  handlers: {
    "retry.pressed": ({ press }) => press(words["part.retry"]),
    "xstate.done.actor.form": endForm({
      change: fillName,
      back: words["shell.home"],
      done: async (stage) => {
        await fillName(stage)
        await stage.press(words["profile.save"])
      },
    }),
  },
}

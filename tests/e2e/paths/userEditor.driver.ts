import { words } from "#schemas/words.ts"
import { userEditorWalk } from "#tests/machines/administration/userEditor.walk.ts"
import { reopen } from "./actions.ts"
import { endForm } from "./dialogs.ts"
import type { Driver, Stage } from "./driver.ts"
import { freshName, userOfDemo } from "./things.ts"

const fillName = ({ page }: Pick<Stage, "page">): Promise<void> =>
  page.locator("#user-displayName").fill(freshName("Sam"))

/** The editor of a user: changed, saved, and left. */
export const userEditorDriver: Driver = {
  walks: { open: userEditorWalk },
  holds: { open: "**/api/User/GetUser?*" },
  open: async (stage) => {
    const { hashedId } = await userOfDemo(stage, "sam.idris")
    await reopen(stage, `/user?edit=${hashedId}`)
  },
  handlers: {
    "retry.pressed": ({ press }) => press(words["part.retry"]),
    "xstate.done.actor.form": endForm({
      change: fillName,
      back: words["users.title"],
      done: async (stage) => {
        await fillName(stage)
        await stage.press(words["user.save"])
      },
    }),
  },
}

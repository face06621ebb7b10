import { words } from "#schemas/words.ts"
import { invitationEditorWalk } from "#tests/machines/administration/invitationEditor.walk.ts"
import { reopen } from "./actions.ts"
import { endForm } from "./dialogs.ts"
import type { Driver, Stage } from "./driver.ts"
import { freshName } from "./things.ts"

const fillName = ({ page }: Pick<Stage, "page">): Promise<void> =>
  page.locator("#invitation-displayName").fill(freshName("Ina"))

/** The form of an invitation: filled in, sent, and left. */
export const invitationEditorDriver: Driver = {
  walks: { open: invitationEditorWalk },
  holds: { open: "**/api/User/GetGroups" },
  open: (stage) => reopen(stage, "/user?invite="),
  handlers: {
    "retry.pressed": ({ press }) => press(words["part.retry"]),
    "xstate.done.actor.form": endForm({
      change: fillName,
      back: words["users.title"],
      done: async (stage) => {
        await fillName(stage)
        await stage.page.locator("#invitation-email").fill(`${crypto.randomUUID()}@invited.test`)
        await stage.press(words["invitation.send"])
      },
    }),
  },
}

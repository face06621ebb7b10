import { words } from "#schemas/words.ts"
import { groupEditorWalk } from "#tests/machines/administration/groupEditor.walk.ts"
import { reopen } from "./actions.ts"
import { endForm } from "./dialogs.ts"
import type { Driver, Stage } from "./driver.ts"
import { freshName } from "./things.ts"

const fillName = ({ page }: Pick<Stage, "page">): Promise<void> => page.locator("#group-name").fill(freshName("Group"))

/** The editor of a group: filled in, saved, and left. */
export const groupEditorDriver: Driver = {
  walks: { open: groupEditorWalk },
  holds: { open: "**/api/User/GetGroups" },
  open: (stage) => reopen(stage, "/user?group="),
  handlers: {
    "retry.pressed": ({ press }) => press(words["part.retry"]),
    "xstate.done.actor.form": endForm({
      change: fillName,
      back: words["users.title"],
      done: async (stage) => {
        await fillName(stage)
        await stage.press(words["group.save"])
      },
    }),
  },
}

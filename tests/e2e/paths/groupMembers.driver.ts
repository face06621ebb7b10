import { words } from "#schemas/words.ts"
import { groupMembersWalk } from "#tests/machines/administration/groupMembers.walk.ts"
import { reopen } from "./actions.ts"
import { endForm } from "./dialogs.ts"
import type { Driver, Stage } from "./driver.ts"
import { get, newGroup, workForNorthwind } from "./things.ts"

type Groups = {
  readonly groups: ReadonlyArray<{ readonly hashedId: string; readonly group: { readonly name: string } }>
}

const search = ({ page }: Pick<Stage, "page">, text: string) => page.getByRole("searchbox").fill(text)

/** Finds someone of the company and puts them into the group. */
const addSomeone = async (stage: Stage): Promise<void> => {
  await search(stage, "whitfield")
  await stage.page.getByRole("button", { name: /^Add / }).first().click()
}

/** The members of a group: someone is found, put in and saved, and left. */
export const groupMembersDriver: Driver = {
  walks: { open: groupMembersWalk },
  holds: { open: "**/api/User/GetGroupMembers?*" },
  open: async (stage) => {
    await workForNorthwind(stage)
    const name = await newGroup(stage)
    const { groups } = await get<Groups>(stage, "User/GetGroups")
    const hashedId = groups.find(({ group }) => group.name === name)?.hashedId ?? ""
    await reopen(stage, `/user?members=${hashedId}`)
  },
  handlers: {
    "retry.pressed": ({ press }) => press(words["part.retry"]),
    "search.changed": (stage, { event }) => search(stage, event["searched"] as string),
    "xstate.done.actor.form": endForm({
      change: addSomeone,
      back: words["users.title"],
      done: async (stage) => {
        await addSomeone(stage)
        await stage.press(words["members.save"])
      },
    }),
  },
}

import { Effect } from "effect"
import { readGroupMembers, readUsers, saveGroupMembers } from "#effects/Users.ts"
import { groupMembersMachine, type MembersValues } from "#machines/administration/groupMembers.machine.ts"
import type { Search } from "#machines/session/page.ts"
import type { GroupMembers } from "#schemas/administration/groupMembers.ts"
import type { UserSummary } from "#schemas/administration/user.ts"
import { userWords } from "#schemas/administration/userWords.ts"
import { GroupMembersView } from "#views/administration/GroupMembersView.tsx"
import { addressOf, leaveTo } from "../leaving.ts"
import { usePerson } from "../person.ts"
import { addWords } from "../pageWords.ts"
import type { Tools } from "../tools.ts"
import { useForm, usePage, useReading } from "../usePage.ts"

addWords(userWords)

const valuesOf = ({ members, seen, ...of }: GroupMembers): MembersValues => ({ members, streamVersion: seen, of })
const read = (hashedId: string) => Effect.map(readGroupMembers({ hashedId }), ({ data }) => valuesOf(data))
const open = ({ members = "" }: Search) => read(members)
const theirs = ({ of }: MembersValues) => read(of.hashedId)
const save = ({ members, streamVersion, of }: MembersValues, commandId: string) =>
  saveGroupMembers(
    { hashedId: of.hashedId, seen: streamVersion, members: members.map(({ hashedId }) => hashedId) },
    commandId,
  )

const logic = ({ operation, listReading, form }: Tools) =>
  groupMembersMachine.provide({
    actors: {
      open: operation(open),
      found: listReading(readUsers),
      form: form({
        // Who may be in the group is shown with each person, and judged by the server.
        validate: () => [],
        submit: save,
        theirs,
        words: { success: "members.saved", failure: "user.notSaved" },
        nameOf: ({ of }) => of.name,
      }),
    },
    actions: { showSaved: () => leaveTo(addressOf("/user", { tab: "groups" })) },
  })

/** `/user?members=…`: the editor of who is in a group of users. */
export const GroupMembersPage = () => {
  const page = usePage(logic)
  return (
    <GroupMembersView
      page={page}
      url={page.url}
      person={usePerson()}
      found={useReading<ReadonlyArray<UserSummary>>(page.actor, "found")}
      form={useForm(page.actor, "form")}
    />
  )
}

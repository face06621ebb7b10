import { Effect } from "effect"
import { readGroup, readGroups, saveGroup } from "#effects/Users.ts"
import { groupEditorMachine, type GroupValues } from "#machines/administration/groupEditor.machine.ts"
import type { Search } from "#machines/session/page.ts"
import { activitySentences } from "#schemas/administration/activitySentences.ts"
import { GroupDraft, type Group } from "#schemas/administration/group.ts"
import { userWords } from "#schemas/administration/userWords.ts"
import { validatorOf } from "#schemas/validate.ts"
import { GroupEditorView } from "#views/administration/GroupEditorView.tsx"
import { addressOf, leaveTo } from "../leaving.ts"
import { addWords } from "../pageWords.ts"
import { usePerson } from "../person.ts"
import type { Tools } from "../tools.ts"
import { useForm, usePage } from "../usePage.ts"

addWords(activitySentences, userWords)

type Opened = Group & { readonly features: ReadonlyArray<number> }
const valuesOf = ({ group, hashedId, version, members, features }: Opened): GroupValues => ({
  ...group,
  ...{ hashedId, streamVersion: version, members, features },
})
const newGroup = { name: "", accessIds: [], hashedId: null, streamVersion: 0, members: 0 } as const

const open = ({ group = "" }: Search) =>
  group === ""
    ? Effect.map(readGroups(), ({ data: { features } }): GroupValues => ({ ...newGroup, features }))
    : Effect.map(readGroup(group), valuesOf)
const theirs = ({ hashedId }: GroupValues) => Effect.map(readGroup(hashedId ?? ""), valuesOf)
const save = ({ name, accessIds, hashedId, streamVersion }: GroupValues, commandId: string) =>
  saveGroup({ hashedId, version: streamVersion, group: { name, accessIds } }, commandId)

const logic = ({ operation, form }: Tools) =>
  groupEditorMachine.provide({
    actors: {
      open: operation(open),
      form: form({
        validate: validatorOf(GroupDraft),
        submit: save,
        theirs,
        words: { success: "group.saved", failure: "user.notSaved" },
        nameOf: ({ name }) => name,
      }),
    },
    actions: { showSaved: () => leaveTo(addressOf("/user", { tab: "groups" })) },
  })

/** `/user?group=…`: the editor of a group of users. */
export const GroupEditorPage = () => {
  const page = usePage(logic)
  return <GroupEditorView page={page} url={page.url} person={usePerson()} form={useForm(page.actor, "form")} />
}

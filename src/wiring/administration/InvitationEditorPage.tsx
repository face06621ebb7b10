import { Effect } from "effect"
import { inviteUser, readGroups } from "#effects/Users.ts"
import { invitationEditorMachine, type InvitationValues } from "#machines/administration/invitationEditor.machine.ts"
import { activitySentences } from "#schemas/administration/activitySentences.ts"
import { userTypes } from "#schemas/access.ts"
import { InvitationDraft } from "#schemas/administration/invitation.ts"
import { userWords } from "#schemas/administration/userWords.ts"
import { validatorOf } from "#schemas/validate.ts"
import { InvitationEditorView } from "#views/administration/InvitationEditorView.tsx"
import { addressOf, leaveTo } from "../leaving.ts"
import { addWords } from "../pageWords.ts"
import { usePerson } from "../person.ts"
import type { Tools } from "../tools.ts"
import { useForm, usePage } from "../usePage.ts"

addWords(activitySentences, userWords)

const nobody = { email: "", displayName: "", userType: userTypes.User, accessIds: [], groupIds: [] } as const

const open = () =>
  Effect.map(readGroups(), ({ data: { features, groups } }): InvitationValues => ({
    ...nobody,
    of: { features, companyGroups: groups.map(({ groupId, group }) => ({ groupId, ...group })) },
  }))
const send = ({ of: _, ...invitation }: InvitationValues, commandId: string) => inviteUser({ invitation }, commandId)

const logic = ({ operation, form }: Tools) =>
  invitationEditorMachine.provide({
    actors: {
      open: operation(open),
      form: form({
        validate: validatorOf(InvitationDraft),
        submit: send,
        words: { success: "invitation.sent", failure: "user.notSaved" },
        nameOf: ({ displayName }) => displayName,
      }),
    },
    actions: { showSaved: () => leaveTo(addressOf("/user", { tab: "invitations" })) },
  })

/** `/user?invite=`: the form by which a person is invited. */
export const InvitationEditorPage = () => {
  const page = usePage(logic)
  return <InvitationEditorView page={page} url={page.url} person={usePerson()} form={useForm(page.actor, "form")} />
}

import { Effect } from "effect"
import { readUser, saveUser } from "#effects/Users.ts"
import { userEditorMachine, type UserValues } from "#machines/administration/userEditor.machine.ts"
import type { Search } from "#machines/session/page.ts"
import { activitySentences } from "#schemas/administration/activitySentences.ts"
import { UserDraft, type User } from "#schemas/administration/user.ts"
import { userWords } from "#schemas/administration/userWords.ts"
import { validatorOf } from "#schemas/validate.ts"
import { UserEditorView } from "#views/administration/UserEditorView.tsx"
import { addressOf, leaveTo } from "../leaving.ts"
import { addWords } from "../pageWords.ts"
import { usePerson } from "../person.ts"
import type { Tools } from "../tools.ts"
import { useForm, usePage } from "../usePage.ts"
import { useThingTitle } from "../windowTitle.ts"

addWords(activitySentences, userWords)

const valuesOf = ({ data }: { readonly data: User }): UserValues => ({ ...data.user, of: data })
const open = ({ edit = "" }: Search) => Effect.map(readUser({ hashedId: edit }), valuesOf)
const theirs = ({ of }: UserValues) => Effect.map(readUser({ hashedId: of.hashedId }), valuesOf)
const save = ({ of, ...user }: UserValues, commandId: string) =>
  saveUser({ hashedId: of.hashedId, version: of.version, user }, commandId)

const logic = ({ operation, form }: Tools) =>
  userEditorMachine.provide({
    actors: {
      open: operation(open),
      form: form({
        validate: validatorOf(UserDraft),
        submit: save,
        theirs,
        words: { success: "user.saved", failure: "user.notSaved" },
        nameOf: ({ displayName }) => displayName,
      }),
    },
    actions: {
      showSaved: ({ context }) => leaveTo(addressOf("/user", { id: context.search["edit"] ?? null })),
    },
  })

/** `/user?edit=…`: the editor of a user. */
export const UserEditorPage = () => {
  const page = usePage(logic)
  useThingTitle(page.snapshot.context.opened?.of.displayName)
  return <UserEditorView page={page} url={page.url} person={usePerson()} form={useForm(page.actor, "form")} />
}

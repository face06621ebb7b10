import "#views/administration/global.css"
import "#views/administration/profile.css"
import { Effect } from "effect"
import { accountUrl } from "#effects/authConfig.ts"
import { readProfile, saveProfile } from "#effects/Users.ts"
import { profileMachine, valuesIn, type ProfileValues } from "#machines/administration/profile.machine.ts"
import { userTypes } from "#schemas/access.ts"
import { ProfileDraft } from "#schemas/administration/profile.ts"
import { profileWords } from "#schemas/administration/profileWords.ts"
import { validatorOf } from "#schemas/validate.ts"
import { ProfileView } from "#views/administration/ProfileView.tsx"
import { followDensity } from "../listLook.ts"
import { addWords } from "../pageWords.ts"
import { usePerson } from "../person.ts"
import { CardPart } from "./CardPart.tsx"
import { SignInsPart } from "./SignInsPart.tsx"
import type { Tools } from "../tools.ts"
import { useForm, usePage } from "../usePage.ts"

addWords(profileWords)

const save = (values: ProfileValues, commandId: string) =>
  Effect.tap(saveProfile(values, commandId), () => Effect.sync(followDensity))

const logic = ({ operation, form }: Tools) =>
  profileMachine.provide({
    actors: {
      open: operation(() => readProfile),
      form: form({
        validate: validatorOf(ProfileDraft),
        submit: save,
        theirs: () => Effect.map(readProfile, valuesIn),
        words: { success: "profile.saved", failure: "profile.notSaved" },
      }),
    },
  })

/** `/profile`: one's own account. */
export const ProfilePage = () => {
  const page = usePage(logic)
  const person = usePerson()
  return (
    <ProfileView
      page={page}
      form={useForm(page.actor, "form")}
      rights={person}
      accountUrl={accountUrl()}
      signIns={<SignInsPart />}
      // Who administers all companies finds each card with its company.
      card={person.userType === userTypes.Admin && <CardPart />}
    />
  )
}

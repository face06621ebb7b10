import { userTypes, type UserType } from "#schemas/access.ts"
import { whyNotGiven, whyNotType } from "#schemas/administration/givenRights.ts"
import type { Rank, User } from "#schemas/administration/user.ts"
import type { SignedInPerson } from "#schemas/session/outcome.ts"
import { userTypeNames } from "#schemas/userTypeNames.ts"
import { SelectField } from "#views/parts/Field.tsx"
import type { SeenForm } from "#views/parts/Form.tsx"
import { SeveralField } from "#views/parts/ListField.tsx"
import { useSaid } from "#views/parts/Said.tsx"
import { useWords } from "#views/parts/Words.tsx"
import { RightsField } from "./RightsField.tsx"

type Props = {
  readonly form: SeenForm
  readonly id: string
  /** Who fills in the form: they give what they have themselves. */
  readonly person: SignedInPerson
  readonly isOwnCompany: boolean
  /** What the company has to give. */
  readonly of: Pick<User, "features" | "companyGroups">
  /** What the user has; nothing where someone new is invited. */
  readonly before?: Rank
}

/** What a user may do: their type, groups and rights, as far as the one who fills in the form can give them. */
export const RankFields = ({ form, id, person, isOwnCompany, of, before }: Props) => {
  const words = useWords()
  const said = useSaid()
  const { userType, groupIds } = form.snapshot.context.values as unknown as Rank
  const props = { form, id }
  const types = (Object.values(userTypes) as ReadonlyArray<UserType>).filter(
    (type) => type === before?.userType || whyNotType(person, isOwnCompany, type) === undefined,
  )
  const through = (right: number): ReadonlyArray<string> =>
    of.companyGroups
      .filter(({ groupId, accessIds }) => groupIds.includes(groupId) && accessIds.includes(right))
      .map(({ name }) => name)
  return (
    <>
      <SelectField
        {...props}
        name="userType"
        numeric
        label={words("user.field.userType")}
        options={types.map((type) => ({ value: type, label: said(userTypeNames[type]) }))}
      />
      <SeveralField
        {...props}
        name="groupIds"
        label={words("user.field.groupIds")}
        hint={of.companyGroups.length === 0 ? words("user.field.groupIds.none") : words("user.field.groupIds.hint")}
        options={of.companyGroups.map(({ groupId, name }) => ({ value: groupId, label: name }))}
      />
      <RightsField
        {...props}
        label={words("user.field.accessIds")}
        hint={words("user.field.accessIds.hint")}
        before={before?.accessIds ?? []}
        whyNot={(right) => whyNotGiven(person, { userType, features: of.features }, right)}
        through={through}
      />
    </>
  )
}

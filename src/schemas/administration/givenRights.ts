import { accessIds, userTypes, type Rights, type UserType } from "../access.ts"

/** Who gives rights: their own id and rights. */
export type Giver = Rights & { readonly userId: number }

/** Who may get a right, and what their company has bought. */
export type Getter = { readonly userType: UserType; readonly features: ReadonlyArray<number> }

/**
 * Why a right cannot be given, in a sentence; undefined where it can (docs/policy.md#users). What someone holds already
 * may stay and be taken away, whoever gave it.
 */
export const whyNotGiven = (giver: Rights, { userType, features }: Getter, id: number): string | undefined => {
  if (!features.includes(id)) return "The company has not bought it."
  if (id === accessIds.SuperAdminGlobal && userType !== userTypes.SuperAdmin) return "Only a Super Admin can use it."
  if (giver.userType !== userTypes.SuperAdmin && !giver.accessIds.includes(id)) return "You do not hold it yourself."
  return undefined
}

/** Why a user cannot be changed by someone, in a sentence; undefined where they can. */
export const whyNotChanged = (
  giver: Giver,
  user: { readonly userId: number; readonly userType: UserType },
): string | undefined => {
  if (giver.userId === user.userId) return "This is your own account. Ask another administrator to change it."
  return user.userType < giver.userType
    ? "This person ranks above you. Only someone of their rank may do this."
    : undefined
}

/** Why someone cannot be put into a group, in a sentence: they would have rights that the giver cannot give. */
export const whyNotJoined = (
  giver: Giver,
  user: { readonly userId: number; readonly userType: UserType },
  {
    accessIds: given,
    features,
  }: { readonly accessIds: ReadonlyArray<number>; readonly features: ReadonlyArray<number> },
): string | undefined =>
  whyNotChanged(giver, user) ??
  given
    .filter((id) => features.includes(id))
    .map((id) => whyNotGiven(giver, { userType: user.userType, features }, id))
    .find((reason) => reason !== undefined)

/** Why a type cannot be given, in a sentence: no one raises another above themselves, and Super Admins are of one company. */
export const whyNotType = (giver: Rights, isOwnCompany: boolean, userType: UserType): string | undefined => {
  if (userType < giver.userType) return "You can give your own type and those below it."
  return userType === userTypes.SuperAdmin && !isOwnCompany ? "Super Admins belong to your own company." : undefined
}

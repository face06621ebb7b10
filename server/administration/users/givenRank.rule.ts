import { whyNotGiven, whyNotType } from "#schemas/administration/givenRights.ts"
import type { Rank, User } from "#schemas/administration/user.ts"
import type { Person } from "#schemas/caller.ts"
import type { FieldError } from "#schemas/problem.ts"

/** Whom rights are given to: a user as they stand, or someone new, who has none yet. */
export type Given = Pick<User, "companyId" | "features" | "companyGroups"> & { readonly before: Rank | undefined }

/** What of a rank is new and cannot be given, own right or by a group, with its field; undefined where all can (docs/policy.md#users). */
export const rankFault = (person: Person, given: Given, draft: Rank): FieldError | undefined => {
  const { companyId, features, companyGroups, before } = given
  const type = whyNotType(person, companyId === person.companyId, draft.userType)
  if (draft.userType !== before?.userType && type !== undefined) return { field: "userType", message: type }
  const to = { userType: draft.userType, features }
  for (const id of draft.accessIds.filter((one) => before?.accessIds.includes(one) !== true)) {
    const reason = whyNotGiven(person, to, id)
    if (reason !== undefined) return { field: "accessIds", message: `The right ${id} cannot be given. ${reason}` }
  }
  for (const groupId of draft.groupIds.filter((one) => before?.groupIds.includes(one) !== true)) {
    const group = companyGroups.find((one) => one.groupId === groupId)
    if (group === undefined) return { field: "groupIds", message: "One of these groups was deleted. Choose again." }
    const ofGroup = group.accessIds.filter((id) => features.includes(id))
    const reason = ofGroup.map((id) => whyNotGiven(person, to, id)).find((one) => one !== undefined)
    if (reason !== undefined)
      return { field: "groupIds", message: `“${group.name}” gives a right that you cannot give. ${reason}` }
  }
  return undefined
}

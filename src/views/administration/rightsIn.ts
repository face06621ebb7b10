import { describeAccess } from "#schemas/access.ts"
import type { User } from "#schemas/administration/user.ts"

/** Rights by their names, in one line. */
export const rightsIn = (ids: ReadonlyArray<number>): string =>
  ids.map((id) => describeAccess(id)?.name ?? "").join(", ")

/** The rights that would be in force: one's own and those of one's groups, as far as the company has bought them. */
export const rightsWith = (given: {
  readonly of: Pick<User, "features" | "companyGroups">
  readonly accessIds: ReadonlyArray<number>
  readonly groupIds: ReadonlyArray<number>
}): ReadonlyArray<number> => {
  const { of, accessIds, groupIds } = given
  const groups = of.companyGroups.filter(({ groupId }) => groupIds.includes(groupId))
  return of.features.filter((id) => accessIds.includes(id) || groups.some((group) => group.accessIds.includes(id)))
}

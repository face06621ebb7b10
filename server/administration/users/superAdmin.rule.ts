import { accessIds, userTypes } from "#schemas/access.ts"
import type { Rank } from "#schemas/administration/user.ts"

/** Whether a user can manage users and companies by rights of their own: one of these must be left (docs/policy.md#users). */
export const isLeading = (user: Pick<Rank, "accessIds" | "userType">, state: string): boolean =>
  state === "active" &&
  user.userType === userTypes.SuperAdmin &&
  [accessIds.SuperAdminUser, accessIds.SuperAdminGlobal].every((id) => user.accessIds.includes(id))

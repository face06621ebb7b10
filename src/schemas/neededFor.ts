import { policy, type Call } from "./access.ts"
import type { PolicyRow } from "./policyRow.ts"
import { userTypeNames } from "./userTypeNames.ts"

/** The rights and types that a call asks for, by name; undefined for what is no call. */
export const neededFor = (call: string): string | undefined => {
  if (!Object.hasOwn(policy, call)) return undefined
  const row: PolicyRow = policy[call as Call]
  const types = (row.types ?? []).map((type) => userTypeNames[type])
  const groups = row.every.map((names) => names.join(" or "))
  return [...(types.length === 0 ? [] : [types.join(" or ")]), ...groups].join(", and ")
}

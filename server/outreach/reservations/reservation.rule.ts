import { type AccessName, accessIds, rightNeeded, type Rights } from "#schemas/access.ts"

/** Who may reserve an id of which kind (docs/policy.md#rights). */
const rights = {
  Campaign: { any: ["Campaign", "MultiCampaign"], superAdmin: false },
  Template: { any: ["Template", "SuperAdminGlobal"], superAdmin: false },
  Company: { any: ["SuperAdminGlobal"], superAdmin: true },
} as const satisfies Record<string, { readonly any: ReadonlyArray<AccessName>; readonly superAdmin: boolean }>

/** Why the person may not reserve an id of this kind, as a sentence; undefined when they may. */
export const mayReserve = (person: Rights, kind: keyof typeof rights): string | undefined => {
  const { any, superAdmin } = rights[kind]
  if (superAdmin && person.userType !== 1) return "Only Super Admin may do this."
  return any.some((name) => person.accessIds.includes(accessIds[name])) ? undefined : rightNeeded(any)
}

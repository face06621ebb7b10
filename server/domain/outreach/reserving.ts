import { accessIds, type Rights } from "#schemas/access.ts"

/** Who may reserve an id of which kind (product.md §2f `GenerateId`). */
const rights = {
  Campaign: {
    any: [accessIds.Campaign, accessIds.MultiCampaign],
    superAdmin: false,
    named: "Campaign or MultiCampaign",
  },
  Template: {
    any: [accessIds.Template, accessIds.SuperAdminGlobal],
    superAdmin: false,
    named: "Template or SuperAdminGlobal",
  },
  Company: { any: [accessIds.SuperAdminGlobal], superAdmin: true, named: "SuperAdminGlobal" },
} as const

/** Why the person may not reserve an id of this kind, as a sentence; undefined when they may. */
export const mayReserve = (person: Rights, kind: keyof typeof rights): string | undefined => {
  const { any, superAdmin, named } = rights[kind]
  if (superAdmin && person.userType !== 1) return "Only Super Admin may do this."
  return any.some((id) => person.accessIds.includes(id))
    ? undefined
    : `You need the access right ${named}. Please ask your site administrator.`
}

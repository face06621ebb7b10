import type { Profile } from "#schemas/administration/profile.ts"
import { usualPreferences } from "#schemas/preferences.ts"

const march = "2026-03-09T15:00:00.000Z"
const september = "2026-09-14T15:00:00.000Z"

/** The profile of someone with rights of two groups, one of their own, and one that came with the account. */
export const sampleProfile: Profile = {
  version: 4,
  userName: "dana@northwind.test",
  userType: 3,
  companyName: "Northwind Clinics",
  companyZone: "America/New_York",
  profile: { displayName: "Dana Whitfield", ...usualPreferences },
  access: [
    { accessId: 1, sources: [{ group: "Outreach", by: "Elaine Porter", at: september }] },
    {
      accessId: 11,
      sources: [
        { group: "Front desk", by: "Elaine Porter", at: march },
        { group: "Outreach", by: "Elaine Porter", at: september },
      ],
    },
    { accessId: 14, sources: [{ group: null, by: null, at: march }] },
    { accessId: 15, sources: [{ group: null, by: "Nora Reyes", at: september }] },
  ],
}

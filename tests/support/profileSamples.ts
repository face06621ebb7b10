import type { Profile, SignIns } from "#schemas/administration/profile.ts"
import { usualNoticeChoices } from "#schemas/administration/notice.ts"
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
  profile: {
    displayName: "Dana Whitfield",
    signature: "Dana, Northwind Clinics",
    ...usualPreferences,
    ...usualNoticeChoices,
  },
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

/** Three sign-ins: this one, one that is open on a phone, and one that ended. */
export const sampleSignIns: SignIns = {
  canEnd: true,
  signIns: [
    {
      ...{ address: "203.0.113.7", browser: "Chrome", system: "Windows", isThisOne: true, isOpen: true },
      ...{ at: "2026-11-21T14:00:00.000Z", seenAt: "2026-11-21T14:58:00.000Z" },
    },
    {
      ...{ address: "198.51.100.20", browser: "Safari", system: "iOS", isThisOne: false, isOpen: true },
      ...{ at: "2026-11-21T08:00:00.000Z", seenAt: "2026-11-21T13:00:00.000Z" },
    },
    {
      ...{ address: null, browser: null, system: null, isThisOne: false, isOpen: false },
      ...{ at: "2026-11-13T08:00:00.000Z", seenAt: "2026-11-13T09:00:00.000Z" },
    },
  ],
}

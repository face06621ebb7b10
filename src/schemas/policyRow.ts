import type { AccessName, UserType } from "./access.ts"

/**
 * One row of the policy table (docs/policy.md#rights): a person may
 * make the call when each group of `every` holds at least one of its ids, and the
 * user type is listed, when types are listed.
 */
export type PolicyRow = {
  readonly types?: ReadonlyArray<UserType>
  readonly every: ReadonlyArray<ReadonlyArray<AccessName>>
  /** A command that works in other companies than the acting one. */
  readonly acrossCompanies?: true
  /** A call of a patient by their link: no one is signed in, and no right counts (docs/policy.md#links-of-patients). */
  readonly byLink?: true
}

/** Any signed-in person. */
export const anyone: PolicyRow = { every: [] }

/** Any signed-in person, whatever company they work for. */
export const anywhere: PolicyRow = { ...anyone, acrossCompanies: true }

/** Whoever holds a patient’s link. */
export const byLink: PolicyRow = { every: [], byLink: true }

/** Who administers all companies. */
export const superAdmin: PolicyRow = { types: [1], every: [["SuperAdminGlobal"]], acrossCompanies: true }

/** The card of one’s own company, or as who administers all of them that of any; others are absent. */
export const cards: PolicyRow = { types: [1, 2], every: [["SuperAdminGlobal", "Profile"]], acrossCompanies: true }

/** Who holds one of these. */
export const one = (...names: ReadonlyArray<AccessName>): PolicyRow => ({ every: [names] })

/** Who holds one of these, and one of those. */
export const both = (left: ReadonlyArray<AccessName>, right: ReadonlyArray<AccessName>): PolicyRow => ({
  every: [left, right],
})

/** Who launches outreach by a plan. */
export const launching: PolicyRow = { every: [["Schedule"], ["Campaign"], ["Actions"]] }

/** Who books visits for patients. */
export const booking = one("ScheduleAppointmentandLocation", "SuperAdminAppointment")

/** Who manages people: within the own company, or in all as a Super Admin (docs/policy.md#users). */
export const users = { ...one("SuperAdminUser"), acrossCompanies: true } as const

/** One's own account, whatever company one works for. */
export const own = { ...one("Profile"), acrossCompanies: true } as const

import type { UserType } from "#schemas/access.ts"
import type { DemoSignIn } from "#schemas/session/authConfig.ts"
import { adminView, future, harbor, lapsed, northwind } from "./companies.ts"

/** One of the demo's accounts. */
export type DemoAccount = {
  readonly email: string
  readonly displayName: string
  readonly userType: UserType
  readonly companyName: string
  readonly accessIds: ReadonlyArray<number>
  readonly locked: boolean
  /** What signing in with it shows. */
  readonly shows: string
}

const admin = [1, 2, 3, 4, 5, 6, 7, 10, 11, 12, 14, 15, 16, 17]
const everything = Array.from({ length: 17 }, (_, index) => index + 1)

/** The password of every demo account; it is printed at start, so it protects nothing. */
export const demoPassword = "Demo-2026!"

const account = (
  email: string,
  displayName: string,
  userType: UserType,
  companyName: string,
  accessIds: ReadonlyArray<number>,
  shows: string,
): DemoAccount => ({ email, displayName, userType, companyName, accessIds, locked: false, shows })

/** Who set up the demo's companies. */
export const demoSuperAdmin = "super@adminview.test"

/** The accounts a newcomer signs in with, each for one outcome of the login call. */
export const demoAccounts: ReadonlyArray<DemoAccount> = [
  account(demoSuperAdmin, "Sam Super", 1, adminView.name, everything, "all companies"),
  account("admin@northwind.test", "Nora Admin", 2, northwind.name, admin, "a clinic with campaigns"),
  account("user@northwind.test", "Uma User", 3, northwind.name, [1, 4, 14], "few rights"),
  account("admin@harbor.test", "Hari Admin", 2, harbor.name, admin, "a second company"),
  { ...account("locked@northwind.test", "Lou Locked", 3, northwind.name, [1], "account locked"), locked: true },
  account("expired@lapsed.test", "Lee Lapsed", 2, lapsed.name, [1], "contract ended"),
  account("early@future.test", "Finn Future", 2, future.name, [1], "contract not begun"),
  account("people@northwind.test", "Petra People", 2, northwind.name, [...admin, 8], "manages the users of a clinic"),
]

/** What the answers of an Admin end with. */
export const demoSignature = { email: "admin@northwind.test", signature: "Nora, Northwind Clinics" }

/** A right that someone was given today: the bell tells them. */
export const demoGiven = { email: "admin@northwind.test", accessId: 16, hoursAgo: 5 }

/** Groups of users of the demo's companies, with the rights that their members have. */
export const demoGroups = [
  { companyName: northwind.name, name: "Analysts", accessIds: [4, 14] },
  { companyName: northwind.name, name: "Front desk", accessIds: [7, 10, 11, 14] },
  { companyName: northwind.name, name: "Managers", accessIds: admin },
  { companyName: northwind.name, name: "Outreach", accessIds: [1, 2, 3, 4, 5, 12, 14] },
  { companyName: harbor.name, name: "Reception", accessIds: [7, 11, 14] },
] as const

/** A user of the demo whom the sign-in screen does not list; `seen` is how many days ago they were last there. */
export type DemoColleague = Omit<DemoAccount, "shows"> & {
  readonly groups: ReadonlyArray<(typeof demoGroups)[number]["name"]>
  readonly isActive: boolean
  readonly seen: number | null
}

const colleague = (
  displayName: string,
  groups: DemoColleague["groups"],
  seen: number | null,
  more: Partial<DemoColleague> = {},
): DemoColleague => ({
  email: `${displayName.toLowerCase().replace(" ", ".")}@northwind.test`,
  ...{ displayName, userType: 3, companyName: northwind.name, accessIds: [], locked: false, isActive: true },
  ...{ groups, seen, ...more },
})

const hour = 1 / 24

/** The other people who work at the demo's clinic. */
export const demoColleagues: ReadonlyArray<DemoColleague> = [
  colleague("Ana Ruiz", ["Outreach"], hour),
  colleague("Carol Finch", [], 41, { isActive: false, accessIds: [14] }),
  colleague("Dana Whitfield", ["Front desk", "Outreach"], hour / 15, { accessIds: [15] }),
  colleague("Dev Malik", ["Outreach", "Analysts"], 3 * hour),
  colleague("Elaine Porter", ["Managers"], 2 * hour, { userType: 2 }),
  colleague("Grace Lindholm", ["Managers"], hour / 10, { userType: 2 }),
  colleague("Joyce Lam", ["Analysts"], 1.2),
  colleague("Mei Sato", ["Front desk"], hour * 0.6),
  colleague("Miles Becker", ["Front desk"], hour / 5),
  colleague("Owen Clarke", ["Front desk"], 1.1),
  colleague("Rita Gomez", ["Front desk"], hour / 3),
  colleague("Sam Idris", ["Analysts"], null),
  colleague("Tariq Aziz", ["Front desk"], 5, { locked: true }),
]

/** Who is invited to the demo's companies; `days` from now on the link can still be taken. */
export const demoInvitations: ReadonlyArray<{
  readonly companyName: string
  readonly displayName: string
  readonly email: string
  readonly groups: ReadonlyArray<string>
  readonly days: number
}> = [
  {
    companyName: northwind.name,
    displayName: "Nora Quinn",
    email: "nora.quinn@northwind.test",
    groups: ["Front desk"],
    days: 5,
  },
  {
    companyName: northwind.name,
    displayName: "Otto Reyes",
    email: "otto.reyes@northwind.test",
    groups: ["Analysts"],
    days: -4,
  },
  { companyName: harbor.name, displayName: "Pia Holm", email: "pia.holm@harbor.test", groups: [], days: 2 },
]

/** The accounts as the sign-in screen of the demo lists them; with a hosted provider only its own passwords count. */
export const demoSignIn = (isHosted: boolean): DemoSignIn => ({
  ...(isHosted ? {} : { password: demoPassword, mailbox: "/dev/mailbox" }),
  accounts: demoAccounts.map(({ email, displayName, userType, companyName, shows }) => ({
    email,
    displayName,
    userType,
    companyName,
    shows,
  })),
})

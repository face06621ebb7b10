import type { UserType } from "#schemas/access.ts"
import { adminView, future, harbor, lapsed, northwind } from "./companies.ts"

/** One of the demo's accounts. */
export type DemoAccount = {
  readonly email: string
  readonly displayName: string
  readonly userType: UserType
  readonly companyName: string
  readonly accessIds: ReadonlyArray<number>
  readonly locked: boolean
  /** What signing in with it shows, where that is not the dashboard. */
  readonly note?: string
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
): DemoAccount => ({ email, displayName, userType, companyName, accessIds, locked: false })

/** Who set up the demo's companies. */
export const demoSuperAdmin = "super@adminview.test"

/** The accounts a newcomer signs in with, each for one outcome of the login call. */
export const demoAccounts: ReadonlyArray<DemoAccount> = [
  account(demoSuperAdmin, "Sam Super", 1, adminView.name, everything),
  account("admin@northwind.test", "Nora Admin", 2, northwind.name, admin),
  account("user@northwind.test", "Uma User", 3, northwind.name, [1, 4, 14]),
  account("admin@harbor.test", "Hari Admin", 2, harbor.name, admin),
  { ...account("locked@northwind.test", "Lou Locked", 3, northwind.name, [1]), locked: true, note: "locked account" },
  { ...account("expired@lapsed.test", "Lee Lapsed", 2, lapsed.name, [1]), note: "contract ended" },
  { ...account("early@future.test", "Finn Future", 2, future.name, [1]), note: "contract not begun" },
]

import type { UserType } from "../access.ts"
import type { ActingCompany } from "../administration/company.ts"
import type { Preferences } from "../preferences.ts"
import type { CompanyId, UserId } from "../ids.ts"

/** Who is signed in, as the layout and the guards need it. Never a token. */
export type SignedInPerson = {
  readonly userId: UserId
  readonly userType: UserType
  readonly userName: string
  readonly displayName: string
  readonly companyId: CompanyId
  readonly companyName: string
  /** IANA zone that times are shown in where nothing else is said (docs/architecture.md#time). */
  readonly companyZone: string
  /** How the product shows itself to them. */
  readonly preferences: Preferences
  /** The company that a Super Admin works for; null for their own company. */
  readonly actingCompany: ActingCompany | null
  readonly accessIds: ReadonlyArray<number>
}

/** The company a person works for: whose things they see, and whose clock times are shown by. */
export const workingCompany = (
  person: SignedInPerson,
): { readonly companyId: CompanyId; readonly name: string; readonly timezone: string } =>
  person.actingCompany ?? { companyId: person.companyId, name: person.companyName, timezone: person.companyZone }

/** The zone that a person sees times in where nothing else is said: their own, or that of the company they work for. */
export const shownZone = (person: SignedInPerson): string =>
  person.preferences.timezone ?? workingCompany(person).timezone

/** Why a verified person may not come in; its words are `loginMessages` (docs/policy.md#sign-in). */
export type Refusal = "invalid" | "contractExpired" | "contractNotStarted"

/**
 * What the login call came to, without the token (docs/policy.md#sign-in); `at` in wall
 * milliseconds. A call that got no proper answer fails with a Problem instead.
 */
export type LoginOutcome =
  | { readonly outcome: "signedIn"; readonly person: SignedInPerson; readonly at: number }
  | { readonly outcome: "locked" }
  | { readonly outcome: "refused"; readonly refusal: Refusal }

/** What the browser held at start: a token to log in with, or none. */
export type Restored = { readonly token: "kept" | "none" }

/** Which of our pages a sign-out returns to. */
export type SignOutInput = { readonly to: "home" | "sessionOut" }

import type { UserType } from "../access.ts"

/** Who is signed in, as the layout and the guards need it. Never a token. */
export type SignedInPerson = {
  readonly userId: number
  readonly userType: UserType
  readonly userName: string
  readonly displayName: string
  readonly companyId: number
  readonly companyName: string
  /** IANA zone that times are shown in where nothing else is said (architecture §12). */
  readonly companyZone: string
  readonly accessIds: ReadonlyArray<number>
}

/** Why a verified person may not come in; its words are `loginMessages` (spec §4 "Login", §8). */
export type Refusal = "invalid" | "contractExpired" | "contractNotStarted"

/**
 * What the login call came to, without the token (spec §4); `at` in wall
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

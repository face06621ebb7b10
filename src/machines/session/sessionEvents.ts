import type { Problem } from "#schemas/problem.ts"
import type { InteractionStatus } from "#schemas/session/interaction.ts"
import type { LoginGroup } from "#schemas/session/loginGroup.ts"
import type { SignedInPerson } from "#schemas/session/outcome.ts"

/** What happens to a session from outside its chart: presses, storage, the feed, the sign-in library. */
export type SessionEvent =
  /** `email`: whose account the provider is to offer, where one was chosen. */
  | { readonly type: "signIn.pressed"; readonly email?: string }
  | { readonly type: "signOut.pressed" }
  | { readonly type: "retry.pressed" }
  | { readonly type: "cancel.pressed" }
  | { readonly type: "leave.pressed" }
  /** `problem` says why, where that is known; without one it was lost in another tab. */
  | { readonly type: "token.lost"; readonly problem?: Problem }
  /** The token was taken away in another tab, which read that the account is locked. */
  | { readonly type: "account.locked" }
  /** The record holds rights that the token lacks: their ids. */
  | { readonly type: "rights.changed"; readonly lacking: string }
  /** A call was refused because of what the person has become: locked, or the contract ended. */
  | { readonly type: "account.changed" }
  /** The network is back, the feed is, or someone looks at the page again. */
  | { readonly type: "way.opened" }
  | { readonly type: `${Exclude<InteractionStatus, "startup" | "none">}.started` }
  | { readonly type: "interaction.ended" }

/** What is known before anything is loaded: whether a session can be expected to come back, and this tab's random id. */
export type SessionInput = { readonly expected: boolean; readonly tab: string }

/** What the session chart remembers. Never a token. */
export type SessionContext = SessionInput & {
  readonly person: SignedInPerson | null
  /** When the person came in, in wall milliseconds. */
  readonly signedInAt: number
  /** How long rights rest after they were read, in milliseconds: a provider may know fewer than the record for long. */
  readonly rightsRest: number
  /** The rights that were asked for last and did not come; a tenant may grant less than the record on purpose. */
  readonly lacking: string
  /** Whether rights changed again while they were being read. */
  readonly isOvertaken: boolean
  readonly login: LoginGroup
  /** What went wrong on the way in or out, if anything. */
  readonly problem: Problem | null
  /** Whether the session broke off in this tab: signing in then leads back to its page. Who signs in after another tab ended it has their own way. */
  readonly brokeOff: boolean
}

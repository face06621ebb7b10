import { Schema } from "effect"
import { CompanyId, InvitationId, UserId } from "../ids.ts"

const whose = { userId: UserId, companyId: CompanyId }

/**
 * Stored facts about signing in, in the company's audit stream of the month.
 * Ids only: no e-mail, no name (docs/architecture.md#personal-data).
 */
export const SignInSucceeded = Schema.TaggedStruct("SignInSucceeded", whose)
/**
 * `password`, `code`, `lockedOut` (too many failures of the person) and
 * `throttled` (too many failures from the network address) come from the
 * embedded provider; the others are the login call's answers to a verified person.
 */
export const SignInRefused = Schema.TaggedStruct("SignInRefused", {
  ...whose,
  reason: Schema.Literals([
    "password",
    "code",
    "passkey",
    "lockedOut",
    "throttled",
    "locked",
    "inactive",
    "contractExpired",
    "contractNotStarted",
  ]),
})
/** They signed in with a browser and system that no earlier sign-in of theirs had. */
export const NewDeviceSeen = Schema.TaggedStruct("NewDeviceSeen", whose)
/** The person ended their session at the embedded provider. */
export const SignedOut = Schema.TaggedStruct("SignedOut", whose)
/** A link to set a new password was mailed on someone's asking. */
export const PasswordLinkSent = Schema.TaggedStruct("PasswordLinkSent", whose)
/** Someone with that link has set a new password; all sign-ins of the person have ended. */
export const PasswordChanged = Schema.TaggedStruct("PasswordChanged", whose)
/** What the person did with their second factor at the embedded provider. */
export const SecondFactorChanged = Schema.TaggedStruct("SecondFactorChanged", {
  ...whose,
  change: Schema.Literals([
    "authenticatorAdded",
    "authenticatorRemoved",
    "recoveryCodesMade",
    "passkeyAdded",
    "passkeyRemoved",
  ]),
})
/** The administrator's lock, not the throttle (docs/architecture.md#identity). */
export const AccountLocked = Schema.TaggedStruct("AccountLocked", whose)
export const AccountUnlocked = Schema.TaggedStruct("AccountUnlocked", whose)
/** The account was given to a person of a hosted identity provider; who signed in as it before no longer can. */
export const AccountLinked = Schema.TaggedStruct("AccountLinked", whose)
/** A link to join the company was made, and taken: logs of earlier releases; invitations have streams of their own since. */
export const PersonInvited = Schema.TaggedStruct("PersonInvited", { companyId: CompanyId, invitationId: InvitationId })
export const InvitationAccepted = Schema.TaggedStruct("InvitationAccepted", { ...whose, invitationId: InvitationId })
export const SignInEvent = Schema.Union([
  SignInSucceeded,
  NewDeviceSeen,
  SignInRefused,
  SignedOut,
  PasswordLinkSent,
  PasswordChanged,
  SecondFactorChanged,
  AccountLocked,
  AccountUnlocked,
  AccountLinked,
  PersonInvited,
  InvitationAccepted,
])
export type SignInEvent = typeof SignInEvent.Type
export type SignInRefusalReason = (typeof SignInRefused.Type)["reason"]

import type { UserId } from "../ids.ts"
import type { Refusal, SignedInPerson } from "./outcome.ts"
import { loginMessages } from "./words.ts"

/** What is wrong with a password someone chose; the words for each are the page's. */
export type PasswordFault = "tooShort" | "tooLong" | "likeEmail" | "tooCommon"

/** The password validation result of the login group (docs/policy.md#passwords). */
export type PasswordValidation = {
  readonly isValid: boolean
  /** Why not, in the order a person reads them; empty when valid. */
  readonly faults: ReadonlyArray<PasswordFault>
}

/**
 * The forgot-password part of the login group (docs/policy.md#passwords): where the flow is, what
 * went wrong and what was found of the new password. At most one flag is true;
 * none is while no one has forgotten anything. The identity provider draws its
 * pages from such a value; a hosted tenant draws its own and leaves the defaults.
 */
export type ForgotPassword = {
  /** The person asks for a link: the page wants an e-mail address. */
  readonly isForgotPassword: boolean
  /** A link was asked for; the answer does not say whether one was mailed. */
  readonly isResetLinkSent: boolean
  /** The person came with a good link: the page wants a new password. */
  readonly isResetPassword: boolean
  /** The new password is set. */
  readonly isPasswordReset: boolean
  /** A sentence for the person, empty while there is none. */
  readonly resetPasswordError: string
  /** Null until a password was judged. */
  readonly passwordValidation: PasswordValidation | null
}

/** No one has forgotten a password. */
export const noForgotPassword: ForgotPassword = {
  isForgotPassword: false,
  isResetLinkSent: false,
  isResetPassword: false,
  isPasswordReset: false,
  resetPasswordError: "",
  passwordValidation: null,
}

/**
 * The login state group, under the specification's names and defaults (docs/specification.md#state).
 * It says what the login call came to; no guard reads `loggedInUserRole` (docs/policy.md#kept-in-the-browser).
 */
export type LoginGroup = ForgotPassword & {
  readonly isUserLoggedIn: boolean
  readonly loggedInUserRole: string
  readonly userId: UserId | null
  readonly loggedInUserAccessIds: ReadonlyArray<number>
  /** Why the login call let no one in, empty when it did. */
  readonly loginResErr: string
  /** Why the company's contract lets no one in, empty when it does. */
  readonly contract_expire_message: string
  /** That the account is locked, empty when it is not. */
  readonly authMessage: string
  readonly isUserActive: boolean
  readonly loginStatus: "Failed" | "Success"
}

/** No one is logged in. */
export const loggedOut: LoginGroup = {
  ...noForgotPassword,
  isUserLoggedIn: false,
  loggedInUserRole: "1",
  userId: null,
  loggedInUserAccessIds: [],
  loginResErr: "",
  contract_expire_message: "",
  authMessage: "",
  isUserActive: false,
  loginStatus: "Failed",
}

/** The group after a login call that let someone in. */
export const loggedInAs = ({ userId, accessIds }: SignedInPerson): LoginGroup => ({
  ...loggedOut,
  isUserLoggedIn: true,
  userId,
  loggedInUserAccessIds: accessIds,
  isUserActive: true,
  loginStatus: "Success",
})

/** The group after a login call that let no one in. */
export const refusedLogin = (refusal: Refusal): LoginGroup =>
  refusal === "invalid"
    ? { ...loggedOut, loginResErr: loginMessages.invalid }
    : { ...loggedOut, contract_expire_message: loginMessages[refusal] }

/** The group after a login call for a locked account. */
export const lockedLogin: LoginGroup = { ...loggedOut, authMessage: loginMessages.locked }

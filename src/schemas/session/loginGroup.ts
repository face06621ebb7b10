/** What is wrong with a password somebody chose; the words for each are the page's. */
export type PasswordFault = "tooShort" | "tooLong" | "likeEmail" | "tooCommon"

/** The password validation result of the login group (spec §3). */
export type PasswordValidation = {
  readonly isValid: boolean
  /** Why not, in the order a person is told; empty when valid. */
  readonly faults: ReadonlyArray<PasswordFault>
}

/**
 * The forgot-password part of the login group (spec §3): where the flow is, what
 * went wrong and what was found of the new password. At most one flag is true;
 * none is while nobody has forgotten anything. The identity provider draws its
 * pages from such a value; a hosted tenant draws its own and leaves the defaults.
 */
export type ForgotPassword = {
  /** The person asks for a link: the page wants an e-mail address. */
  readonly isForgotPassword: boolean
  /** A link was asked for; whether one was mailed is not told. */
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

/** Nobody has forgotten a password. */
export const noForgotPassword: ForgotPassword = {
  isForgotPassword: false,
  isResetLinkSent: false,
  isResetPassword: false,
  isPasswordReset: false,
  resetPasswordError: "",
  passwordValidation: null,
}

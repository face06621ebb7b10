import type { PasswordFault, PasswordValidation } from "#schemas/session/loginGroup.ts"
import { passwordLetters, maxPasswordLetters } from "./passwordPolicy.rule.ts"
import type { Field } from "./html.ts"

const faultWords: Record<PasswordFault, string> = {
  tooShort: `Use ${passwordLetters} characters or more.`,
  tooLong: `Use ${maxPasswordLetters} characters at most.`,
  likeEmail: "Do not use your e-mail address.",
  tooCommon: "This is one of the passwords that are guessed first. Choose a less common one.",
}
const passwordHint = `${passwordLetters} characters or more. Some words in a row are easy to keep in mind; spaces and all signs may be used.`

/** What the form says of a password that was judged; nothing when there is no fault. */
export const passwordError = (judged: PasswordValidation | null): string | undefined =>
  judged === null || judged.isValid ? undefined : judged.faults.map((fault) => faultWords[fault]).join(" ")

/** Whose password it is, for the person and for a password manager. */
export const emailField = (email: string, more: Partial<Field>): Field => ({
  id: "email",
  label: "E-mail address",
  type: "email",
  autocomplete: "username",
  value: email,
  ...more,
})
export const owner = (email: string): Field => emailField(email, { fixed: true })
/** The password to set; however long a pasted one is, it is judged as a whole and not cut. */
export const newPassword = (label: string, error: string | undefined, focused: boolean): Field => ({
  id: "password",
  label,
  type: "password",
  autocomplete: "new-password",
  hint: passwordHint,
  error,
  focused,
})

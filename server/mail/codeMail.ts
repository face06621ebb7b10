import type { Mail } from "./Mailer.ts"

/** The mail with a sign-in code. The code stands in the subject too, where a phone's notice shows it. */
export const codeMail = (to: string, code: string, minutes: number): Mail => ({
  to,
  subject: `${code} is your Admin View sign-in code`,
  text: [
    `Your sign-in code is ${code}.`,
    "",
    `Type it into the sign-in page within ${minutes} minutes. It works once.`,
    "If you did not just sign in to Admin View, someone else knows your password: tell your administrator.",
  ].join("\n"),
  code,
})

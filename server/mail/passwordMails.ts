import type { Mail } from "./Mailer.ts"

/** The mail with a link to set a new password. */
export const passwordLinkMail = (to: string, link: string, minutes: number): Mail => ({
  to,
  subject: "Set a new Admin View password",
  text: [
    "Someone, probably you, has asked for a new password for your Admin View account. Open this link to set one:",
    "",
    link,
    "",
    `It works once, for ${minutes} minutes. Only the newest link counts.`,
    "If it was not you, do nothing: your password stays as it is.",
  ].join("\n"),
})

/** The mail about a new password, so that its owner learns of one they did not set. */
export const passwordChangedMail = (to: string): Mail => ({
  to,
  subject: "Your Admin View password was changed",
  text: [
    "Your Admin View password has just been changed, and all your sign-ins were ended.",
    "",
    "If it was not you, tell your administrator at once.",
  ].join("\n"),
})

/** The mail about something that a person changed at their account while they were signed in. */
export const accountChangedMail = (to: string, what: string): Mail => ({
  to,
  subject: "Your Admin View account was changed",
  text: [what, "", "If it was not you, set a new password and tell your administrator at once."].join("\n"),
})

/** The mail with an invitation. */
export const invitationMail = (
  to: string,
  companyName: string,
  link: string,
  { days, kind }: { readonly days: number; readonly kind: "embedded" | "hosted" },
): Mail => ({
  to,
  subject: `${companyName} invites you to Admin View`,
  text: [
    `${companyName} has made a place for you in Admin View. ${
      kind === "embedded"
        ? "Open this link to set your name and a password:"
        : "Sign in with this e-mail address at this address:"
    }`,
    "",
    link,
    "",
    `It works once, for ${days} days. Only the newest invitation counts.`,
    "If you did not expect it, do nothing.",
  ].join("\n"),
})

import type { NoticeType } from "#schemas/administration/notice.ts"
import type { Mail } from "./Mailer.ts"

const ifNotYou = "If it was not you, set a new password and tell your administrator at once."

/** What each mail says, and where it leads. No mail names a thing or a person: mail is read by others on its way. */
const said: Readonly<Record<NoticeType, readonly [subject: string, path: string, more?: string]>> = {
  CampaignSubmitted: ["A campaign waits until someone else confirms it", "/campaign"],
  CampaignReturned: ["A campaign of yours was returned to draft", "/campaign"],
  CampaignCompleted: ["A campaign of yours has ended", "/campaign"],
  CampaignPaused: ["A campaign of yours was paused", "/campaign"],
  CampaignCancelled: ["A campaign of yours was cancelled", "/campaign"],
  ReplyWaits: ["A reply waits for a decision", "/database"],
  ImportCompleted: ["An import of yours is done", "/database?tab=imports"],
  ImportFailed: ["An import of yours failed", "/database?tab=imports"],
  InvitationTaken: ["Someone took your invitation", "/user"],
  CardSaved: ["The card of your company was changed", "/profile"],
  CardRemoved: ["The card of your company was removed", "/profile"],
  CardExpires: ["The card of your company needs to be replaced", "/profile"],
  UserRevised: ["What you may do in Admin View has changed", "/profile"],
  GroupRevised: ["What you may do in Admin View has changed", "/profile"],
  GroupDeleted: ["What you may do in Admin View has changed", "/profile"],
  NewDeviceSeen: ["You signed in to Admin View with a new browser or device", "/profile", ifNotYou],
  PasswordChanged: ["Your Admin View password was changed", "/profile", ifNotYou],
  SecondFactorChanged: ["Your Admin View account was changed", "/profile", ifNotYou],
}

/** The mail of a notice. */
export const noticeMail = (to: string, type: NoticeType, origin: string): Mail => {
  const [subject, path, more] = said[type]
  return {
    to,
    subject,
    text: [
      `${subject}.`,
      "",
      origin + path,
      ...(more === undefined ? [] : ["", more]),
      "",
      `What reaches you by e-mail is set at ${origin}/profile`,
    ].join("\n"),
  }
}

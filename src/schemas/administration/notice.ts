import { Schema } from "effect"
import { mayCall, type Call, type Rights } from "../access.ts"
import { idOf, Instant } from "../ids.ts"
import { ActivityThing } from "./activity.ts"

/** What each kind tells is for those who may make this call: the rights that cover the thing (docs/policy.md#notices). */
const coveredBy = {
  campaign: "Campaign.GetCampaignDetail",
  reply: "Database.GetUnclearReplies",
  import: "Database.GetImport",
  invitation: "User.GetInvitations",
  card: "Payment.GetCardInfo",
  access: null,
  signIn: null,
  account: null,
} as const satisfies Record<string, Call | null>

export type NoticeKind = keyof typeof coveredBy
export const noticeKinds = Object.keys(coveredBy) as ReadonlyArray<NoticeKind>

/** What is always told: whoever takes an account over would switch it off first. */
const alwaysTold = ["access", "signIn", "account"] as const satisfies ReadonlyArray<NoticeKind>
export type SwitchedKind = Exclude<NoticeKind, (typeof alwaysTold)[number]>
const switchedKinds = [
  "campaign",
  "reply",
  "import",
  "invitation",
  "card",
] as const satisfies ReadonlyArray<SwitchedKind>

/** Whether a kind can be switched on and off. */
export const isSwitched = (kind: NoticeKind): kind is SwitchedKind => switchedKinds.some((one) => one === kind)

/** Whether the rights of a person cover what a kind tells. */
export const isCovered = (rights: Rights, kind: NoticeKind): boolean => {
  const call = coveredBy[kind]
  return call === null || mayCall(rights, call)
}

const Kinds = Schema.Array(Schema.Literals(switchedKinds)).check(Schema.isMaxLength(switchedKinds.length))

/** Which kinds reach a person under the bell, and which by e-mail; what is always told stands in neither. */
export const NoticeChoices = Schema.Struct({ noticesHere: Kinds, noticesByEmail: Kinds })
export type NoticeChoices = typeof NoticeChoices.Type

/** What holds for who has chosen nothing: the bell, and no mail but what would be missed by who does not look. */
export const usualNoticeChoices: NoticeChoices = { noticesHere: switchedKinds, noticesByEmail: ["card"] }

/** What can be told. */
const noticeTypes = [
  "CampaignSubmitted",
  "CampaignReturned",
  "CampaignCompleted",
  "CampaignPaused",
  "CampaignCancelled",
  "ReplyWaits",
  "ImportCompleted",
  "ImportFailed",
  "InvitationTaken",
  "CardSaved",
  "CardRemoved",
  "CardExpires",
  "UserRevised",
  "GroupRevised",
  "GroupDeleted",
  "NewDeviceSeen",
  "PasswordChanged",
  "SecondFactorChanged",
] as const
export type NoticeType = (typeof noticeTypes)[number]

export const NoticeId = idOf("NoticeId")
export type NoticeId = typeof NoticeId.Type

/** Something that a person is told of. */
export const Notice = Schema.Struct({
  noticeId: NoticeId,
  kind: Schema.Literals(noticeKinds),
  type: Schema.Literals(noticeTypes),
  /** What it is about, where that has a name. */
  thing: Schema.NullOr(ActivityThing),
  at: Instant,
  isRead: Schema.Boolean,
}).annotate({ identifier: "Notice" })
export type Notice = typeof Notice.Type

/** Most notices that are shown: the newest. */
export const shownNotices = 50

/** The body of `POST /api/User/ReadNotices`: what the person has read. */
export const ReadNotices = Schema.Struct({
  noticeIds: Schema.Array(NoticeId).check(Schema.isMaxLength(shownNotices)),
})

import { Schema } from "effect"
import { Instant } from "../ids.ts"
import { PatientReply } from "../people/conversation.ts"
import { CallRecording } from "./callRecording.ts"

/** The states of the recipient lifecycle. */
export const recipientStates = [
  "queued",
  "excluded",
  "held",
  "sending",
  "unknown",
  "sent",
  "delivered",
  "replied",
  "failed",
  "optedOut",
  "cancelled",
] as const
export const RecipientState = Schema.Literals(recipientStates)
export type RecipientState = typeof RecipientState.Type

/** The people of a campaign that its page lists by themselves: who answered, whose text failed, who was left out. */
export const tabShares = ["replied", "failed", "leftOut"] as const
export type TabShare = (typeof tabShares)[number]

/** Everything that the people of a campaign can be narrowed to by what became of them. */
export const recipientShares = [
  "sent",
  "delivered",
  "replied",
  "optedOut",
  "underway",
  "unknown",
  "waiting",
  "held",
  "failed",
  "leftOut",
  "cancelled",
] as const
export const RecipientShare = Schema.Literals(recipientShares)
export type RecipientShare = typeof RecipientShare.Type

/** Why a person of the list gets no message, found before it leaves; each channel has its words for it (docs/policy.md#exclusions). */
export const exclusionReasons = [
  "optedOut",
  "unclearReply",
  "noPhone",
  "landline",
  "otherCountry",
  "noCommonHours",
  "duplicatePhone",
  "missingVariable",
  "tooLong",
  "phoneChanged",
  "frequencyCap",
  "tooLate",
] as const
export const ExclusionReason = Schema.Literals(exclusionReasons)
export type ExclusionReason = typeof ExclusionReason.Type

/** People per recipient state; states without people are absent. */
export const Counts = Schema.Record(Schema.String, Schema.Int)
export type Counts = typeof Counts.Type

/** One attempt to reach a person by a call, and what became of it. */
export const PersonCall = Schema.Struct({
  attempt: Schema.Int,
  /** As the carrier words it, or `machine`; before it ended, how far it has come. */
  status: Schema.String,
  isOver: Schema.Boolean,
  /** How long it lasted; null while that is not known. */
  seconds: Schema.NullOr(Schema.Int),
  leftMessage: Schema.Boolean,
  /** The keys that were pressed, each with its menu, in order. */
  pressed: Schema.Array(Schema.Struct({ step: Schema.String, key: Schema.String })),
  /** What the person recorded, in order. */
  recordings: Schema.Array(CallRecording),
}).annotate({ identifier: "PersonCall" })
export type PersonCall = typeof PersonCall.Type

/** Why someone got nothing by a message, or waits for it: in words, with what staff can do about it. */
export const Reason = Schema.Struct({
  /** The carrier's code, by which it can be looked up; null where there is none. */
  code: Schema.NullOr(Schema.String),
  words: Schema.String,
  advice: Schema.String,
})
export type Reason = typeof Reason.Type

/** One recipient as the campaign page lists it. */
export const Recipient = Schema.Struct({
  recipientId: Schema.Int,
  patient: Schema.String,
  phone: Schema.String,
  state: RecipientState,
  reason: Schema.NullOr(Schema.String),
  heldUntil: Schema.NullOr(Instant),
  /** Why they got nothing or wait, in words, and what would change it; null for who did, and for who waits in line. */
  why: Schema.NullOr(Reason),
  zone: Schema.String,
  updatedOn: Instant,
  /** The visit that the person booked by the link of this text; null for none, or one that was cancelled. */
  booked: Schema.NullOr(Schema.Struct({ startsAt: Instant, zone: Schema.String })),
  /** What the person answered, in order, with what staff answered to it. */
  replies: Schema.Array(PatientReply),
  /** The attempts to call the person, in order; none where texts are sent. */
  calls: Schema.Array(PersonCall),
}).annotate({ identifier: "Recipient" })
export type Recipient = typeof Recipient.Type

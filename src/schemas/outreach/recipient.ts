import { Schema } from "effect"
import { Instant } from "../ids.ts"

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

/** Why a person of the list gets no message, found before launch (docs/policy.md#exclusions). */
export const exclusionReasons = {
  optedOut: "Opted out of texts",
  unclearReply: "Wrote what may be an opt-out; decide on the Patients page",
  noPhone: "No valid phone number",
  landline: "The number is a landline",
  otherCountry: "The number belongs to a country the company does not text",
  noCommonHours: "No hour is allowed in every time zone where the number may be",
  duplicatePhone: "Another person of the list has the same number",
  missingVariable: "A value the message needs is missing",
  tooLong: "The message would be longer than 1600 characters",
  phoneChanged: "The number was changed after the launch",
  frequencyCap: "The number got as many texts lately as the rules allow",
  tooLate: "The text would have left too late to be of use",
} as const
export type ExclusionReason = keyof typeof exclusionReasons
export const ExclusionReason = Schema.Literals(Object.keys(exclusionReasons) as ReadonlyArray<ExclusionReason>)

/** People per recipient state; states without people are absent. */
export const Counts = Schema.Record(Schema.String, Schema.Int)
export type Counts = typeof Counts.Type

/** One recipient as the campaign page lists it. */
export const Recipient = Schema.Struct({
  recipientId: Schema.Int,
  patient: Schema.String,
  phone: Schema.String,
  state: RecipientState,
  reason: Schema.NullOr(Schema.String),
  heldUntil: Schema.NullOr(Instant),
  zone: Schema.String,
  updatedOn: Instant,
  /** The visit that the person booked by the link of this text; null for none, or one that was cancelled. */
  booked: Schema.NullOr(Schema.Struct({ startsAt: Instant, zone: Schema.String })),
  /** What the person answered, in order. */
  replies: Schema.Array(Schema.Struct({ text: Schema.String, at: Instant })),
}).annotate({ identifier: "Recipient" })
export type Recipient = typeof Recipient.Type

import { Schema } from "effect"
import { CampaignId, HashedId, Instant, SenderId, TemplateId } from "../ids.ts"
import { Sender } from "../outreach/sender.ts"
import { ExclusionReason } from "../outreach/recipient.ts"
import { Appointment, type BookingNotice } from "./appointment.ts"

/** What a text about an appointment or an offer is sent for; each kind is an ongoing campaign of its own. */
export const TextKind = Schema.Literals(["booked", "moved", "cancelled", "reminder", "offer", "offerGone"])
export type TextKind = typeof TextKind.Type

/** A reminder goes this long before the start: days by the clock on the location’s wall, hours and minutes by length. */
export const ReminderStep = Schema.Struct({
  amount: Schema.Int.check(
    Schema.isBetween({ minimum: 1, maximum: 120 }, { message: "Enter a whole number from 1 to 120." }),
  ),
  unit: Schema.Literals(["minutes", "hours", "days"]),
})
export type ReminderStep = typeof ReminderStep.Type

/** Most reminders before one appointment. */
export const mostReminders = 5

/** The reminders of a company that has not chosen its own. */
export const defaultReminders: ReadonlyArray<ReminderStep> = [
  { amount: 3, unit: "days" },
  { amount: 1, unit: "days" },
  { amount: 2, unit: "hours" },
]

const Reminders = Schema.Array(ReminderStep).check(
  Schema.isMinLength(1, { message: "Keep at least one reminder, or switch reminders off." }),
  Schema.isMaxLength(mostReminders, { message: "Use at most five reminders." }),
)

/** What staff choose: the number that texts come from, which kinds go out, and when reminders do. */
export const AppointmentTextsDraft = Schema.Struct({
  senderId: SenderId,
  kinds: Schema.Array(TextKind),
  reminders: Reminders,
}).annotate({ identifier: "AppointmentTextsDraft" })
export type AppointmentTextsDraft = typeof AppointmentTextsDraft.Type

/** Through which campaign a kind goes out, and with which template. */
export const TextCampaign = Schema.Struct({ kind: TextKind, campaignId: CampaignId, templateId: TemplateId })
export type TextCampaign = typeof TextCampaign.Type

/** What is set up, as it is stored. */
export const AppointmentTextsFacts = Schema.Struct({
  senderId: SenderId,
  kinds: Schema.Array(TextKind),
  reminders: Schema.Array(ReminderStep),
  campaigns: Schema.Array(TextCampaign),
})
export type AppointmentTextsFacts = typeof AppointmentTextsFacts.Type

/** The campaign of a kind with its template, as pages open them. */
const ShownTextCampaign = Schema.Struct({
  kind: TextKind,
  templateHashedId: HashedId,
  templateName: Schema.String,
  campaignHashedId: HashedId,
  campaignState: Schema.String,
})

/** What a kind says, with samples where each patient's own values will stand. */
const TextPreview = Schema.Struct({ kind: TextKind, text: Schema.String })

/**
 * The set-up of a company with its version, which goes into If-Match; `senderId` is null before the first. `previews`
 * has each kind, one that was never on with the text that it would begin with.
 */
export const AppointmentTexts = Schema.Struct({
  senderId: Schema.NullOr(SenderId),
  kinds: Schema.Array(TextKind),
  reminders: Schema.Array(ReminderStep),
  campaigns: Schema.Array(ShownTextCampaign),
  previews: Schema.Array(TextPreview),
  senders: Schema.Array(Sender),
  version: Schema.Int,
}).annotate({ identifier: "AppointmentTexts" })
export type AppointmentTexts = typeof AppointmentTexts.Type

/** What the form of the texts holds. */
export type TextsValues = {
  readonly streamVersion: number
  readonly senderId: SenderId | null
  readonly kinds: ReadonlyArray<TextKind>
  readonly reminders: ReadonlyArray<ReminderStep>
}

/** What is set up, as the form holds it; before the first time every kind, from the company’s first number. */
export const textsValues = ({ version, senderId, kinds, reminders, senders }: AppointmentTexts): TextsValues => ({
  streamVersion: version,
  reminders,
  ...(senderId === null
    ? { senderId: senders.find(({ channel }) => channel === "SMS")?.senderId ?? null, kinds: TextKind.literals }
    : { senderId, kinds }),
})

/** Why a patient cannot be texted about an appointment: the company does not send this text, or a text would be left out. */
export const NoNotice = Schema.Literals(["off", ...ExclusionReason.literals])
export type NoNotice = typeof NoNotice.Type

/** The text that a booking, move or cancellation would send: how it reads, and from when texts may reach the patient; null for now. */
export const BookingText = Schema.Union([
  Schema.Struct({ text: Schema.String, leavesAt: Schema.NullOr(Instant), why: Schema.Null }),
  Schema.Struct({ text: Schema.Null, leavesAt: Schema.Null, why: NoNotice }),
]).annotate({ identifier: "BookingText" })
export type BookingText = typeof BookingText.Type

/** A seat that is held, with the text that booking it would send. */
export const HeldSeat = Schema.Struct({ ...Appointment.fields, notice: BookingText }).annotate({
  identifier: "HeldSeat",
})
export type HeldSeat = typeof HeldSeat.Type

/** How a patient is notified: as staff wish, where a text can be sent. */
export const noticeFor = ({ why }: BookingText, wished: BookingNotice): BookingNotice =>
  why === null ? wished : "none"

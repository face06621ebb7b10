import { Schema } from "effect"
import { DateOnly, HashedId, idOf, Instant } from "../ids.ts"
import { Note } from "./appointment.ts"
import { Weekday } from "./schedule.ts"
import { SlotId } from "./slot.ts"

/** The limits of the waitlist (docs/policy.md#waitlist). */
export const waitlistLimits = {
  /** How long a person has to answer an offer, in minutes. */
  answerMinutes: 15,
  /** How many offers a person gets within seven days at most. */
  offersAWeek: 3,
  /** How many people wait at most in a company at once. */
  people: 500,
} as const

export const WaitlistEntryId = idOf("WaitlistEntryId")
export type WaitlistEntryId = typeof WaitlistEntryId.Type
export const OfferId = idOf("OfferId")
export type OfferId = typeof OfferId.Type
/** The number of a round: one free seat, offered to one person after another. */
export const RoundId = idOf("RoundId")
export type RoundId = typeof RoundId.Type

export const WaitlistState = Schema.Literals(["waiting", "booked", "removed", "expired"])
export type WaitlistState = typeof WaitlistState.Type
export const OfferState = Schema.Literals(["offered", "accepted", "declined", "lapsed", "lost", "withdrawn"])
export type OfferState = typeof OfferState.Type
export const RoundState = Schema.Literals(["open", "filled", "free", "stopped"])
export type RoundState = typeof RoundState.Type

/** The part of the day that suits: before noon, from noon on, or both. */
export const PartOfDay = Schema.Literals(["any", "morning", "afternoon"])
export type PartOfDay = typeof PartOfDay.Type

/** How an answer came. */
export const AnsweredBy = Schema.Literals(["text", "link", "staff"])
export type AnsweredBy = typeof AnsweredBy.Type

const wishTimes = {
  /** The days that suit; every day where none is chosen. */
  weekdays: Schema.Array(Weekday).check(Schema.isMaxLength(7)),
  part: PartOfDay,
  /** The first day that suits, and the last one; null for any. */
  from: Schema.NullOr(DateOnly),
  until: Schema.NullOr(DateOnly),
}

/** When a visit would suit. */
export const WishTimes = Schema.Struct(wishTimes)
export type WishTimes = typeof WishTimes.Type

const draftFields = {
  patientHashedId: HashedId,
  /** One location, or any of a group, or any at all where both are null. */
  locationHashedId: Schema.NullOr(HashedId),
  group: Schema.NullOr(Schema.NonEmptyString.check(Schema.isMaxLength(80))),
  ...wishTimes,
  note: Note,
}

/** What a person waits for, as it is written. */
export const WaitlistDraft = Schema.Struct(draftFields).check(
  Schema.makeFilter(
    ({ locationHashedId, group, from, until }: Schema.Schema.Type<Schema.Struct<typeof draftFields>>) => [
      ...(locationHashedId !== null && group !== null
        ? [{ path: ["group"], issue: "Choose one location or a group, not both." }]
        : []),
      ...(from !== null && until !== null && until < from
        ? [{ path: ["until"], issue: "Choose a last day that is not before the first one." }]
        : []),
    ],
  ),
)
export type WaitlistDraft = typeof WaitlistDraft.Type

/** The body of `POST /api/Appointment/SaveWaitlistEntry`; a new one has no number yet. */
export const SaveWaitlistEntry = Schema.Struct({ entryId: Schema.NullOr(WaitlistEntryId), entry: WaitlistDraft })
export type SaveWaitlistEntry = typeof SaveWaitlistEntry.Type

/** Someone who waits, as staff see them. */
export const WaitlistPerson = Schema.Struct({
  hashedId: HashedId,
  externalId: Schema.NullOr(Schema.String),
  firstName: Schema.String,
  lastName: Schema.String,
})
export type WaitlistPerson = typeof WaitlistPerson.Type

/** Where: by name, and by the id of its page. */
const WaitlistPlace = Schema.Struct({ hashedId: HashedId, name: Schema.String })

/** An entry of the waitlist; `version` goes into If-Match. */
export const WaitlistEntry = Schema.Struct({
  entryId: WaitlistEntryId,
  version: Schema.Int,
  patient: WaitlistPerson,
  location: Schema.NullOr(WaitlistPlace),
  group: Schema.NullOr(Schema.String),
  ...wishTimes,
  note: Schema.String,
  since: Instant,
}).annotate({ identifier: "WaitlistEntry" })
export type WaitlistEntry = typeof WaitlistEntry.Type

/** Why a person does not get an offer of a seat now: the first rule that is not met. */
export const WhyNoOffer = Schema.Literals([
  "location",
  "dates",
  "weekday",
  "morning",
  "afternoon",
  "stage",
  "asked",
  "optedOut",
  "noPhone",
  "quiet",
  "week",
  "offer",
  "visit",
])
export type WhyNoOffer = typeof WhyNoOffer.Type

/** An offer within its round. */
export const Offer = Schema.Struct({
  offerId: OfferId,
  entryId: WaitlistEntryId,
  state: OfferState,
  patient: WaitlistPerson,
  offeredAt: Instant,
  /** When the carrier took the text of the offer; null for none. */
  textedAt: Schema.NullOr(Instant),
  answerBy: Instant,
  endedAt: Schema.NullOr(Instant),
  by: Schema.NullOr(AnsweredBy),
}).annotate({ identifier: "Offer" })
export type Offer = typeof Offer.Type

const roundFields = {
  roundId: RoundId,
  state: RoundState,
  location: WaitlistPlace,
  slotId: SlotId,
  date: DateOnly,
  start: Schema.String,
  end: Schema.String,
  zone: Schema.String,
  startsAt: Instant,
  /** When the seat was freed, or offered by hand. */
  freedAt: Instant,
  endedAt: Schema.NullOr(Instant),
  offers: Schema.Array(Offer),
}

/** A seat that was offered, with who was asked, in the order of time: a row of the offer log. */
export const OfferRound = Schema.Struct(roundFields).annotate({ identifier: "OfferRound" })
export type OfferRound = typeof OfferRound.Type

/** A round under way: with each person who waits, in fair order, and why they are not asked. */
export const OpenRound = Schema.Struct({
  ...roundFields,
  people: Schema.Array(
    Schema.Struct({
      entryId: WaitlistEntryId,
      why: Schema.NullOr(WhyNoOffer),
      /** Until when that is so, where it passes by itself. */
      until: Schema.NullOr(Instant),
    }),
  ),
}).annotate({ identifier: "OpenRound" })
export type OpenRound = typeof OpenRound.Type

/** The waitlist of a company: who waits, the longest first, and the seats that are being offered. */
export const Waitlist = Schema.Struct({
  entries: Schema.Array(WaitlistEntry),
  rounds: Schema.Array(OpenRound),
  /** Whether offers are texted: where they are not, no round begins by itself. */
  offersByText: Schema.Boolean,
}).annotate({ identifier: "Waitlist" })
export type Waitlist = typeof Waitlist.Type

/** The body of `POST /api/Appointment/AnswerOffer`: what a person said on the phone. */
export const AnswerOffer = Schema.Struct({ offerId: OfferId, answer: Schema.Literals(["accept", "decline"]) })
export type AnswerOffer = typeof AnswerOffer.Type

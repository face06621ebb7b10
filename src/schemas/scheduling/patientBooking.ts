import { Schema } from "effect"
import { DateOnly, HashedId, Instant } from "../ids.ts"
import { AppointmentStatus, appointmentTimes } from "./appointment.ts"
import { linkPurposes } from "./patientLink.ts"
import { patientLanguages } from "./patientDeeds.ts"
import { SlotId } from "./slot.ts"
import { OfferState } from "./waitlist.ts"

export const PatientLanguage = Schema.Literals(patientLanguages)
export type PatientLanguage = typeof PatientLanguage.Type

/** How many days of times are shown at once. */
export const patientDays = 7
/** With no more seats than these left, the page says how many. */
export const fewSeats = 3

/** A place as patients see it: public, and not disabled. `phone` is empty where it has none. */
export const PatientPlace = Schema.Struct({
  hashedId: HashedId,
  name: Schema.String,
  address: Schema.String,
  phone: Schema.String,
  timezone: Schema.String,
}).annotate({ identifier: "PatientPlace" })
export type PatientPlace = typeof PatientPlace.Type

/** One that can be chosen, and when its first free time begins; null while it has none. */
export const OfferedPlace = Schema.Struct({
  ...PatientPlace.fields,
  firstStartsAt: Schema.NullOr(Instant),
  /** Whether the patient is on the waitlist for it, or for any place. */
  isWaiting: Schema.Boolean,
}).annotate({ identifier: "OfferedPlace" })
export type OfferedPlace = typeof OfferedPlace.Type

/** The appointment, or the held seat, that a link is about. Whose it is, and what for, is not said. */
export const PatientVisit = Schema.Struct({
  status: AppointmentStatus,
  place: PatientPlace,
  ...appointmentTimes,
  /** Until when the seat is held; null once that is decided. */
  heldUntil: Schema.NullOr(Instant),
  /** The server's clock, by which the page counts the hold down. */
  now: Instant,
  isExtended: Schema.Boolean,
  /** Whether its time has begun: it is neither moved nor cancelled then. */
  isOver: Schema.Boolean,
  /** A booked visit as an iCalendar file, with no more of it than the page shows; null for any other. */
  calendar: Schema.NullOr(Schema.String),
}).annotate({ identifier: "PatientVisit" })
export type PatientVisit = typeof PatientVisit.Type

/** The time that the waitlist offers by a link, and what has become of the offer. */
export const PatientOffer = Schema.Struct({
  state: OfferState,
  place: PatientPlace,
  startsAt: Instant,
  endsAt: Instant,
  zone: Schema.String,
  answerBy: Instant,
  /** The server's clock, by which the page ends the offer. */
  now: Instant,
}).annotate({ identifier: "PatientOffer" })
export type PatientOffer = typeof PatientOffer.Type

/** All that a link shows. */
export const LinkDetails = Schema.Struct({
  purpose: Schema.Literals(linkPurposes),
  company: Schema.Struct({ name: Schema.String }),
  language: PatientLanguage,
  /** Whether a time can be chosen by it now. */
  canBook: Schema.Boolean,
  visit: Schema.NullOr(PatientVisit),
  /** What a link of the waitlist offers; null for any other. */
  offer: Schema.NullOr(PatientOffer),
  places: Schema.Array(OfferedPlace),
}).annotate({ identifier: "LinkDetails" })
export type LinkDetails = typeof LinkDetails.Type

/** A free time; `seatsLeft` is null where there are more than a few. */
export const OfferedTime = Schema.Struct({
  slotId: SlotId,
  date: DateOnly,
  start: Schema.String,
  startsAt: Instant,
  endsAt: Instant,
  seatsLeft: Schema.NullOr(Schema.Int),
}).annotate({ identifier: "OfferedTime" })
export type OfferedTime = typeof OfferedTime.Type

/** The free times of a place in some days. */
export const OfferedTimes = Schema.Struct({
  place: PatientPlace,
  days: Schema.Array(Schema.Struct({ date: DateOnly, times: Schema.Array(OfferedTime) })),
  /** From which day there may be times before these days, and after them; null where there are none. */
  earlierFrom: Schema.NullOr(DateOnly),
  laterFrom: Schema.NullOr(DateOnly),
}).annotate({ identifier: "OfferedTimes" })
export type OfferedTimes = typeof OfferedTimes.Type

/** The body of asking for a place on the waitlist. */
export const ChosenPlace = Schema.Struct({ hashedId: HashedId })
/** The body of holding a seat, and of moving an appointment. */
export const ChosenTime = Schema.Struct({ slotId: SlotId })

import type { AppointmentStatus } from "#schemas/scheduling/appointment.ts"
import { fewSeats, type OfferedTime, type PatientLanguage } from "#schemas/scheduling/patientBooking.ts"
import type { AvailableSlot } from "#schemas/scheduling/appointment.ts"
import type { OfferState } from "#schemas/scheduling/waitlist.ts"
import type { LinkSubject } from "#schemas/scheduling/patientLink.ts"

/** The language of the page for someone whose own is known by a name, a code or not at all. */
export const pageLanguage = (known: string | null): PatientLanguage =>
  /^(es|spa|spanish|español)/i.test(known?.trim() ?? "") ? "es" : "en"

/** An appointment as a link finds it; times are ISO 8601 in UTC. */
type Found = { readonly status: AppointmentStatus; readonly startsAt: string; readonly heldUntil: string | null }

/** Whether a seat is held and its time is over: that is no appointment any more, although no one has ended it. */
export const hasLapsed = ({ status, heldUntil }: Found, now: number): boolean =>
  status === "pending" && heldUntil !== null && Date.parse(heldUntil) <= now

/** Whether its time has begun, or it was seen as over. */
export const isOver = ({ status, startsAt }: Found, now: number): boolean =>
  status === "arrived" ||
  status === "fulfilled" ||
  status === "noshow" ||
  (status !== "cancelled" && Date.parse(startsAt) <= now)

/** Whether a time can be chosen by a link: one from a campaign’s text, as long as it has led to no visit. */
export const canBook = ({ purpose }: LinkSubject, visit: Found | null): boolean =>
  purpose === "book" && (visit === null || visit.status === "pending" || visit.status === "cancelled")

/** What has become of an offer: one that was not answered in time is over, recorded so or not. */
export const offerState = (status: OfferState | "reserved", answerBy: string, now: number): OfferState =>
  status === "reserved" || (status === "offered" && Date.parse(answerBy) <= now) ? "lapsed" : status

/** A free time as patients see it. */
export const offeredTime = ({ slotId, date, start, startsAt, endsAt, seatsLeft }: AvailableSlot): OfferedTime => ({
  ...{ slotId, date, start, startsAt, endsAt },
  seatsLeft: seatsLeft <= fewSeats ? seatsLeft : null,
})

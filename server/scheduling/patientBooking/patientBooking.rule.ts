import type { AppointmentStatus } from "#schemas/scheduling/appointment.ts"
import { fewSeats, type OfferedTime, type PatientLanguage } from "#schemas/scheduling/patientBooking.ts"
import type { AvailableSlot } from "#schemas/scheduling/appointment.ts"
import type { OfferState } from "#schemas/scheduling/waitlist.ts"
import type { LinkSubject } from "#schemas/scheduling/patientLink.ts"
import { textLanguage } from "#server/scheduling/texts/defaultTexts.rule.ts"

/** Words that many texts to patients have in one language and none in the other. */
const telling: Readonly<Record<PatientLanguage, ReadonlyArray<string>>> = {
  en: ["the", "your", "you", "is", "for", "to", "and", "here", "please", "with", "our", "reply", "book", "choose"],
  es: [
    "el",
    "la",
    "su",
    "usted",
    "es",
    "para",
    "en",
    "y",
    "aquí",
    "aqui",
    "por",
    "con",
    "responda",
    "reserve",
    "elija",
  ],
}

/** The language in which a template is written, by its common words; undefined where they do not tell. */
export const writtenIn = (template: string): PatientLanguage | undefined => {
  const words =
    template
      .toLowerCase()
      .replaceAll(/\{\{.*?\}\}|\{%.*?%\}/gu, " ")
      .match(/\p{L}+/gu) ?? []
  const count = (language: PatientLanguage) => words.filter((word) => telling[language].includes(word)).length
  const [english, spanish] = [count("en"), count("es")]
  return english === spanish ? undefined : spanish > english ? "es" : "en"
}

/** The language of the page: that of the person, else of the text with the link, else of the company. */
export const pageLanguage = (known: {
  /** A name or a code, as it is on record. */
  readonly patient: string | null
  readonly template: string | null
  /** BCP 47 tags, the company’s own first. */
  readonly company: ReadonlyArray<string>
}): PatientLanguage => {
  const own = known.patient?.trim() ?? ""
  if (own !== "") return /^(es|spa|spanish|español)/i.test(own) ? "es" : "en"
  return writtenIn(known.template ?? "") ?? textLanguage(known.company)
}

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

import { Temporal } from "temporal-polyfill"
import type { PatientId } from "#schemas/ids.ts"
import type { LocationId } from "#schemas/scheduling/location.ts"
import { waitlistLimits, type WaitlistEntryId, type WhyNoOffer, type WishTimes } from "#schemas/scheduling/waitlist.ts"

/** A free seat, as people are judged for it. */
export type FreeSeat = {
  readonly locationId: LocationId
  /** The group of its location; empty for none. */
  readonly group: string
  readonly date: string
  /** Its wall time, `HH:mm`. */
  readonly start: string
}

/** A person who waits, with all that decides whether they are asked. */
export type Waiting = WishTimes & {
  readonly entryId: WaitlistEntryId
  readonly patientId: PatientId
  readonly locationId: LocationId | null
  /** The group any of whose locations will do. */
  readonly group: string | null
  /** Since when they wait, ISO 8601 in UTC. */
  readonly since: string
  /** Whether the stage that they come for next is not possible then. */
  readonly isOutOfStage: boolean
  readonly wasAsked: boolean
  readonly isOptedOut: boolean
  readonly hasPhone: boolean
  /** When texts may reach them again, in milliseconds since 1970; null for now, Infinity for never. */
  readonly quietUntil: number | null
  /** Offers of the last seven days, whatever became of them. */
  readonly offers: number
  readonly hasOffer: boolean
  readonly hasVisit: boolean
}

const noon = "12:00"

/** What a person wishes, without what else stands against them. */
type Wish = WishTimes & Pick<Waiting, "locationId" | "group">

/** What of a wish a seat is against; null for one that suits. */
export const againstWish = (seat: FreeSeat, wish: Wish): WhyNoOffer | null => {
  const { locationId, group, from, until, weekdays, part } = wish
  if (locationId !== null && locationId !== seat.locationId) return "location"
  if (group !== null && group !== seat.group) return "location"
  if ((from !== null && seat.date < from) || (until !== null && seat.date > until)) return "dates"
  const day = Temporal.PlainDate.from(seat.date).dayOfWeek % 7
  if (weekdays.length > 0 && !weekdays.some((one) => one === day)) return "weekday"
  if (part === "morning" && seat.start >= noon) return "morning"
  return part === "afternoon" && seat.start < noon ? "afternoon" : null
}

/** Why a person is not asked about a seat now, by the first rule that is not met; null for one who fits. */
export const whyNoOffer = (seat: FreeSeat, person: Waiting): WhyNoOffer | null => {
  const wish = againstWish(seat, person)
  if (wish !== null) return wish
  if (person.isOutOfStage) return "stage"
  if (person.wasAsked) return "asked"
  if (!person.hasPhone) return "noPhone"
  if (person.isOptedOut) return "optedOut"
  if (person.hasVisit) return "visit"
  if (person.hasOffer) return "offer"
  if (person.offers >= waitlistLimits.offersAWeek) return "week"
  return person.quietUntil === null ? null : "quiet"
}

/** People in fair order: the longest waiting first; of two who came at once, the one with the lower number. */
export const inFairOrder = <Person extends Pick<Waiting, "since" | "entryId">>(
  people: ReadonlyArray<Person>,
): ReadonlyArray<Person> =>
  people.toSorted((one, other) => Date.parse(one.since) - Date.parse(other.since) || one.entryId - other.entryId)

/** Who is asked next: the longest waiting of those who fit; absent for no one. */
export const nextToAsk = (seat: FreeSeat, people: ReadonlyArray<Waiting>): Waiting | undefined =>
  inFairOrder(people).find((person) => whyNoOffer(seat, person) === null)

import type { LocationGroupCount } from "#schemas/scheduling/location.ts"
import {
  OfferId,
  RoundId,
  WaitlistEntryId,
  type Offer,
  type OfferRound,
  type OpenRound,
  type Waitlist,
  type WaitlistEntry,
} from "#schemas/scheduling/waitlist.ts"
import { bookedAppointment, sampleSlot } from "./bookingSamples.ts"

const person = (number: number, firstName: string, lastName: string) => ({
  ...{ hashedId: String(number).repeat(20), externalId: `NW-2${number}`, firstName, lastName },
})

const entryOf = (number: number, firstName: string, lastName: string, more: Partial<WaitlistEntry> = {}) =>
  ({
    ...{ entryId: WaitlistEntryId.make(number), version: 1, patient: person(number, firstName, lastName) },
    ...{ location: null, group: null, weekdays: [], part: "any", from: null, until: null, note: "" },
    since: `2026-11-0${number}T15:00:00.000Z`,
    ...more,
  }) satisfies WaitlistEntry

const ken = entryOf(1, "Ken", "Ito")
const maria = entryOf(2, "Maria", "Santos")
const dorothy = entryOf(3, "Dorothy", "Hayes")
const beth = entryOf(4, "Beth", "Coleman", { part: "morning", weekdays: [1, 3], note: "Works from 1 PM" })
/** Who is in quiet hours for some time. */
export const sampleEntry = entryOf(5, "Omar", "Farouk", { group: "North", until: "2026-12-24" })

/** When the sample seat was freed, and when the first of three was asked. */
export const freedAt = "2026-11-19T15:23:00.000Z"

const offerOf = (
  number: number,
  { entryId, patient }: WaitlistEntry,
  state: Offer["state"],
  minutes: number,
): Offer => {
  const offeredAt = new Date(Date.parse(freedAt) + minutes * 60_000).toISOString()
  const answerBy = new Date(Date.parse(offeredAt) + 15 * 60_000).toISOString()
  const endedAt = state === "offered" ? null : answerBy
  const at = { offeredAt, textedAt: offeredAt, answerBy, endedAt }
  return { offerId: OfferId.make(number), entryId, patient, state, ...at, by: null }
}

/** The offer that waits for an answer. */
export const openOffer = offerOf(2, maria, "offered", 16)

const round: OfferRound = {
  ...{ roundId: RoundId.make(1), state: "open", location: bookedAppointment.location, slotId: sampleSlot.slotId },
  ...{ date: "2026-11-20", start: "14:30", end: "15:00", zone: "America/New_York" },
  ...{ startsAt: "2026-11-20T19:30:00.000Z", freedAt, endedAt: null },
  offers: [offerOf(1, ken, "lapsed", 1), openOffer],
}

/** A round under way: the first did not answer, the second has it, the third is next. */
export const sampleRound: OpenRound = {
  ...round,
  people: [
    { entryId: ken.entryId, why: "asked", until: null },
    { entryId: maria.entryId, why: "asked", until: null },
    { entryId: dorothy.entryId, why: null, until: null },
    { entryId: beth.entryId, why: "morning", until: null },
    { entryId: sampleEntry.entryId, why: "quiet", until: "2026-11-20T13:00:00.000Z" },
  ],
}

/** Five people who wait, and a seat that is being offered. */
export const sampleWaitlist: Waitlist = {
  entries: [ken, maria, dorothy, beth, sampleEntry],
  rounds: [sampleRound],
  offersByText: true,
}

/** A round that was filled, and one under way. */
export const sampleLog: ReadonlyArray<OfferRound> = [
  round,
  {
    ...round,
    ...{ roundId: RoundId.make(2), state: "filled", endedAt: "2026-11-19T15:32:00.000Z" },
    offers: [{ ...offerOf(3, beth, "accepted", 1), by: "staff", endedAt: "2026-11-19T15:32:00.000Z" }],
  },
]

/** The groups of locations. */
export const northGroup: ReadonlyArray<LocationGroupCount> = [{ name: "North", locations: 3 }]

import { Effect } from "effect"
import type { CompanyId, PatientId, UserId } from "#schemas/ids.ts"
import { bookingWindow } from "#schemas/scheduling/appointment.ts"
import type { LocationId } from "#schemas/scheduling/location.ts"
import type { SlotId } from "#schemas/scheduling/slot.ts"
import type { PartOfDay } from "#schemas/scheduling/waitlist.ts"
import { offerStream } from "#server/scheduling/waitlist/round.commands.ts"
import { waitlistEntryStream } from "#server/scheduling/waitlist/waitlistEntry.commands.ts"
import { Database } from "#server/store/Database.ts"
import { idAt, insertRows, takeIds } from "./bulk.ts"
import { playCommands, type StreamRows } from "./streams.ts"

const minute = 60_000
const day = 24 * 60 * minute

type FreeSlot = {
  readonly slotId: SlotId
  readonly locationId: LocationId
  readonly date: string
  readonly start: string
  readonly end: string
  readonly zone: string
  readonly startsAt: Date
}

/** The first free slot of an afternoon at a busy location that is far enough ahead for a round. */
const findSlot = Effect.fnUntraced(function* (companyId: CompanyId, locationId: LocationId, now: number) {
  const { sql } = yield* Database
  const from = new Date(now + (bookingWindow.leadMinutes + 60) * minute).toISOString()
  const [slot] = yield* sql<FreeSlot>`
    select slot_id as "slotId", location_id as "locationId", to_char(date, 'YYYY-MM-DD') as date, start_time as start,
      end_time as "end", zone, starts_at as "startsAt"
    from slots where company_id = ${companyId} and location_id = ${locationId} and appt_section = 2
      and booked < capacity and starts_at >= ${from}::timestamptz
    order by starts_at limit 1`
  return slot
})

/** Who waits in the demo: how many days already, and for what, the longest first. */
const waiting: ReadonlyArray<{ days: number; part: PartOfDay; place: "any" | "other" | "here"; note: string }> = [
  { days: 16, part: "any", place: "any", note: "" },
  { days: 12, part: "any", place: "here", note: "Prefers a text" },
  { days: 9, part: "afternoon", place: "any", note: "" },
  { days: 8, part: "morning", place: "here", note: "Works from 1 PM" },
  { days: 5, part: "any", place: "other", note: "" },
  { days: 2, part: "morning", place: "any", note: "" },
]

const roundColumns = {
  company_id: "int",
  round_id: "int",
  location_id: "int",
  slot_id: "int",
  date: "date",
  start_time: "text",
  end_time: "text",
  zone: "text",
  starts_at: "timestamptz",
  cause: "text",
  state: "text",
  freed_at: "timestamptz",
  ended_at: "timestamptz",
} as const

/**
 * Stores six people who wait, and a round under way: the first of them did not answer, the second has some minutes
 * left. Gives their streams to be stored; none for a company without locations.
 */
export const storeWaitlist = Effect.fn("demo.storeWaitlist")(function* (
  { companyId, actorId }: { readonly companyId: CompanyId; readonly actorId: UserId },
  {
    locationIds,
    patientIds,
  }: { readonly locationIds: ReadonlyArray<LocationId>; readonly patientIds: ReadonlyArray<PatientId> },
  now: number,
) {
  const { sql } = yield* Database
  const [first, second] = locationIds
  const here = second ?? first
  const other = first
  const slot = here === undefined ? undefined : yield* findSlot(companyId, here, now)
  if (here === undefined || other === undefined || slot === undefined) return []
  const entryIds = yield* takeIds("waitlist_entry_ids", waiting.length)
  const offerIds = yield* takeIds("offer_ids", 2)
  const roundId = idAt(yield* takeIds("offer_round_ids", 1), 0)
  // Far from the first patients, whom the campaigns of the demo are about.
  const people = patientIds.slice(-waiting.length)
  const entries = waiting.map(({ days, part, place }, index): StreamRows => {
    const locationId = { any: null, here, other }[place]
    const wish = { locationId, group: null, weekdays: [], part, from: null, until: null }
    const entryId = idAt(entryIds, index)
    const patientId = people[index] as PatientId
    return playCommands(waitlistEntryStream, companyId, entryId, [
      { at: now - days * day, actorId, command: { _tag: "SaveEntry", entryId, patientId, wish, isNew: true } },
    ])
  })
  const freedAt = now - 19 * minute
  yield* insertRows("offer_rounds", roundColumns, [
    {
      ...{ company_id: companyId, round_id: roundId, location_id: slot.locationId, slot_id: slot.slotId },
      ...{ date: slot.date, start_time: slot.start, end_time: slot.end, zone: slot.zone },
      ...{ starts_at: slot.startsAt.toISOString(), cause: null, state: "open" },
      ...{ freed_at: new Date(freedAt).toISOString(), ended_at: null },
    },
  ])
  yield* sql`update slots set held = held + 1 where company_id = ${companyId} and slot_id = ${slot.slotId}`
  const notes = waiting.flatMap(({ note }, index) =>
    note === "" ? [] : [{ company_id: companyId, entry_id: idAt(entryIds, index), note }],
  )
  yield* insertRows("waitlist_notes", { company_id: "int", entry_id: "int", note: "text" }, notes)
  const offers = [18, 3].map((ago, index): StreamRows => {
    const offerId = idAt(offerIds, index)
    const at = now - ago * minute
    const offer = {
      offerId,
      roundId,
      entryId: idAt(entryIds, index),
      patientId: people[index] as PatientId,
      slotId: slot.slotId,
    }
    const lapsed = {
      at: at + 15 * minute,
      actorId: null,
      command: { _tag: "LapseOffer", now: at + 15 * minute },
    } as const
    return playCommands(offerStream, companyId, offerId, [
      { at, actorId: null, command: { _tag: "OfferSlot", offer, now: at } },
      ...(index === 0 ? [lapsed] : []),
    ])
  })
  return [...entries, ...offers]
})

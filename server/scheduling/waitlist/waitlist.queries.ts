import { Clock, Effect } from "effect"
import type { CompanyId, PatientId } from "#schemas/ids.ts"
import type { LocationId } from "#schemas/scheduling/location.ts"
import type { SlotId } from "#schemas/scheduling/slot.ts"
import type { WaitlistEntry, WaitlistEntryId } from "#schemas/scheduling/waitlist.ts"
import { textFacts } from "#schemas/outreach/textFacts.ts"
import { addresseeColumns, addresseeOf, type AddresseeRow } from "#server/outreach/recipients/addressee.queries.ts"
import { readSendingRules } from "#server/outreach/sendingHours/sendingRules.queries.ts"
import { readyRules, releaseTo } from "#server/outreach/sendingHours/sendingRules.rule.ts"
import { appointmentProjection } from "#server/scheduling/appointments/appointment.projection.ts"
import { takesTime } from "#server/scheduling/appointments/booked.queries.ts"
import { locationProjection } from "#server/scheduling/locations/location.projection.ts"
import { readOutOfStage } from "#server/scheduling/stages/stages.queries.ts"
import { campaignOf, readTextsSetUp } from "#server/scheduling/texts/appointmentTexts.queries.ts"
import { Database } from "#server/store/Database.ts"
import { readRow, rowsOf } from "#server/store/readModels.ts"
import type { FreeSeat, Waiting } from "./fairOrder.rule.ts"
import { offerProjection } from "./offer.projection.ts"
import { waitlistEntryProjection } from "./waitlistEntry.projection.ts"

const rowOf = readRow(waitlistEntryProjection)
const weekMillis = 7 * 86_400_000

/** A slot with its place, as people are judged for it. */
export type JudgedSlot = FreeSeat & { readonly slotId: SlotId; readonly startsAt: string; readonly endsAt: string }

type WaitingRow = AddresseeRow & {
  readonly row: unknown
  readonly offers: number
  readonly hasOffer: boolean
  readonly wasAsked: boolean
  readonly hasVisit: boolean
}

/** Everyone who waits in a company, with what decides whether they are asked about a slot; inside its transaction. */
export const readWaiting = Effect.fn("readWaiting")(function* (companyId: CompanyId, slot: JudgedSlot) {
  const { sql } = yield* Database
  const now = yield* Clock.currentTimeMillis
  const rules = readyRules(yield* readSendingRules(sql, companyId, textFacts.name))
  const at = new Date(now).toISOString()
  const weekAgo = new Date(now - weekMillis).toISOString()
  const rows = yield* sql<WaitingRow>`
    select r.row, ${addresseeColumns(sql, textFacts.name)}, o.offers, o."hasOffer", o."wasAsked",
      exists (select from read_models v
        where v.company_id = ${companyId} and ${rowsOf(sql, "v", appointmentProjection)}
          and v.patient_id = p.patient_id and ${takesTime(sql, "v")}
          and v.starts_at < ${slot.endsAt} and v.row ->> 'endsAt' > ${slot.startsAt}
          and (v.state <> 'pending' or v.row ->> 'heldUntil' > ${at})) as "hasVisit"
    from read_models r
    join patients p on p.company_id = r.company_id and p.patient_id = r.patient_id
    cross join lateral (
      select count(*) filter (where f.row ->> 'offeredAt' > ${weekAgo})::int as offers,
        coalesce(bool_or(f.state = 'offered'), false) as "hasOffer",
        coalesce(bool_or(f.slot_id = ${slot.slotId}
          and f.state in ('offered', 'declined', 'lapsed')), false) as "wasAsked"
      from read_models f
      where f.company_id = ${companyId} and ${rowsOf(sql, "f", offerProjection)}
        and f.patient_id = p.patient_id) o
    where r.company_id = ${companyId} and ${rowsOf(sql, "r", waitlistEntryProjection)} and r.state = 'waiting'`
  const entries = rows.map(({ row, ...stored }) => ({ entry: rowOf(row), ...stored }))
  const patientIds = entries.map(({ entry }) => entry.patientId)
  const outOfStage = yield* readOutOfStage(companyId, patientIds, slot)
  return entries.map(({ entry: { status: _, ...entry }, offers, hasOffer, wasAsked, hasVisit, ...stored }): Waiting => {
    const person = addresseeOf(stored)
    return {
      ...entry,
      ...{ offers, hasOffer, wasAsked, hasVisit, isOutOfStage: outOfStage.has(entry.patientId) },
      isOptedOut: person.consent === "revoked" || person.consent === "unclear",
      hasPhone: person.phone !== null && person.phoneKind !== "landline",
      quietUntil: releaseTo(person, now, rules).release.at,
    }
  })
})

/** A patient as lists of the waitlist show them, as JSON of `patients` under this alias. */
export const personJson = (alias: string): string => `json_build_object('hashedId', ${alias}.hashed_id,
  'externalId', ${alias}.external_id, 'firstName', ${alias}.first_name, 'lastName', ${alias}.last_name)`

/** The people who wait, the longest first. */
export const readEntries = Effect.fn("readWaitlistEntries")(function* (companyId: CompanyId) {
  const { sql, read } = yield* Database
  const rows = yield* read(
    companyId,
    sql<{
      readonly row: unknown
      readonly version: number
      readonly patient: WaitlistEntry["patient"]
      readonly location: WaitlistEntry["location"]
      readonly note: string | null
    }>`
      select r.row, r.stream_version as version, n.note, ${sql.literal(personJson("p"))} as patient,
        (select json_build_object('hashedId', h.hashed_id, 'name', l.row ->> 'name')
         from read_models l
         join hashed_ids h on h.company_id = l.company_id and h.kind = 'location' and h.id = l.id
         where l.company_id = r.company_id and ${rowsOf(sql, "l", locationProjection)}
           and l.id = r.location_id) as location
      from read_models r
      join patients p on p.company_id = r.company_id and p.patient_id = r.patient_id
      left join waitlist_notes n on n.company_id = r.company_id and n.entry_id = r.id
      where r.company_id = ${companyId} and ${rowsOf(sql, "r", waitlistEntryProjection)} and r.state = 'waiting'
      order by r.row ->> 'since', r.id`,
  )
  return rows.map(({ row, version, patient, location, note }): WaitlistEntry => {
    const { entryId, group, weekdays, part, from, until, since } = rowOf(row)
    return { ...{ entryId, version, patient, location, group, weekdays, part, from, until, since }, note: note ?? "" }
  })
})

/** What a patient has waited for since before an instant, ISO 8601 in UTC. */
export const readWishes = Effect.fn("readWishes")(function* (
  companyId: CompanyId,
  patientId: PatientId,
  before: string,
) {
  const { sql, read } = yield* Database
  const rows = yield* read(
    companyId,
    sql<{ row: unknown }>`
      select r.row from read_models r
      where r.company_id = ${companyId} and ${rowsOf(sql, "r", waitlistEntryProjection)} and r.state = 'waiting'
        and r.patient_id = ${patientId} and r.row ->> 'since' < ${before}
      order by r.id`,
  )
  return rows.map(({ row }) => rowOf(row))
})

/** Whether the texts by which people are offered a seat are switched on: without them no seat is offered by itself. */
export const sendsOffers = (companyId: CompanyId) =>
  Effect.map(readTextsSetUp(companyId), (setUp) => campaignOf(setUp, "offer") !== undefined)

/** How many people wait in a company. */
export const countWaiting = Effect.fn("countWaiting")(function* (companyId: CompanyId) {
  const { sql, read } = yield* Database
  const [row] = yield* read(
    companyId,
    sql<{ people: number }>`
      select count(*)::int as people from read_models r
      where r.company_id = ${companyId} and ${rowsOf(sql, "r", waitlistEntryProjection)} and r.state = 'waiting'`,
  )
  return row?.people ?? 0
})

/** Entries of all companies whose last day is over on every clock of the country, and who hold no offer. */
export const readExpired = Effect.fn("readExpiredEntries")(function* () {
  const { sql, readEveryCompany } = yield* Database
  // The date line is a day behind: a day is over when it is over there too.
  const today = new Date((yield* Clock.currentTimeMillis) - 12 * 3_600_000).toISOString().slice(0, 10)
  return yield* readEveryCompany(sql<{ readonly companyId: CompanyId; readonly entryId: WaitlistEntryId }>`
    select r.company_id as "companyId", r.id as "entryId" from read_models r
    where ${rowsOf(sql, "r", waitlistEntryProjection)} and r.state = 'waiting' and r.row ->> 'until' < ${today}
      and not exists (select from read_models f
        where f.company_id = r.company_id and ${rowsOf(sql, "f", offerProjection)} and f.state = 'offered'
          and f.patient_id = r.patient_id)
    limit 200`)
})

/** The next number of one of the waitlist’s sequences. */
export const nextNumber = Effect.fnUntraced(function* (
  sequence: "waitlist_entry_ids" | "offer_ids" | "offer_round_ids",
) {
  const { sql } = yield* Database
  const [row] = yield* Effect.orDie(sql<{ id: number }>`select nextval(${sequence}::text::regclass)::int as id`)
  return row?.id ?? (yield* Effect.die(`No number could be had of ${sequence}`))
})

/** The group of a location, which people may wait for; empty for none. */
export const readGroup = Effect.fn("readGroup")(function* (companyId: CompanyId, locationId: LocationId) {
  const { sql, read } = yield* Database
  const [row] = yield* read(
    companyId,
    sql<{ group: string }>`
      select l.row ->> 'group' as "group" from read_models l
      where l.company_id = ${companyId} and ${rowsOf(sql, "l", locationProjection)} and l.id = ${locationId}`,
  )
  return row?.group ?? ""
})

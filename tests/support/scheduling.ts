import { Effect, Layer } from "effect"
import { HttpApiTest } from "effect/http-api"
import { Api } from "#schemas/api.ts"
import type { CompanyId } from "#schemas/ids.ts"
import type { ScheduledDay, Section } from "#schemas/scheduling/schedule.ts"
import type { SlotTime } from "#schemas/scheduling/slot.ts"
import { appointmentHandlers, bookingHandlers, locationHandlers, schedulerHandlers } from "#server/program/contract.ts"
import { Database } from "#server/store/Database.ts"
import { callingAs } from "./callingAs.ts"
import { location } from "./contractRequests.ts"
import type { embeddedDatabase } from "./embeddedDatabase.ts"
import { makeList, storeOn } from "./outreach.ts"
import { freshCompany } from "./outreachCalls.ts"
import { sections as usual } from "./scheduleSamples.ts"

/** The calls of scheduling on a database, with a clock that tests may move. */
export const schedulingOn = (database: typeof embeddedDatabase) =>
  Layer.mergeAll(locationHandlers, schedulerHandlers, appointmentHandlers, bookingHandlers).pipe(
    Layer.provideMerge(callingAs),
    Layer.provideMerge(storeOn(database)),
  )

/** The client of those calls. */
export const schedulingClient = HttpApiTest.groups(Api, ["Location", "Scheduler", "Appointment", "Booking"])

/** The day of tests, a Wednesday at nine in the morning where the location is, and the Monday after it. */
export const testDay = "2026-11-18"
export const monday = "2026-11-23"

/** The public ids of a company’s patients, in the order in which they were made. */
export const patientsOf = Effect.fnUntraced(function* (companyId: CompanyId) {
  const { sql, company } = yield* Database
  const rows = yield* company(companyId)(
    sql<{ id: string }>`select hashed_id as id from patients where company_id = ${companyId} order by patient_id`,
  )
  return rows.map(({ id }) => id)
})

/** A company of its own with so many patients, at nine in the morning of `testDay` on the west coast. */
export const companyWith = Effect.fnUntraced(function* (people: number) {
  const companyId = yield* freshCompany()
  yield* makeList(companyId, people)
  return { companyId, patients: yield* patientsOf(companyId) }
})

/** Saves a location and these days of its schedule as the caller; gives its public id. */
export const savedPlace = Effect.fnUntraced(function* (
  days: ReadonlyArray<ScheduledDay>,
  {
    sections = usual,
    name = "Eastmont",
    isPublic = true,
  }: { readonly sections?: ReadonlyArray<Section>; readonly name?: string; readonly isPublic?: boolean } = {},
) {
  const { Location, Scheduler } = yield* schedulingClient
  const made = yield* Location.SaveLocation({
    headers: {},
    payload: { hashedId: null, location: { ...location, name, isPublic, closures: [] } },
  })
  const { hashedId } = made.data
  yield* Scheduler.SaveScheduler({ headers: {}, payload: { hashedId, sections, days } })
  return hashedId
})

/** Slots of the morning of a day. */
export const morning = (date: string, slots: ReadonlyArray<SlotTime>): ScheduledDay => ({ apptSection: 1, date, slots })

/** The slots of a location from one day to another. */
export const slotsOf = Effect.fnUntraced(function* (hashedId: string, startDate: string, endDate = startDate) {
  const { Scheduler } = yield* schedulingClient
  const { data } = yield* Scheduler.GetSchedulerDetails({ query: { hashedId, startDate, endDate } })
  return data.slots
})

/** The number of the slot of a day that begins at a time. */
export const slotIdOf = Effect.fnUntraced(function* (hashedId: string, date: string, start: string) {
  const slot = (yield* slotsOf(hashedId, date)).find((one) => one.start === start)
  return slot?.slotId ?? (yield* Effect.die(`There is no slot at ${start}`))
})

/** Counters of slots that differ from the appointments and rounds of the waitlist that take their seats, and slots with more than their seats. */
export const seatDrift = Effect.gen(function* () {
  const { sql, everyCompany } = yield* Database
  return yield* everyCompany(sql`
    select s.slot_id, s.capacity, s.overbook, s.booked, s.held, a.booked as really_booked, a.held as really_held
    from slots s, lateral (
      select count(*) filter (where r.state in ('booked', 'confirmed', 'arrived', 'fulfilled', 'noshow'))::int as booked,
        (count(*) filter (where r.state = 'pending') + (select count(*) from offer_rounds o
          where o.company_id = s.company_id and o.slot_id = s.slot_id and o.state = 'open'))::int as held
      from read_models r
      where r.company_id = s.company_id and r.category = 'appointment' and (r.row ->> 'slotId')::int = s.slot_id) a
    where s.booked <> a.booked or s.held <> a.held or s.booked + s.held > s.capacity + s.overbook`)
})

import type { PgClient } from "@effect/sql-pg/PgClient"
import { Clock, Effect, Struct } from "effect"
import type { Fragment } from "effect/sql/Statement"
import type { SlotId } from "#schemas/scheduling/slot.ts"
import type { CompanyId } from "#schemas/ids.ts"
import type { Location, LocationId, LocationState } from "#schemas/scheduling/location.ts"
import type { ScheduleDetails, scheduleList, ScheduleSummary } from "#schemas/scheduling/schedule.ts"
import { locationProjection } from "#server/scheduling/locations/location.projection.ts"
import type { StageId } from "#schemas/scheduling/stage.ts"
import { readStageList } from "#server/scheduling/stages/stages.queries.ts"
import { Database } from "#server/store/Database.ts"
import { numberOf, withHashedId } from "#server/store/hashedIds.ts"
import type { ListPage } from "#server/store/ordering.ts"
import { orNotFound } from "#server/store/orNotFound.ts"
import { pageOfRows, readPage, readRow, rowsOf } from "#server/store/readModels.ts"
import { closedDaysOf, firstSections, isOffered, type Closing } from "./offer.rule.ts"
import { scheduleProjection, type ScheduleRow } from "./schedule.projection.ts"
import { readSlots, seatsByDay, shownSlot, slotColumns, type StoredSlot } from "./slot.queries.ts"
import { clockChanges, dateAt } from "./wallTime.rule.ts"

const rowOf = readRow(scheduleProjection)

type StoredPlace = {
  readonly locationId: LocationId
  readonly hashedId: string
  readonly status: LocationState
  readonly body: Location["location"]
  readonly holidays: Closing["holidays"]
  readonly schedule: unknown
  readonly version: number | null
}

/** No alias of it is one of the statements around it: `locationId` may be a column of theirs. */
const placeStatement = (sql: PgClient, companyId: CompanyId, locationId: LocationId | Fragment) => sql<StoredPlace>`
  select r.id as "locationId", h.hashed_id as "hashedId", r.state as status, v.body,
    (select c.holidays from companies c where c.company_id = ${companyId}) as holidays,
    kept.row as schedule, kept.stream_version as version
  from read_models r ${withHashedId(sql, "r", locationProjection)}
  join revisions v on v.company_id = r.company_id and v.kind = 'location' and v.id = r.id
    and v.revision = (r.row ->> 'revision')::int
  left join read_models kept
    on kept.company_id = r.company_id and ${rowsOf(sql, "kept", scheduleProjection)} and kept.id = r.id
  where r.company_id = ${companyId} and ${rowsOf(sql, "r", locationProjection)} and r.id = ${locationId}`

/** How long the last change can be undone, in milliseconds. */
const undoSpan = 86_400_000

/** What can be undone at an instant. */
const undoableAt = ({ state, lastChange }: ScheduleRow, now: number): ScheduleRow["lastChange"] =>
  state === "changed" && lastChange !== null && now - Date.parse(lastChange.at) < undoSpan ? lastChange : null

const placeOf = ({ body, schedule, version, ...stored }: StoredPlace, now: number) => {
  const today = dateAt(now, body.timezone)
  const row = schedule === null ? scheduleProjection.initialRow : rowOf(schedule)
  const sections = row.sections.length === 0 ? firstSections(today) : row.sections
  const { name, timezone, hours, closures, line1, city } = body
  return {
    ...stored,
    name,
    timezone,
    hours,
    closures,
    address: `${line1}, ${city}`,
    version: version ?? 0,
    ...{ today, row, sections, undoable: undoableAt(row, now) },
  }
}

/** A location as its schedule needs it: what closes it, its sections, and today on its calendar. */
export type Place = ReturnType<typeof placeOf>

/** A location as a call names it: by number, or by the public id. */
export type PlaceNamed = LocationId | { readonly hashedId: string }

/** A location with its schedule; fails with NotFound. */
export const foundPlace = Effect.fn("foundPlace")(function* (companyId: CompanyId, of: PlaceNamed) {
  const { sql, read } = yield* Database
  const now = yield* Clock.currentTimeMillis
  const id = typeof of === "object" ? numberOf(sql, companyId, locationProjection, of.hashedId) : of
  const [stored] = yield* read(companyId, placeStatement(sql, companyId, id))
  return yield* orNotFound(Effect.succeed(stored === undefined ? undefined : placeOf(stored, now)))
})

/** The same, in a transaction in which no other change of this schedule comes between. */
export const lockedPlace = Effect.fn("lockedPlace")(function* (companyId: CompanyId, locationId: LocationId) {
  const { sql } = yield* Database
  yield* Effect.orDie(sql`
    select 1 from read_models r
    where r.company_id = ${companyId} and ${rowsOf(sql, "r", locationProjection)} and r.id = ${locationId} for update`)
  return yield* foundPlace(companyId, locationId)
})

/** A slot of a company, with the location’s number and the zone in which it was made. */
type SlotOfPlace = StoredSlot & Pick<StoredPlace, "locationId"> & { readonly zone: string }

/** Something else that is read of a slot, named `s` in it, as JSON. */
type OfSlot = {
  readonly json: Fragment
  readonly joins: Fragment
}

/**
 * A slot with the place where it is, and what else is asked about it, in one round trip; fails with NotFound, also where
 * what it joins is not there.
 */
export const foundSlotWith = Effect.fn("foundSlot")(function* <More>(
  companyId: CompanyId,
  slotId: SlotId,
  of: (sql: PgClient) => OfSlot,
) {
  const { sql, read } = yield* Database
  const now = yield* Clock.currentTimeMillis
  const { json, joins } = of(sql)
  const [found] = yield* read(
    companyId,
    sql<StoredPlace & Omit<SlotOfPlace, "locationId"> & { readonly more: More }>`
      select ${sql.literal(slotColumns)}, s.zone, place.*, ${json} as more from slots s
      cross join lateral (${placeStatement(sql, companyId, sql`s.location_id`)}) place ${joins}
      where s.company_id = ${companyId} and s.slot_id = ${slotId}`,
  )
  const { locationId, hashedId, status, body, holidays, schedule, version, more, ...slot } = yield* orNotFound(
    Effect.succeed(found),
  )
  return {
    slot: { ...slot, locationId } satisfies SlotOfPlace,
    place: placeOf({ locationId, hashedId, status, body, holidays, schedule, version }, now),
    more,
  }
})

/** A slot with the place where it is, in one round trip; fails with NotFound. */
export const foundSlot = (companyId: CompanyId, slotId: SlotId) =>
  foundSlotWith<null>(companyId, slotId, (sql) => ({ json: sql`null`, joins: sql`` }))

/** A location’s sections with their slots from one day to another. */
export const readSchedule = Effect.fn("readSchedule")(function* (
  companyId: CompanyId,
  locationId: LocationId,
  span: { readonly startDate: string; readonly endDate: string },
) {
  const { row: _, today: __, undoable, closures, holidays, ...place } = yield* foundPlace(companyId, locationId)
  const { startDate, endDate } = span
  const slots = yield* readSlots(companyId, locationId, span)
  const { stages } = yield* readStageList(companyId)
  const isFor = (stageId: StageId) => place.sections.some((section) => section.stageId === stageId)
  const closedDays = closedDaysOf({ closures, holidays }, startDate, endDate)
  const isOpen = ({ apptSection, date }: (typeof slots)[number]) =>
    !closedDays.some((closed) => closed.date === date) &&
    place.sections.some((section) => section.apptSection === apptSection && isOffered(section, date))
  return {
    ...place,
    ...span,
    stages: stages.flatMap(({ stageId, name, isActive }) => (isActive || isFor(stageId) ? [{ stageId, name }] : [])),
    slots: slots.map((slot) => shownSlot(slot, place.status === "active" && isOpen(slot))),
    closedDays,
    clockChanges: clockChanges(startDate, endDate, place.timezone),
    lastChange: undoable === null ? null : Struct.omit(undoable, ["version"]),
  } satisfies ScheduleDetails
})

const list = {
  alias: "t",
  projection: locationProjection,
  columns: {
    name: `lower(t.row ->> 'name') collate "C"`,
    city: `lower(t.row ->> 'city') collate "C"`,
  } satisfies Record<(typeof scheduleList.columns)[number], string>,
  searched: ["name", "city"],
}

/** How far the seats left of a list look ahead, in milliseconds. */
const listedSpan = 7 * 86_400_000

type StoredSummary = Omit<ScheduleSummary, "sectionsOn"> & { readonly schedule: unknown }

/** One page of a company’s locations with what their schedules offer. */
export const readSchedules = Effect.fn("readSchedules")(function* (
  companyId: CompanyId,
  { sort = "name", ...asked }: ListPage,
) {
  const { sql } = yield* Database
  const page = { ...asked, sort }
  const now = yield* Clock.currentTimeMillis
  const from = new Date(now).toISOString()
  const until = new Date(now + listedSpan).toISOString()
  return yield* readPage(companyId, list, page, {
    page: sql<StoredSummary>`
      select t.id as "locationId", h.hashed_id as "hashedId", t.row ->> 'name' as name, t.row ->> 'city' as city,
        t.row ->> 'state' as state, t.state as status, s.row as schedule,
        coalesce(o.seats, 0)::int as "seatsLeft"
      from read_models t ${withHashedId(sql, "t", locationProjection)}
      left join read_models s on s.company_id = t.company_id and ${rowsOf(sql, "s", scheduleProjection)} and s.id = t.id
      left join lateral ${seatsByDay(sql, { location: "t", from, until })} o on t.state = 'active'
      ${pageOfRows(sql, companyId, list, page)}`,
    shownOf: ({ schedule, ...summary }): ScheduleSummary => ({
      ...summary,
      sectionsOn:
        schedule === null
          ? []
          : rowOf(schedule).sections.flatMap(({ apptSection, switchValue }) => (switchValue ? [apptSection] : [])),
    }),
    idOf: ({ locationId }) => locationId,
  })
})

import type { PgClient } from "@effect/sql-pg/PgClient"
import { Effect } from "effect"
import type { Fragment } from "effect/sql/Statement"
import type { CompanyId } from "#schemas/ids.ts"
import type { LocationId } from "#schemas/scheduling/location.ts"
import type { ApptSection, Slot, SlotId, SlotTime } from "#schemas/scheduling/slot.ts"
import type { StageId } from "#schemas/scheduling/stage.ts"
import type { StageSpan } from "#server/scheduling/stages/stageOrder.rule.ts"
import { integers, texts } from "#server/store/columnArrays.ts"
import { Database } from "#server/store/Database.ts"
import { statusOf } from "./offer.rule.ts"
import type { PlannedDay } from "./replicate.rule.ts"
import type { DatedSlot } from "./scheduleDays.rule.ts"
import { instantsOf } from "./wallTime.rule.ts"

/** The columns of a slot as `StoredSlot` names them. */
export const slotColumns = `s.slot_id as "slotId", s.appt_section::int as "apptSection", to_char(s.date, 'YYYY-MM-DD') as date,
  s.start_time as start, s.end_time as "end", s.is_later as "isLater", s.capacity::int as capacity,
  s.overbook::int as overbook, s.buffer_before::int as "bufferBefore", s.buffer_after::int as "bufferAfter",
  s.starts_at as "startsAt", s.ends_at as "endsAt", s.booked, s.held`

/** A slot as the database has it. */
export type StoredSlot = Omit<Slot, "status" | "startsAt" | "endsAt" | "isLater"> & {
  readonly isLater: boolean
  readonly startsAt: Date
  readonly endsAt: Date
}

/** A slot as it is answered; `isOpen` where its section is on and its day not closed. */
export const shownSlot = ({ isLater, ...slot }: StoredSlot, isOpen: boolean): Slot => ({
  ...slot,
  ...(isLater ? { isLater } : {}),
  startsAt: slot.startsAt.toISOString(),
  endsAt: slot.endsAt.toISOString(),
  status: statusOf(slot, isOpen),
})

/** Which slots of a location: those from one day to another, of one section or of all. */
export type SlotSpan = {
  readonly startDate: string
  readonly endDate: string
  readonly apptSection?: ApptSection
}

/** A location’s slots of some days, in the order of their time. */
export const readSlots = Effect.fn("readSlots")(function* (
  companyId: CompanyId,
  locationId: LocationId,
  span: SlotSpan,
) {
  const { sql, read } = yield* Database
  const { startDate, endDate, apptSection } = span
  return yield* read(
    companyId,
    sql<StoredSlot>`
      select ${sql.literal(slotColumns)} from slots s
      where s.company_id = ${companyId} and s.location_id = ${locationId}
        and s.date between ${startDate}::date and ${endDate}::date
        ${apptSection === undefined ? sql`` : sql`and s.appt_section = ${apptSection}`}
      order by s.date, s.starts_at, s.appt_section`,
  )
})

/** A slot as plans compare it. */
export const standingOf = ({ booked, held, isLater, ...slot }: StoredSlot): DatedSlot => ({
  slotId: slot.slotId,
  ...{ apptSection: slot.apptSection, date: slot.date, start: slot.start, end: slot.end },
  ...(isLater ? { isLater } : {}),
  ...{ capacity: slot.capacity, overbook: slot.overbook },
  ...{ bufferBefore: slot.bufferBefore, bufferAfter: slot.bufferAfter },
  taken: booked + held,
})

/** The slots that a change is about, locked until it is stored: what is booked meanwhile waits. */
export const lockSlots = Effect.fn("lockSlots")(function* (
  companyId: CompanyId,
  locationId: LocationId,
  which: Fragment,
) {
  const { sql } = yield* Database
  const slots = yield* Effect.orDie(sql<StoredSlot>`
    select ${sql.literal(slotColumns)} from slots s
    where s.company_id = ${companyId} and s.location_id = ${locationId} and ${which}
    order by s.slot_id for update`)
  return slots.map(standingOf)
})

type Written = { readonly slot: SlotTime; readonly date: string }

/** The columns that adding and changing write alike, for `unnest`. */
const columnsOf = (rows: ReadonlyArray<Written>, zone: string) => {
  const spans = rows.map(({ slot, date }) => {
    const span = instantsOf({ ...slot, date }, zone)
    if (span === undefined) throw new Error(`No clock of ${zone} shows ${slot.start} to ${slot.end} on ${date}`)
    return span
  })
  return {
    startsAt: texts(spans.map(({ startsAt }) => startsAt)),
    endsAt: texts(spans.map(({ endsAt }) => endsAt)),
    end: texts(rows.map(({ slot }) => slot.end)),
    capacity: integers(rows.map(({ slot }) => slot.capacity)),
    overbook: integers(rows.map(({ slot }) => slot.overbook)),
    before: integers(rows.map(({ slot }) => slot.bufferBefore)),
    after: integers(rows.map(({ slot }) => slot.bufferAfter)),
  }
}

/** Stores what was planned for days of a location, whose slots are locked; joins the command's transaction. */
export const storePlans = Effect.fn("storePlans")(function* (
  companyId: CompanyId,
  { locationId, timezone }: { readonly locationId: LocationId; readonly timezone: string },
  days: ReadonlyArray<PlannedDay>,
) {
  const { sql } = yield* Database
  const removed = days.flatMap(({ plan }) => plan.removes.map(({ slotId }) => slotId))
  const changed = days.flatMap(({ date, plan }) => plan.changes.map((change) => ({ ...change, date })))
  const added = days.flatMap(({ apptSection, date, plan }) => plan.adds.map((slot) => ({ apptSection, date, slot })))
  if (removed.length > 0) {
    yield* sql`delete from slots where company_id = ${companyId} and slot_id = any(${integers(removed)}::int[])`
  }
  if (changed.length > 0) {
    const { startsAt, end, endsAt, capacity, overbook, before, after } = columnsOf(changed, timezone)
    // Of a slot that has the zone which the location had before, the start stays too.
    yield* sql`
      update slots s set end_time = g.end_time, ends_at = s.starts_at + (g.ends_at - g.starts_at),
        capacity = g.capacity, overbook = g.overbook, buffer_before = g.buffer_before, buffer_after = g.buffer_after
      from unnest(${integers(changed.map(({ slotId }) => slotId))}::int[], ${startsAt}::timestamptz[], ${end}::text[],
        ${endsAt}::timestamptz[], ${capacity}::int[], ${overbook}::int[], ${before}::int[], ${after}::int[])
        as g (slot_id, starts_at, end_time, ends_at, capacity, overbook, buffer_before, buffer_after)
      where s.company_id = ${companyId} and s.slot_id = g.slot_id`
  }
  if (added.length > 0) {
    const { startsAt, end, endsAt, capacity, overbook, before, after } = columnsOf(added, timezone)
    yield* sql`
      insert into slots (company_id, location_id, zone, appt_section, date, start_time, is_later, starts_at, end_time,
        ends_at, capacity, overbook, buffer_before, buffer_after)
      select ${companyId}, ${locationId}, ${timezone}, g.* from unnest(
        ${integers(added.map(({ apptSection }) => apptSection))}::int[], ${texts(added.map(({ date }) => date))}::date[],
        ${texts(added.map(({ slot }) => slot.start))}::text[],
        ${texts(added.map(({ slot }) => String(slot.isLater === true)))}::boolean[], ${startsAt}::timestamptz[],
        ${end}::text[], ${endsAt}::timestamptz[], ${capacity}::int[], ${overbook}::int[], ${before}::int[],
        ${after}::int[]) g`
  }
})

/** A slot by its number; absent when the company has none. */
export const findSlot = Effect.fn("findSlot")(function* (companyId: CompanyId, slotId: SlotId) {
  const { sql, read } = yield* Database
  const [slot] = yield* read(
    companyId,
    sql<StoredSlot & { readonly locationId: LocationId; readonly zone: string }>`
      select ${sql.literal(slotColumns)}, s.location_id as "locationId", s.zone from slots s
      where s.company_id = ${companyId} and s.slot_id = ${slotId}`,
  )
  return slot
})

/** The condition that a slot lies on days on which a stage is possible. */
const onDays = (sql: PgClient, alias: string, days: StageSpan | null): Fragment => {
  const date = sql.literal(`${alias}.date`)
  return sql`${days === null || days.from === null ? sql`` : sql`and ${date} >= ${days.from}::date`}
    ${days === null || days.to === null ? sql`` : sql`and ${date} <= ${days.to}::date`}`
}

/** Free slots of a location that begin in a span of time, the earliest first, so many at most. */
export const readFreeSlots = Effect.fn("readFreeSlots")(function* (
  companyId: CompanyId,
  locationId: LocationId,
  {
    from,
    until,
    most,
    sections,
    days,
  }: {
    readonly from: string
    readonly until: string
    readonly most: number
    readonly sections: ReadonlyArray<ApptSection>
    readonly days: StageSpan | null
  },
) {
  const { sql, read } = yield* Database
  return yield* read(
    companyId,
    sql<StoredSlot>`
      select ${sql.literal(slotColumns)} from slots s
      where s.company_id = ${companyId} and s.location_id = ${locationId} and s.booked + s.held < s.capacity
        and s.starts_at >= ${from}::timestamptz and s.starts_at < ${until}::timestamptz
        and s.appt_section = any(${integers(sections)}::int[]) ${onDays(sql, "s", days)}
      order by s.starts_at limit ${most}`,
  )
})

/**
 * The seats that a location offers in a span of time, and when the first of them begins, as a subquery for one row of
 * locations: those of sections that are on, on days on which neither the location nor its company is closed.
 * @param location the alias of the location’s row in `read_models`
 */
export const seatsByDay = (
  sql: PgClient,
  {
    location,
    from,
    until,
    stage,
  }: {
    readonly location: string
    readonly from: string
    readonly until: string
    /** For a visit of one stage, or without one; all seats where it is absent. */
    readonly stage?: { readonly stageId: StageId | null; readonly days: StageSpan | null }
  },
): Fragment => {
  const of = sql.literal(location)
  return sql`(
    select sum(d.seats) as seats, min(d.first) as first
    from (
      select p.appt_section, p.date, sum(p.capacity - p.booked - p.held) as seats, min(p.starts_at) as first from slots p
      where p.company_id = ${of}.company_id and p.location_id = ${of}.id and p.booked + p.held < p.capacity
        and p.starts_at >= ${from}::timestamptz and p.starts_at < ${until}::timestamptz
        ${onDays(sql, "p", stage?.days ?? null)}
      group by 1, 2) d
    join read_models s on s.company_id = ${of}.company_id and s.category = 'schedule' and s.id = ${of}.id
    join revisions v on v.company_id = ${of}.company_id and v.kind = 'location' and v.id = ${of}.id
      and v.revision = (${of}.row ->> 'revision')::int
    join companies c on c.company_id = ${of}.company_id
    where exists (
        select from jsonb_array_elements(s.row -> 'sections') e
        where (e ->> 'apptSection')::int = d.appt_section and (e ->> 'switchValue')::boolean
          and d.date between (e ->> 'startDate')::date and (e ->> 'endDate')::date
          ${stage === undefined ? sql`` : sql`and coalesce((e ->> 'stageId')::int = ${stage.stageId}::int, e ->> 'stageId' is null)`}
          and e -> 'days' @> to_jsonb(extract(dow from d.date)::int))
      and not exists (
        select from jsonb_array_elements(v.body -> 'closures') e
        where d.date between (e ->> 'from')::date and (e ->> 'to')::date)
      and not exists (select from jsonb_array_elements(c.holidays) e where (e ->> 'date')::date = d.date))`
}

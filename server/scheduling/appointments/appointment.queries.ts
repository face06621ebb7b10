import { Clock, Effect } from "effect"
import type { PgClient } from "@effect/sql-pg/PgClient"
import type { Fragment } from "effect/sql/Statement"
import type { CompanyId, PatientId } from "#schemas/ids.ts"
import {
  AppointmentId,
  type Appointment,
  type appointmentList,
  type AppointmentMoment,
  type AppointmentSource,
  type AppointmentStatus,
} from "#schemas/scheduling/appointment.ts"
import type { DaySpan } from "#schemas/scheduling/appointmentsAsked.ts"
import type { LocationId } from "#schemas/scheduling/location.ts"
import type { SlotId } from "#schemas/scheduling/slot.ts"
import type { StageId } from "#schemas/scheduling/stage.ts"
import { actorsOf } from "#server/administration/activity/actor.queries.ts"
import { streamId } from "#server/decider.ts"
import { locationProjection } from "#server/scheduling/locations/location.projection.ts"
import { isReplyCommand } from "#server/scheduling/texts/replyCommand.rule.ts"
import { Database } from "#server/store/Database.ts"
import { integers } from "#server/store/columnArrays.ts"
import { EventStore } from "#server/store/EventStore.ts"
import { withHashedId } from "#server/store/hashedIds.ts"
import type { ListPage } from "#server/store/ordering.ts"
import { orNotFound } from "#server/store/orNotFound.ts"
import { joinEach, pageOfRows, readPage, readRow, rowsOf, type RowPage } from "#server/store/readModels.ts"
import { appointmentProjection, type AppointmentRow } from "./appointment.projection.ts"

const rowOf = readRow(appointmentProjection)

/** Whom, where and for which stage an appointment is about, as it is shown. */
export type AboutVisit = {
  readonly patient: Appointment["patient"]
  readonly location: Appointment["location"]
  readonly stage: Appointment["stage"]
  readonly note: string | null
}

type StoredAppointment = AboutVisit & {
  readonly row: unknown
  readonly stream_version: number
  readonly hashed_id: string
}

const shownOf = ({ row, ...stored }: StoredAppointment): Appointment => shownAppointment({ row: rowOf(row), ...stored })

/** An appointment as it is shown, from its row. */
export const shownAppointment = ({
  row,
  stream_version,
  hashed_id,
  patient,
  location,
  stage,
  note,
}: Omit<StoredAppointment, "row"> & { readonly row: AppointmentRow }): Appointment => {
  const { patientId: _, locationId: __, stageId: ___, status, ...facts } = row
  return {
    ...facts,
    hashedId: hashed_id,
    version: stream_version,
    // A stored appointment began with a held seat.
    status: status as AppointmentStatus,
    ...{ patient, location, stage, note: note ?? "" },
  }
}

const list = {
  alias: "t",
  projection: appointmentProjection,
  columns: { start: "t.starts_at" } satisfies Record<(typeof appointmentList.columns)[number], string>,
}

/** A patient under an alias as appointments show them, as JSON. */
export const shownPatient = (sql: PgClient, alias: string): Fragment => {
  const of = (column: string) => sql.literal(`${alias}.${column}`)
  return sql`json_build_object('hashedId', ${of("hashed_id")}, 'externalId', ${of("external_id")},
    'firstName', ${of("first_name")}, 'lastName', ${of("last_name")}, 'phone', ${of("phone")})`
}

/** The stage of a company with a number, given as JSON, as appointments show it. */
export const shownStage = (sql: PgClient, companyId: Fragment, stageId: Fragment): Fragment => sql`(
  select json_build_object('stageId', (e ->> 'stageId')::int, 'name', e ->> 'name')
  from read_models g, jsonb_array_elements(g.row -> 'stages') e
  where g.company_id = ${companyId} and g.category = 'stages' and g.id = ${companyId} and e -> 'stageId' = ${stageId})`

const statement = (sql: PgClient, companyId: CompanyId, of: typeof list, page: RowPage) => sql<StoredAppointment>`
  select t.row, t.stream_version, h.hashed_id, n.note,
    ${shownPatient(sql, "p")} as patient,
    json_build_object('hashedId', l.hashed_id, 'name', l.row ->> 'name') as location,
    ${shownStage(sql, sql`t.company_id`, sql`t.row -> 'stageId'`)} as stage
  from read_models t ${withHashedId(sql, "t", appointmentProjection)}
  ${joinEach(sql, "p", sql`select * from patients where company_id = t.company_id and patient_id = t.patient_id`)}
  ${joinEach(
    sql,
    "l",
    sql`select r.row, h.hashed_id from read_models r ${withHashedId(sql, "r", locationProjection)}
      where r.company_id = t.company_id and ${rowsOf(sql, "r", locationProjection)} and r.id = t.location_id`,
  )}
  left join appointment_notes n on n.company_id = t.company_id and n.appointment_id = t.id
  ${pageOfRows(sql, companyId, of, page)}`

/** Which appointments a page is asked for: of one location or patient, of the days from one to another on its calendar. */
export type AppointmentPage = ListPage & {
  readonly locationId?: LocationId | undefined
  readonly patientId?: PatientId | undefined
  readonly stageId?: StageId | undefined
  /** Where they were made. */
  readonly source?: AppointmentSource | undefined
  readonly startDate?: string | undefined
  readonly endDate?: string | undefined
}

/** One page of a company’s appointments in the order of their time; with the first page, how many stand in each status. */
export const readAppointments = Effect.fn("readAppointments")(function* (
  companyId: CompanyId,
  { locationId, patientId, stageId, source, startDate, endDate, sort = "start", ...asked }: AppointmentPage,
) {
  const { sql } = yield* Database
  const conditions: ReadonlyArray<Fragment> = [
    ...(locationId === undefined ? [] : [sql`t.location_id = ${locationId}`]),
    ...(patientId === undefined ? [] : [sql`t.patient_id = ${patientId}`]),
    ...(stageId === undefined ? [] : [sql`(t.row ->> 'stageId')::integer = ${stageId}`]),
    ...(source === undefined ? [] : [sql`t.row ->> 'source' = ${source}`]),
    ...(startDate === undefined ? [] : [sql`t.row ->> 'date' >= ${startDate}`]),
    ...(endDate === undefined ? [] : [sql`t.row ->> 'date' <= ${endDate}`]),
  ]
  const of = { ...list, narrowed: conditions.length === 0 ? sql`` : sql`and ${sql.and(conditions)}` }
  const page = { ...asked, sort }
  return yield* readPage(companyId, of, page, {
    page: statement(sql, companyId, of, page),
    shownOf,
    idOf: ({ appointmentId }) => appointmentId,
  })
})

/** A location's appointments of some days in the order of their time, of any status, at most `most` of them. */
export const readAppointmentsOf = Effect.fn("readAppointmentsOf")(function* (
  companyId: CompanyId,
  locationId: LocationId,
  { startDate, endDate }: DaySpan,
  most: number,
) {
  const { sql, read } = yield* Database
  const of = {
    ...list,
    narrowed: sql`and t.location_id = ${locationId}
      and t.row ->> 'date' between ${startDate} and ${endDate}`,
  }
  // One row more than a page holds is read, as for every list.
  const page = { sort: "start", pageSize: most - 1 }
  return (yield* read(companyId, statement(sql, companyId, of, page))).map(shownOf)
})

/** An appointment of the company as it stands; fails with NotFound. */
export const foundAppointment = Effect.fn("foundAppointment")(function* (companyId: CompanyId, id: AppointmentId) {
  const { sql, read } = yield* Database
  const rows = yield* read(companyId, statement(sql, companyId, list, { id, pageSize: 1 }))
  return yield* orNotFound(Effect.succeed(rows[0] === undefined ? undefined : shownOf(rows[0])))
})

/** The same by its public id. */
export const foundCalled = Effect.fn("foundAppointmentCalled")(function* (companyId: CompanyId, hashedId: string) {
  const { sql, read } = yield* Database
  const of = { ...list, narrowed: sql`and h.hashed_id = ${hashedId}` }
  const rows = yield* read(companyId, statement(sql, companyId, of, { pageSize: 1 }))
  return yield* orNotFound(Effect.succeed(rows[0] === undefined ? undefined : shownOf(rows[0])))
})

/** An appointment after a command that leaves its patient, its place and its stage as they were. */
export const afterCommand = (
  { hashedId, patient, location, stage, note }: Appointment,
  { row, version }: { readonly row: AppointmentRow; readonly version: number },
): Appointment =>
  shownAppointment({ row, stream_version: version, hashed_id: hashedId, patient, location, stage, note })

/** The row of an appointment, with whom and where it is about by number; fails with NotFound. */
export const foundRow = Effect.fn("foundAppointmentRow")(function* (companyId: CompanyId, id: AppointmentId) {
  const { sql, read } = yield* Database
  const rows = yield* read(
    companyId,
    sql<{ row: unknown }>`
      select t.row from read_models t
      where t.company_id = ${companyId} and ${rowsOf(sql, "t", appointmentProjection)} and t.id = ${id}`,
  )
  return yield* orNotFound(Effect.succeed(rows[0] === undefined ? undefined : rowOf(rows[0].row)))
})

/** What patients change by a reply is called by the reply. */
const replied: Readonly<Record<string, string>> = {
  AppointmentConfirmed: "ReplyConfirmed",
  AppointmentCancelled: "ReplyCancelled",
}

type Reminded = { readonly type: string; readonly at: Date }

/** When reminders of an appointment were sent and came to the phone, and when a reply was answered with the link. */
const readReminded = Effect.fnUntraced(function* (companyId: CompanyId, stream: string) {
  const { sql, read } = yield* Database
  const rows = yield* read(
    companyId,
    sql<Reminded>`
      select case d.type when 'SendAccepted' then 'ReminderSent' else 'ReminderDelivered' end as type, d.at
      from recipients r
      join deliveries d on d.company_id = r.company_id and d.campaign_id = r.campaign_id and d.recipient_id = r.recipient_id
      where r.about = ${stream} and r.company_id = ${companyId} and r.key like 'reminder %'
        and d.type in ('SendAccepted', 'MessageDelivered')
      union all
      select 'ReplyLinked', at from text_replies
      where about = ${stream} and company_id = ${companyId} and outcome = 'linked'`,
  )
  return rows.map(({ type, at }): AppointmentMoment => ({
    ...{ type, at: at.toISOString(), actor: "", startsAt: null, reason: null },
  }))
})

/** What happened to an appointment, and its reminders, the latest first. */
export const readHistory = Effect.fn("readAppointmentHistory")(function* (companyId: CompanyId, id: AppointmentId) {
  const events = yield* (yield* EventStore).readStream(companyId, streamId(appointmentProjection, id))
  const actorOf = yield* actorsOf(events)
  const reminded = yield* readReminded(companyId, streamId(appointmentProjection, id))
  const moments = events.toReversed().map((event): AppointmentMoment => {
    const { startsAt = null, reason = null } = event.data as Partial<AppointmentMoment>
    const { actorId, commandId } = event.metadata
    const { swappedWith } = event.data as { readonly swappedWith?: AppointmentId }
    const byReply = actorId === null && isReplyCommand(commandId) ? replied[event.type] : undefined
    return {
      type: swappedWith === undefined ? (byReply ?? event.type) : "AppointmentSwapped",
      at: event.at,
      actor: actorId === null ? "" : actorOf(event),
      startsAt,
      reason,
    }
  })
  return [...moments, ...reminded].toSorted((one, other) => other.at.localeCompare(one.at))
})

/** The number of a new appointment. */
export const nextAppointmentId = Effect.fn("nextAppointmentId")(function* () {
  const { sql } = yield* Database
  const [row] = yield* Effect.orDie(sql<{ id: number }>`select nextval('appointment_ids'::regclass)::int as id`)
  return AppointmentId.make(row?.id ?? (yield* Effect.die("No number could be had for an appointment")))
})

type Lapsed = { readonly companyId: CompanyId; readonly id: AppointmentId; readonly slotId: SlotId }

/** The most holds that are ended at once. */
const lapsedAtOnce = 200

/** Holds whose time is over and that still take a seat: of all companies, or of some patients and slots of a company. */
export const readLapsed = Effect.fn("readLapsedHolds")(function* (of?: {
  readonly companyId: CompanyId
  readonly patientIds: ReadonlyArray<PatientId>
  readonly slotIds: ReadonlyArray<SlotId>
}) {
  const { sql, readEveryCompany, read } = yield* Database
  const now = new Date(yield* Clock.currentTimeMillis).toISOString()
  const found = sql<Lapsed>`
    select r.company_id as "companyId", r.id, r.slot_id as "slotId" from read_models r
    where ${rowsOf(sql, "r", appointmentProjection)} and r.state = 'pending' and (r.row ->> 'heldUntil') collate "C" <= ${now}
      ${
        of === undefined
          ? sql``
          : sql`and r.company_id = ${of.companyId} and (r.patient_id = any(${integers(of.patientIds)}::int[])
              or r.slot_id = any(${integers(of.slotIds)}::int[]))`
      }
    limit ${sql.literal(String(lapsedAtOnce))}`
  return yield* of === undefined ? readEveryCompany(found) : read(of.companyId, found)
})

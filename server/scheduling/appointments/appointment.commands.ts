import type { PgClient } from "@effect/sql-pg/PgClient"
import { Clock, Effect } from "effect"
import type { CompanyId, PatientId } from "#schemas/ids.ts"
import { problem, type Problem } from "#schemas/problem.ts"
import type { AppointmentId, BookingNotice, ChangeAppointmentStatus } from "#schemas/scheduling/appointment.ts"
import { AppointmentEvent } from "#schemas/scheduling/events.ts"
import type { SlotId } from "#schemas/scheduling/slot.ts"
import { handle, systemContext, type CommandContext } from "#server/handle.ts"
import { foundSlot } from "#server/scheduling/schedules/schedule.queries.ts"
import type { StoredSlot } from "#server/scheduling/schedules/slot.queries.ts"
import { staleVersion, type RowChange } from "#server/store/append.ts"
import { Database } from "#server/store/Database.ts"
import type { Stream } from "#server/store/stream.ts"
import {
  appointmentDecider,
  type AppointmentCommand,
  type AppointmentFold,
  type AppointmentTimes,
} from "./appointment.decider.ts"
import { appointmentActivity } from "./appointmentActivity.queries.ts"
import { appointmentProjection, type AppointmentRow } from "./appointment.projection.ts"
import { foundRow, readLapsed } from "./appointment.queries.ts"
import { readNextStage, refuseStage } from "#server/scheduling/stages/stages.queries.ts"
import { isSectionFor, notOffered } from "./booking.rule.ts"
import { offeringOthers, orHasItAlready, refuseUnlessOffered, refuseVisit } from "./refusals.queries.ts"
import {
  bookingSeat,
  findOverlap,
  giveSeatBack,
  givingSeatBack,
  lockInOrder,
  lockPatients,
  refuseOverlap,
  takeSeat,
} from "./seat.queries.ts"

/** The streams of appointments: `appointment-7`. */
export const appointmentStream: Stream<AppointmentFold, AppointmentCommand, AppointmentEvent, AppointmentRow> = {
  decider: appointmentDecider,
  events: AppointmentEvent,
  projection: appointmentProjection,
  outside: "hashedId",
  activity: appointmentActivity,
}

type Without<Command, Key extends PropertyKey> = Command extends unknown ? Omit<Command, Key> : never

/** What stands or falls with the events of a command. */
type Alongside<R> = {
  /** Rows that are changed by the same statement. */
  readonly rows?: (before: AppointmentFold, sql: PgClient) => ReadonlyArray<RowChange>
  /** What takes statements of its own, in one transaction with the append. */
  readonly first?: (before: AppointmentFold) => Effect.Effect<void, Problem, R>
}

/** Does something to an appointment; what it does to the seat stands or falls with its events. */
const command = Effect.fnUntraced(function* <R = never>(
  context: CommandContext,
  id: AppointmentId,
  asked: Without<AppointmentCommand, "now">,
  { rows, first }: Alongside<R> = {},
) {
  const now = yield* Clock.currentTimeMillis
  const { sql } = yield* Database
  return yield* handle(appointmentStream, id, { ...asked, now } as AppointmentCommand, context, {
    ...(rows && { rows: (_events, before) => rows(before, sql) }),
    ...(first && { beforeAppend: (_events, before) => first(before) }),
  })
})

/** When a slot is, as an appointment keeps it. */
export const timesOf = (
  { slotId, apptSection, date, start, end, startsAt, endsAt }: StoredSlot,
  zone: string,
): AppointmentTimes => ({
  ...{ slotId, apptSection, date, start, end, zone },
  startsAt: startsAt.toISOString(),
  endsAt: endsAt.toISOString(),
})

const givingBack =
  (counter: "held" | "booked") =>
  ({ slotId }: AppointmentFold, sql: PgClient): ReadonlyArray<RowChange> =>
    slotId === null ? [] : [givingSeatBack(sql, slotId, counter)]

/** Ends holds whose time is over, and gives their seats back. */
const lapse = Effect.fnUntraced(function* (lapsed: Effect.Success<ReturnType<typeof readLapsed>>) {
  for (const { companyId, id } of lapsed) {
    const context = systemContext(companyId, `hold-${id}`)
    // A refusal means that it was decided meanwhile.
    yield* Effect.ignore(command(context, id, { _tag: "LapseHold" }, { rows: givingBack("held") }))
  }
})

/** Ends the holds of all companies whose time is over. */
export const lapseHolds = Effect.flatMap(readLapsed(), lapse).pipe(Effect.withSpan("lapseHolds"))

/**
 * Locks patients and then slots until the transaction ends, and ends the holds of them whose time is over. Those of the
 * slots take their seats. One of a patient is booked still by someone who asked in time, unless it is ended on its stream.
 */
export const lockVisits = Effect.fn("lockVisits")(function* (
  companyId: CompanyId,
  of: { readonly patientIds: ReadonlyArray<PatientId>; readonly slotIds: ReadonlyArray<SlotId> },
) {
  yield* lockPatients(companyId, of.patientIds)
  const lapsed = yield* readLapsed({ companyId, ...of })
  yield* lockInOrder(companyId, [...of.slotIds, ...lapsed.map(({ slotId }) => slotId)])
  yield* lapse(lapsed)
})

/** A seat beyond those of a slot is given once all are booked (docs/policy.md#appointments): one that is held may be free again. */
export const isFull = ({ booked, capacity }: StoredSlot): boolean => booked >= capacity

/**
 * Books a seat that is held for a round of the waitlist, for the person who accepted it and the stage that they come
 * for next; the seat’s hold becomes the booking. Joins the caller’s transaction, in which patient and slot are locked.
 * Fails with AlreadyExists where the patient has another visit then, and with NotAllowedNow where the stage is not
 * possible then.
 */
export const bookOfferedSeat = Effect.fn("bookOfferedSeat")(function* (
  context: CommandContext,
  id: AppointmentId,
  { slot, place }: Effect.Success<ReturnType<typeof foundSlot>>,
  patientId: PatientId,
) {
  const companyId = context.actingCompanyId
  const stageId = yield* readNextStage(companyId, patientId)
  if (!isSectionFor(place, slot, stageId)) return yield* Effect.fail(problem("NotAllowedNow", notOffered.stage))
  const times = timesOf(slot, slot.zone)
  const held = {
    _tag: "HoldSlot",
    ...{ appointmentId: id, patientId, locationId: slot.locationId, times },
    ...({ source: "waitlist", isOverbooked: false } as const),
    ...(stageId === null ? {} : { stageId }),
  } as const
  yield* command(context, id, held, {
    first: () => refuseVisit(companyId, { patientId, stageId }, times),
  }).pipe(orHasItAlready)
  yield* command(context, id, { _tag: "BookAppointment" }, { rows: counted })
})

/** Holds a seat for as long again, once. */
export const extendHold = (context: CommandContext, id: AppointmentId) => command(context, id, { _tag: "ExtendHold" })

/** Gives a held seat back. */
export const releaseHold = (context: CommandContext, id: AppointmentId) =>
  command(context, id, { _tag: "ReleaseHold" }, { rows: givingBack("held") })

/** The held seat counts as booked. */
const counted = ({ slotId }: AppointmentFold, sql: PgClient): ReadonlyArray<RowChange> =>
  slotId === null ? [] : [bookingSeat(sql, slotId)]

const keepingNote = (sql: PgClient, id: AppointmentId, note: string): RowChange => ({
  change: (from) => sql`
    insert into appointment_notes (company_id, appointment_id, note) select company_id, ${id}::int, ${note} from ${from}
    on conflict (company_id, appointment_id) do update set note = excluded.note returning company_id`,
  isCondition: false,
})

/** Books the seat that is held. Fails with NotAllowedNow once its time is over. */
export const bookAppointment = (
  context: CommandContext,
  id: AppointmentId,
  { note, notice }: { readonly note: string; readonly notice?: BookingNotice | undefined },
) =>
  command(
    context,
    id,
    { _tag: "BookAppointment", notice },
    { rows: (before, sql) => [...counted(before, sql), ...(note === "" ? [] : [keepingNote(sql, id, note)])] },
  )

const commands = {
  confirm: { _tag: "ConfirmAppointment" },
  arrive: { _tag: "MarkArrived" },
  fulfill: { _tag: "MarkFulfilled" },
  miss: { _tag: "MarkMissed" },
} as const

/** Who comes late had lost their time, and their place among the stages: meanwhile another visit may have taken it. */
const refuseReturn = Effect.fnUntraced(function* (companyId: CompanyId, id: AppointmentId) {
  const { patientId, stageId = null, date, startsAt, endsAt } = yield* foundRow(companyId, id)
  yield* lockVisits(companyId, { patientIds: [patientId], slotIds: [] })
  const other = yield* findOverlap(companyId, { patientId, startsAt, endsAt, except: id })
  if (other !== undefined) {
    const message = `This patient has another visit at that time, at ${other.name}. Cancel or move that one first.`
    return yield* Effect.fail(problem("AlreadyExists", message))
  }
  yield* refuseStage(companyId, { patientId, stageId, except: id, date, isNew: false })
})

/** Confirms an appointment, marks the patient as arrived, seen or missing, or cancels it, which frees its seat. */
export const changeAppointmentStatus = (
  context: CommandContext,
  id: AppointmentId,
  { action, reason, notice }: Pick<ChangeAppointmentStatus, "action" | "reason" | "notice">,
) =>
  action === "cancel"
    ? command(
        context,
        id,
        { _tag: "CancelAppointment", reason: reason ?? "other", notice },
        { rows: givingBack("booked") },
      )
    : command(context, id, commands[action], {
        first: ({ state }) => (state === "noshow" ? refuseReturn(context.actingCompanyId, id) : Effect.void),
      })

type Move = {
  readonly slotId: SlotId
  readonly notice?: BookingNotice | undefined
  /** Takes a seat beyond those that are offered, where these are taken and the slot allows it. */
  readonly overbook?: boolean | undefined
}

/**
 * Moves an appointment to another slot: the new seat is taken and the old one given back at once, or neither. It is
 * decided on both slots as they are while they are locked. Fails as `holdSlot` does, and leaves the appointment where
 * it is.
 */
export const reschedule = Effect.fn("reschedule")(function* (
  context: CommandContext,
  id: AppointmentId,
  { slotId, notice, overbook = false }: Move,
) {
  const companyId = context.actingCompanyId
  const { company } = yield* Database
  const move = Effect.gen(function* () {
    const { patientId, stageId = null, slotId: left } = yield* foundRow(companyId, id)
    const who = { patientId, stageId, except: id }
    yield* lockVisits(companyId, { patientIds: [patientId], slotIds: [slotId, left] })
    const { slot, place } = yield* foundSlot(companyId, slotId)
    yield* refuseUnlessOffered(slot, place, stageId)
    const times = timesOf(slot, slot.zone)
    const isOverbooked = overbook && isFull(slot)
    const asked = { _tag: "Reschedule", locationId: slot.locationId, times, isOverbooked, notice } as const
    const take = (before: AppointmentFold) =>
      Effect.gen(function* () {
        // Someone else moved it before it was locked, and the seat that it leaves is another one.
        if (before.slotId !== left) return yield* Effect.fail(staleVersion())
        yield* takeSeat(companyId, slotId, { counter: "booked", isOverbooked })
        yield* refuseOverlap(companyId, { patientId, startsAt: times.startsAt, endsAt: times.endsAt, except: id })
        yield* refuseStage(companyId, { ...who, date: times.date, isNew: false })
        yield* giveSeatBack(companyId, left, "booked")
      })
    yield* command(context, id, asked, { first: take }).pipe(offeringOthers(companyId, place, slot, who))
  })
  yield* company(companyId)(move)
})

import { Clock, Effect } from "effect"
import type { CompanyId, PatientId } from "#schemas/ids.ts"
import { problem, type Problem } from "#schemas/problem.ts"
import type { AppointmentId, BookingNotice, ChangeAppointmentStatus } from "#schemas/scheduling/appointment.ts"
import { AppointmentEvent } from "#schemas/scheduling/events.ts"
import type { SlotId } from "#schemas/scheduling/slot.ts"
import { handle, handleNew, systemContext, type CommandContext } from "#server/handle.ts"
import { foundSlot } from "#server/scheduling/schedules/schedule.queries.ts"
import type { StoredSlot } from "#server/scheduling/schedules/slot.queries.ts"
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
import { foundAppointment, foundRow, readLapsed } from "./appointment.queries.ts"
import { readNextStage, refuseStage } from "#server/scheduling/stages/stages.queries.ts"
import { isSectionFor, notOffered } from "./booking.rule.ts"
import { offeringOthers, orHasItAlready, refuseUnlessOffered, refuseVisit } from "./refusals.queries.ts"
import { toldTogether } from "./sameSlot.ts"
import {
  bookSeat,
  giveSeatBack,
  holdSeat,
  lockInOrder,
  lockPatient,
  refuseOverlap,
  slotTaken,
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

/** Does something to an appointment; what it does to the seat stands or falls with its events. */
const command = Effect.fnUntraced(function* <R>(
  context: CommandContext,
  id: AppointmentId,
  asked: Without<AppointmentCommand, "now">,
  seat: (event: AppointmentEvent, before: AppointmentFold) => Effect.Effect<void, Problem, R>,
) {
  const now = yield* Clock.currentTimeMillis
  return yield* handle(appointmentStream, id, { ...asked, now } as AppointmentCommand, context, {
    beforeAppend: (events, before) => Effect.forEach(events, (event) => seat(event, before), { discard: true }),
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

/** Ends holds whose time is over, and gives their seats back. */
const lapse = Effect.fnUntraced(function* (lapsed: Effect.Success<ReturnType<typeof readLapsed>>) {
  for (const { companyId, id } of lapsed) {
    const context = systemContext(companyId, `hold-${id}`)
    // A refusal means that it was decided meanwhile.
    yield* Effect.ignore(
      command(context, id, { _tag: "LapseHold" }, (_event, { slotId }) => giveBack(companyId, slotId, "held")),
    )
  }
})

const giveBack = (companyId: CompanyId, slotId: SlotId | null, counter: "held" | "booked") =>
  slotId === null ? Effect.void : giveSeatBack(companyId, slotId, counter)

/** Ends the holds of all companies whose time is over. */
export const lapseHolds = Effect.flatMap(readLapsed(), lapse).pipe(Effect.withSpan("lapseHolds"))

/**
 * Ends the holds of a slot whose time is over: they take its seats, and keep their own patients from holding it again.
 * Gives whether there were any.
 */
const lapseOver = Effect.fnUntraced(function* (companyId: CompanyId, { slotId, held }: StoredSlot) {
  if (held === 0) return false
  const over = yield* readLapsed({ companyId, slotId })
  yield* lapse(over)
  return over.length > 0
})

/** A seat beyond those of a slot is given once all are booked (docs/policy.md#appointments): one that is held may be free again. */
const isFull = ({ booked, capacity }: StoredSlot): boolean => booked >= capacity

/** Which seat is held for whom, and where that was asked. */
type Held = { readonly slotId: SlotId } & Pick<
  Extract<AppointmentCommand, { readonly _tag: "HoldSlot" }>,
  "patientId" | "stageId" | "source" | "isOverbooked" | "campaignId" | "recipientId"
>

/**
 * Holds a seat of a slot for a patient. Of any number who try at once, no more succeed than there are seats. Fails with
 * SlotTaken and other times, with AlreadyExists where the patient has another visit then, and with NotAllowedNow for a
 * time that is not offered, or one that the stage of the visit does not allow.
 */
export const holdSlot = Effect.fn("holdSlot")(function* (context: CommandContext, { slotId, ...asked }: Held) {
  const companyId = context.actingCompanyId
  const { patientId, stageId = null } = asked
  const who = { patientId, stageId }
  const { slot, place } = yield* foundSlot(companyId, slotId)
  yield* refuseUnlessOffered(slot, place, stageId)
  const times = timesOf(slot, slot.zone)
  const isOverbooked = asked.isOverbooked && isFull(slot)
  const seats = slot.capacity + (isOverbooked ? slot.overbook : 0)
  if (slot.booked >= seats) return yield* offeringOthers(companyId, place, slot, who)(Effect.fail(slotTaken()))
  const hasFreed = yield* lapseOver(companyId, slot)
  const now = yield* Clock.currentTimeMillis
  const take = holdSeat(companyId, { slotId, patientId, isOverbooked })
  const hold = (seat: typeof take) =>
    handleNew(
      appointmentStream,
      seat,
      (appointmentId) => ({
        _tag: "HoldSlot" as const,
        ...asked,
        ...{ appointmentId, locationId: slot.locationId, times, now, isOverbooked },
      }),
      context,
      { beforeAppend: () => refuseVisit(companyId, who, times, now) },
    ).pipe(orHasItAlready, offeringOthers(companyId, place, slot, who))
  // The times that are offered instead are a person’s own where the visit has a stage; who freed a seat looks for themselves.
  const { id } = yield* isOverbooked || stageId !== null || hasFreed
    ? hold(take)
    : toldTogether(slotId, (unlessFull) => hold(unlessFull(take)))
  return yield* foundAppointment(companyId, id)
})

/**
 * Books a seat that is held for a round of the waitlist, for the person who accepted it and the stage that they come
 * for next; the seat’s hold becomes the booking. Joins the caller’s transaction. Fails with AlreadyExists where the
 * patient has another visit then, and with NotAllowedNow where the stage is not possible then.
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
  const now = yield* Clock.currentTimeMillis
  yield* lockInOrder(companyId, [slot.slotId])
  yield* lapseOver(companyId, slot)
  const held = {
    _tag: "HoldSlot",
    ...{ appointmentId: id, patientId, locationId: slot.locationId, times },
    ...({ source: "waitlist", isOverbooked: false } as const),
    ...(stageId === null ? {} : { stageId }),
  } as const
  yield* command(context, id, held, () =>
    Effect.andThen(lockPatient(companyId, patientId), refuseVisit(companyId, { patientId, stageId }, times, now)),
  ).pipe(orHasItAlready)
  yield* command(context, id, { _tag: "BookAppointment" }, () => bookSeat(companyId, slot.slotId))
})

/** Does something to an appointment, and gives it as it stands then. */
const toAppointment = Effect.fnUntraced(function* <R>(
  context: CommandContext,
  id: AppointmentId,
  asked: Without<AppointmentCommand, "now">,
  seat: (event: AppointmentEvent, before: AppointmentFold) => Effect.Effect<void, Problem, R>,
) {
  yield* command(context, id, asked, seat)
  return yield* foundAppointment(context.actingCompanyId, id)
})

const noSeat = () => Effect.void

/** Holds a seat for as long again, once. */
export const extendHold = (context: CommandContext, id: AppointmentId) =>
  toAppointment(context, id, { _tag: "ExtendHold" }, noSeat)

/** Gives a held seat back. */
export const releaseHold = (context: CommandContext, id: AppointmentId) =>
  toAppointment(context, id, { _tag: "ReleaseHold" }, (_event, { slotId }) =>
    giveBack(context.actingCompanyId, slotId, "held"),
  )

const keepNote = Effect.fnUntraced(function* (companyId: CompanyId, id: AppointmentId, note: string) {
  const { sql } = yield* Database
  if (note === "") return
  yield* Effect.orDie(sql`
    insert into appointment_notes (company_id, appointment_id, note) values (${companyId}, ${id}, ${note})
    on conflict (company_id, appointment_id) do update set note = excluded.note`)
})

/** Books the seat that is held. Fails with NotAllowedNow once its time is over. */
export const bookAppointment = (
  context: CommandContext,
  id: AppointmentId,
  { note, notice }: { readonly note: string; readonly notice?: BookingNotice | undefined },
) =>
  toAppointment(context, id, { _tag: "BookAppointment", notice }, (_event, { slotId }) =>
    Effect.andThen(
      slotId === null ? Effect.void : bookSeat(context.actingCompanyId, slotId),
      keepNote(context.actingCompanyId, id, note),
    ),
  )

const commands = {
  confirm: { _tag: "ConfirmAppointment" },
  arrive: { _tag: "MarkArrived" },
  fulfill: { _tag: "MarkFulfilled" },
  miss: { _tag: "MarkMissed" },
} as const

/** Who comes late had lost their place among the stages: meanwhile another visit may have taken it. */
const refuseReturn = Effect.fnUntraced(function* (companyId: CompanyId, id: AppointmentId) {
  const { patientId, stageId = null, date } = yield* foundRow(companyId, id)
  yield* lockPatient(companyId, patientId)
  yield* refuseStage(companyId, { patientId, stageId, except: id, date, isNew: false })
})

/** Confirms an appointment, marks the patient as arrived, seen or missing, or cancels it, which frees its seat. */
export const changeAppointmentStatus = (
  context: CommandContext,
  id: AppointmentId,
  { action, reason, notice }: Pick<ChangeAppointmentStatus, "action" | "reason" | "notice">,
) =>
  action === "cancel"
    ? toAppointment(
        context,
        id,
        { _tag: "CancelAppointment", reason: reason ?? "other", notice },
        (_event, { slotId }) => giveBack(context.actingCompanyId, slotId, "booked"),
      )
    : toAppointment(context, id, commands[action], (_event, { state }) =>
        state === "noshow" ? refuseReturn(context.actingCompanyId, id) : Effect.void,
      )

type Move = {
  readonly slotId: SlotId
  readonly notice?: BookingNotice | undefined
  /** Takes a seat beyond those that are offered, where these are taken and the slot allows it. */
  readonly overbook?: boolean | undefined
}

/**
 * Moves an appointment to another slot: the new seat is taken and the old one given back at once, or neither. Fails
 * as `holdSlot` does, and leaves the appointment where it is.
 */
export const reschedule = Effect.fn("reschedule")(function* (
  context: CommandContext,
  id: AppointmentId,
  { slotId, notice, overbook = false }: Move,
) {
  const companyId = context.actingCompanyId
  const { patientId, stageId = null } = yield* foundRow(companyId, id)
  const who = { patientId, stageId, except: id }
  const { slot, place } = yield* foundSlot(companyId, slotId)
  yield* refuseUnlessOffered(slot, place, stageId)
  yield* lapseOver(companyId, slot)
  const times = timesOf(slot, slot.zone)
  const now = new Date(yield* Clock.currentTimeMillis).toISOString()
  const isOverbooked = overbook && isFull(slot)
  const asked = { _tag: "Reschedule", locationId: slot.locationId, times, isOverbooked, notice } as const
  yield* command(context, id, asked, (_event, before) =>
    Effect.gen(function* () {
      yield* lockInOrder(companyId, before.slotId === null ? [slotId] : [slotId, before.slotId])
      yield* takeSeat(companyId, slotId, { counter: "booked", isOverbooked })
      yield* lockPatient(companyId, patientId)
      yield* refuseOverlap(companyId, { patientId, startsAt: times.startsAt, endsAt: times.endsAt, except: id, now })
      yield* refuseStage(companyId, { ...who, date: times.date, isNew: false })
      yield* giveBack(companyId, before.slotId, "booked")
    }),
  ).pipe(offeringOthers(companyId, place, slot, who))
  return yield* foundAppointment(companyId, id)
})

import { Clock, Effect } from "effect"
import type { CompanyId } from "#schemas/ids.ts"
import { problem, type Problem } from "#schemas/problem.ts"
import type { AppointmentId, BookingNotice } from "#schemas/scheduling/appointment.ts"
import { handle, readState, type CommandContext } from "#server/handle.ts"
import { foundSlot } from "#server/scheduling/schedules/schedule.queries.ts"
import { refuseStage } from "#server/scheduling/stages/stages.queries.ts"
import { staleVersion } from "#server/store/append.ts"
import { Database } from "#server/store/Database.ts"
import { appointmentStream, lockVisits, timesOf } from "./appointment.commands.ts"
import type { AppointmentRow } from "./appointment.projection.ts"
import { foundAppointment, foundRow } from "./appointment.queries.ts"
import { refuseUnlessOffered } from "./refusals.queries.ts"
import { refuseOverlap } from "./seat.queries.ts"

/** Why two appointments have nothing to exchange. */
const refusals = {
  patient: "Both appointments are of the same patient. Move one of them instead.",
  slot: "Both appointments are at the same time already.",
}

/** Says whose refusal it is, where the other appointment cannot have the time of the one that is moved. */
const ofTheOther = <A, R>(effect: Effect.Effect<A, Problem, R>) =>
  Effect.mapError(effect, (failure) =>
    failure.problem === "StaleVersion"
      ? failure
      : problem(failure.problem, `The other appointment cannot have this one’s time. ${failure.message}`),
  )

/**
 * Locks both patients and then both slots, in the order used everywhere, and gives both appointments. Fails with
 * StaleVersion where one was moved before it was locked.
 */
const lockBoth = Effect.fnUntraced(function* (companyId: CompanyId, ids: readonly [AppointmentId, AppointmentId]) {
  const read = Effect.all([foundRow(companyId, ids[0]), foundRow(companyId, ids[1])])
  const [one, other] = yield* read
  if (one.patientId === other.patientId) return yield* Effect.fail(problem("NotAllowedNow", refusals.patient))
  if (one.slotId === other.slotId) return yield* Effect.fail(problem("NotAllowedNow", refusals.slot))
  const ofBoth = { patientIds: [one.patientId, other.patientId], slotIds: [one.slotId, other.slotId] }
  yield* lockVisits(companyId, ofBoth)
  const [oneNow, otherNow] = yield* read
  if (oneNow.slotId !== one.slotId || otherNow.slotId !== other.slotId) return yield* Effect.fail(staleVersion())
  return [oneNow, otherNow] as const
})

/**
 * Puts an appointment into the seat that another one leaves. Whatever stands against a move stands against this, but for
 * the seat: it is handed over, and so not counted.
 */
const takeOver = Effect.fnUntraced(function* (
  context: CommandContext,
  { appointmentId, patientId, ...comes }: AppointmentRow,
  left: AppointmentRow,
  notice: BookingNotice | undefined,
) {
  const companyId = context.actingCompanyId
  const { slot, place } = yield* foundSlot(companyId, left.slotId)
  const times = timesOf(slot, slot.zone)
  const now = yield* Clock.currentTimeMillis
  const who = { patientId, except: appointmentId }
  const stageId = comes.stageId ?? null
  const judge = Effect.gen(function* () {
    yield* refuseUnlessOffered(slot, place, stageId)
    const { startsAt, endsAt, date } = times
    yield* refuseOverlap(companyId, { ...who, startsAt, endsAt })
    yield* refuseStage(companyId, { ...who, stageId, date, isNew: false })
  })
  const asked = {
    _tag: "Reschedule",
    ...{ now, locationId: slot.locationId, times, notice },
    ...{ isOverbooked: left.isOverbooked, swappedWith: left.appointmentId },
  } as const
  yield* handle(appointmentStream, appointmentId, asked, context, { beforeAppend: () => judge })
})

/** What was changed since it was read is said before anything else. */
const refuseStale = Effect.fnUntraced(function* (companyId: CompanyId, id: AppointmentId, expected?: number) {
  const { version } = yield* readState(appointmentStream, companyId, id)
  if (expected !== undefined && expected !== version) yield* Effect.fail(staleVersion())
})

type Swap = {
  readonly otherId: AppointmentId
  /** The version of the other appointment that was read. */
  readonly otherVersion: number
  /** For both patients. */
  readonly notice?: BookingNotice | undefined
}

/**
 * Lets two appointments of different patients exchange their seats, both or neither: all seats stay taken, and the mark
 * of an overbooked one stays with its seat. Fails with StaleVersion where either was changed since it was read, and as
 * `reschedule` does where either cannot be at its new time.
 */
export const swapAppointments = Effect.fn("swapAppointments")(function* (
  context: CommandContext,
  id: AppointmentId,
  { otherId, otherVersion, notice }: Swap,
) {
  const companyId = context.actingCompanyId
  const { company } = yield* Database
  const swap = Effect.gen(function* () {
    yield* refuseStale(companyId, id, context.expectedVersion)
    yield* refuseStale(companyId, otherId, otherVersion)
    const [mine, theirs] = yield* lockBoth(companyId, [id, otherId])
    yield* takeOver(context, mine, theirs, notice)
    yield* ofTheOther(takeOver({ ...context, expectedVersion: otherVersion }, theirs, mine, notice))
  })
  yield* company(companyId)(swap)
  return yield* foundAppointment(companyId, id)
})

import { Clock, Effect, Predicate } from "effect"
import { isSqlError } from "effect/sql/SqlError"
import type { CompanyId } from "#schemas/ids.ts"
import type { AppointmentId } from "#schemas/scheduling/appointment.ts"
import { streamId } from "#server/decider.ts"
import { handle, systemContext } from "#server/handle.ts"
import { moveOngoingTexts } from "#server/outreach/recipients/ongoing.commands.ts"
import { appointmentStream } from "#server/scheduling/appointments/appointment.commands.ts"
import { appointmentProjection } from "#server/scheduling/appointments/appointment.projection.ts"
import type { WallSpan } from "#server/scheduling/schedules/wallTime.rule.ts"
import { inTurn } from "#server/scheduling/waitlist/round.commands.ts"
import { integers, texts } from "#server/store/columnArrays.ts"
import { Database } from "#server/store/Database.ts"
import {
  endPass,
  lockZonedSlots,
  reachSlot,
  readSeated,
  slotsAfter,
  takeUpPass,
  ZoneRules,
  type ZonedSlot,
} from "./zoneRules.queries.ts"

/** How many slots are looked at by one statement, and how many are changed in one transaction. */
const lookedAt = 500
const changedAtOnce = 25

/** A slot to come that is at other instants by the rules of this process, and when. */
type Moved = { readonly slot: ZonedSlot; readonly span: WallSpan & Times }
type Times = { readonly startsAt: string; readonly endsAt: string; readonly isShown: boolean }

const movedOf = Effect.fnUntraced(function* (slots: ReadonlyArray<ZonedSlot>) {
  const { promisedInstants } = yield* ZoneRules
  const now = yield* Clock.currentTimeMillis
  return slots.flatMap((slot): ReadonlyArray<Moved> => {
    const span = { ...slot, ...promisedInstants(slot, slot.zone) }
    const isPast = slot.startsAt.getTime() <= now && Date.parse(span.startsAt) <= now
    const isSame = slot.startsAt.toISOString() === span.startsAt && slot.endsAt.toISOString() === span.endsAt
    // A time that no clock shows is no time to offer, even where its instants would stay.
    const goes = !span.isShown && slot.booked + slot.held === 0
    return isPast || (isSame && !goes) ? [] : [{ slot, span }]
  })
})

/** Gives slots their instants; those that no clock shows and no one has taken are gone, as when a location changes its zone. */
const storeSlots = Effect.fnUntraced(function* (companyId: CompanyId, moved: ReadonlyArray<Moved>) {
  const { sql } = yield* Database
  const isGone = ({ slot, span }: Moved) => !span.isShown && slot.booked + slot.held === 0
  const gone = moved.filter(isGone)
  const there = moved.filter((one) => !isGone(one))
  const ids = integers(there.map(({ slot }) => slot.slotId))
  yield* Effect.orDie(sql`
    delete from slots where company_id = ${companyId} and slot_id = any(${integers(gone.map(({ slot }) => slot.slotId))}::int[])`)
  yield* Effect.orDie(sql`
    update slots s set starts_at = g.starts_at, ends_at = g.ends_at
    from unnest(${ids}::int[], ${texts(there.map(({ span }) => span.startsAt))}::timestamptz[],
      ${texts(there.map(({ span }) => span.endsAt))}::timestamptz[]) as g (slot_id, starts_at, ends_at)
    where s.company_id = ${companyId} and s.slot_id = g.slot_id`)
  yield* Effect.orDie(sql`
    update offer_rounds o set starts_at = s.starts_at from slots s
    where o.company_id = ${companyId} and o.state = 'open' and o.slot_id = any(${ids}::int[])
      and s.company_id = o.company_id and s.slot_id = o.slot_id`)
  return there
})

const passing: ReadonlyArray<string> = ["DeadlockError", "SerializationError", "LockTimeoutError"]
/** Whether a command was in the way, so that the same succeeds later. */
const isPassing = (failure: unknown): boolean =>
  isSqlError(failure)
    ? passing.includes(failure.reason._tag)
    : Predicate.hasProperty(failure, "problem") && failure.problem === "StaleVersion"

/** Gives an appointment the instants of its slot, and what is texted about it too. */
const storeAppointment = Effect.fnUntraced(function* (
  companyId: CompanyId,
  appointmentId: AppointmentId,
  { slot, span }: Moved,
) {
  const { version } = yield* ZoneRules
  const { startsAt, endsAt } = span
  const context = systemContext(companyId, `zone-rules-${version}`)
  const now = yield* Clock.currentTimeMillis
  yield* handle(appointmentStream, appointmentId, { _tag: "KeepWallTime", startsAt, endsAt, now }, context)
  const about = streamId(appointmentProjection, appointmentId)
  yield* moveOngoingTexts(companyId, { about, from: slot.startsAt.toISOString(), to: startsAt })
  if (!span.isShown)
    yield* Effect.logWarning(
      `${about} of company ${companyId} is at ${slot.date} ${slot.start}, which the clock of ${slot.zone} skips by the rules ${version}: call the patient`,
    )
})

/**
 * Gives the appointments of slots the slots’ instants; gives how many there were. One that cannot have them is logged and
 * left as it is, so that all others keep their wall time.
 */
const storeAppointments = Effect.fnUntraced(function* (companyId: CompanyId, moved: ReadonlyArray<Moved>) {
  const { sql } = yield* Database
  const seated = yield* readSeated(
    companyId,
    moved.map(({ slot }) => slot.slotId),
  )
  for (const one of moved)
    for (const { appointmentId } of seated.filter(({ slotId }) => slotId === one.slot.slotId)) {
      const leaveIt = (failure: unknown) =>
        Effect.logError(
          `${streamId(appointmentProjection, appointmentId)} of company ${companyId} could not be given the time of its slot`,
          failure,
        )
      // A savepoint: what failed halfway is undone.
      yield* sql.withTransaction(storeAppointment(companyId, appointmentId, one)).pipe(
        Effect.catchDefect((defect) => (isSqlError(defect) ? Effect.fail(defect) : leaveIt(defect))),
        Effect.catchIf((failure) => !isPassing(failure), leaveIt),
      )
    }
  return seated.length
})

/** Changes slots of one company that are at other instants: they are locked and looked at again, after the waitlist’s lock. */
const change = (companyId: CompanyId, found: ReadonlyArray<Moved>) =>
  inTurn(companyId)(
    Effect.gen(function* () {
      const slots = yield* lockZonedSlots(
        companyId,
        found.map(({ slot }) => slot.slotId),
      )
      const moved = yield* movedOf(slots)
      const there = yield* storeSlots(companyId, moved)
      return { slots: moved.length, appointments: yield* storeAppointments(companyId, there) }
    }),
  )

const none = { slots: 0, appointments: 0 }

/** Looks at the next slots, and changes the first of those that are at other instants, all of one company. */
const step = Effect.gen(function* () {
  const { version } = yield* ZoneRules
  const from = yield* takeUpPass(version)
  if (typeof from === "string") return from
  const slots = yield* slotsAfter(from, lookedAt)
  const last = slots.at(-1)
  if (last === undefined) {
    yield* endPass()
    return "ended" as const
  }
  const moved = yield* movedOf(slots)
  const [first] = moved
  if (first === undefined) {
    yield* reachSlot(last, none)
    return "went on" as const
  }
  const { companyId } = first.slot
  const some = moved.filter(({ slot }) => slot.companyId === companyId).slice(0, changedAtOnce)
  const isAll = some.length === moved.length
  yield* reachSlot(isAll ? last : (some.at(-1) ?? first).slot, yield* change(companyId, some))
  return "went on" as const
})

/**
 * One step of applying this process’s time-zone rules to what is to come, in a transaction of its own: slots and
 * appointments keep their wall time and get the instants that the rules give it. Appointments keep their seats, no one is notified and
 * nothing is offered. Done twice it changes nothing. Says `over` when nothing of these rules is left, `waiting` when
 * another process is at it, a command was in the way or the next pass is not due.
 */
export const applyZoneRules = Effect.gen(function* () {
  const { everyCompany } = yield* Database
  const inTheWay = Effect.catchIf(step, isPassing, () => Effect.fail("waiting" as const))
  return yield* everyCompany(inTheWay).pipe(
    Effect.catch((failure) => (failure === "waiting" ? Effect.succeed(failure) : Effect.die(failure))),
  )
}).pipe(Effect.withSpan("applyZoneRules"))

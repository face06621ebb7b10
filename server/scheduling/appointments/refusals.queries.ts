import { Clock, Effect } from "effect"
import type { CompanyId } from "#schemas/ids.ts"
import { problem, type Problem } from "#schemas/problem.ts"
import type { StageId } from "#schemas/scheduling/stage.ts"
import type { Place } from "#server/scheduling/schedules/schedule.queries.ts"
import type { StoredSlot } from "#server/scheduling/schedules/slot.queries.ts"
import { refuseStage, type ForStage } from "#server/scheduling/stages/stages.queries.ts"
import type { AppointmentTimes } from "./appointment.decider.ts"
import { nearestFree } from "./availability.queries.ts"
import { isSectionFor, notOffered, whyNot } from "./booking.rule.ts"
import { refuseOverlap } from "./seat.queries.ts"

/** Who had this slot a moment ago has it still: the same person has a slot once. */
const hasItAlready = () => problem("AlreadyExists", "This patient has this time already. Look at their appointments.")

/** Says so in these words where the key of a slot and its patient is taken. */
export const orHasItAlready = <A, R>(effect: Effect.Effect<A, Problem, R>) =>
  Effect.mapError(effect, (failure) =>
    failure.problem === "AlreadyExists" && failure.errors === undefined ? hasItAlready() : failure,
  )

/** Refuses a slot that is not offered to a visit of this stage, but for its seats. */
export const refuseUnlessOffered = Effect.fnUntraced(function* (
  slot: StoredSlot,
  place: Place,
  stageId: StageId | null,
) {
  const why = whyNot(slot, place, yield* Clock.currentTimeMillis)
  if (why !== null && why !== "full" && why !== "held") {
    return yield* Effect.fail(problem("NotAllowedNow", notOffered[why]))
  }
  if (!isSectionFor(place, slot, stageId)) return yield* Effect.fail(problem("NotAllowedNow", notOffered.stage))
})

/** Says which times are free for the same visit instead of one that is taken. */
export const offeringOthers =
  (companyId: CompanyId, place: Place, slot: StoredSlot, who: ForStage) =>
  <A, R>(effect: Effect.Effect<A, Problem, R>) =>
    Effect.catch(effect, (failure) =>
      failure.problem === "SlotTaken" && failure.offered === undefined
        ? Effect.flatMap(nearestFree(companyId, place, slot, who), (free) =>
            Effect.fail(
              problem("SlotTaken", failure.message, {
                offered: free.map(({ slotId, startsAt }) => ({ slotId, startsAt })),
              }),
            ),
          )
        : Effect.fail(failure),
    )

/** Refuses a new visit of a patient, who is locked by then, that another visit of theirs or its stage stands against. */
export const refuseVisit = Effect.fnUntraced(function* (
  companyId: CompanyId,
  who: ForStage,
  { startsAt, endsAt, date }: AppointmentTimes,
) {
  const { patientId } = who
  yield* refuseOverlap(companyId, { patientId, startsAt, endsAt })
  yield* refuseStage(companyId, { ...who, date, isNew: true })
})

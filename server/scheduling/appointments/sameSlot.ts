import { Effect } from "effect"
import type { Problem } from "#schemas/problem.ts"
import type { SlotId } from "#schemas/scheduling/slot.ts"
import { Database } from "#server/store/Database.ts"

/** Those of this process who want a seat of one slot now. */
type Wanting = {
  /** How many have come so far, and how many of them are still here. */
  arrived: number
  waiting: number
  /** What an attempt was told that found no seat, and how many had come before it began. */
  full?: { readonly answersUpTo: number; readonly failure: Problem }
}

const wanted = new WeakMap<Database["Service"], Map<SlotId, Wanting>>()

const wantedOn = (database: Database["Service"]): Map<SlotId, Wanting> => {
  const known = wanted.get(database) ?? new Map<SlotId, Wanting>()
  wanted.set(database, known)
  return known
}

/**
 * Lets an attempt to get a seat of a slot learn from those of others in this process. One that finds the slot full
 * answers for all who had come before it began: of a thousand who want one seat most are told so without waiting for
 * the slot’s row and without looking for other times, and no one by a look that is older than their wish. Who gets a
 * seat is decided by the database alone.
 * @param attempt gets what stands before taking the seat: it fails as someone else was told meanwhile
 */
export const toldTogether = Effect.fnUntraced(function* <A, R>(
  slotId: SlotId,
  attempt: (
    unlessFull: <B, R2>(take: Effect.Effect<B, Problem, R2>) => Effect.Effect<B, Problem, R2>,
  ) => Effect.Effect<A, Problem, R>,
) {
  const slots = wantedOn(yield* Database)
  const wanting = slots.get(slotId) ?? { arrived: 0, waiting: 0 }
  slots.set(slotId, wanting)
  wanting.waiting += 1
  const place = (wanting.arrived += 1)
  let began = 0
  return yield* attempt((take) =>
    Effect.suspend(() => {
      if (wanting.full !== undefined && place <= wanting.full.answersUpTo) return Effect.fail(wanting.full.failure)
      began = wanting.arrived
      return take
    }),
  ).pipe(
    Effect.tapError((failure) =>
      Effect.sync(() => {
        if (failure.problem === "SlotTaken" && began > (wanting.full?.answersUpTo ?? 0))
          wanting.full = { answersUpTo: began, failure }
      }),
    ),
    Effect.ensuring(
      Effect.sync(() => {
        wanting.waiting -= 1
        if (wanting.waiting === 0) slots.delete(slotId)
      }),
    ),
  )
})

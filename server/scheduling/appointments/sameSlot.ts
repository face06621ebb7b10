import { Effect, Semaphore } from "effect"
import type { Problem } from "#schemas/problem.ts"
import type { CompanyId } from "#schemas/ids.ts"
import type { SlotId } from "#schemas/scheduling/slot.ts"
import { CurrentTenancy, Database } from "#server/store/Database.ts"

/** How many attempts on one slot are under way at once in a process, besides those that have a transaction open. */
const atOnce = 4

/** Those of this process who want a seat of one slot now. */
type Wanting = {
  /** How many have come so far, and how many of them are still here. */
  arrived: number
  waiting: number
  readonly turns: Semaphore.Semaphore
  /** What an attempt was told that found no seat, and how many had come before it began. */
  full?: { readonly answersUpTo: number; readonly failure: Problem }
}

const wanted = new WeakMap<Database["Service"], Map<string, Wanting>>()

const wantedOn = (database: Database["Service"]): Map<string, Wanting> => {
  const known = wanted.get(database) ?? new Map<string, Wanting>()
  wanted.set(database, known)
  return known
}

/**
 * Lets an attempt to get a seat of a slot learn from those of others in this process. One that finds the slot full
 * answers for all who had come before it began: of a thousand who want one seat most are told so without a statement,
 * and no one by a look that is older than their wish. Who gets a seat is decided by the database alone. A few try at
 * once and the others wait, but for those who have a transaction open: no one waits for a connection that they have.
 */
export const toldTogether = Effect.fnUntraced(function* <A, R>(
  slot: { readonly companyId: CompanyId; readonly slotId: SlotId },
  attempt: Effect.Effect<A, Problem, R>,
) {
  const slots = wantedOn(yield* Database)
  // Whose slot it is, is found out by the attempt: another company's people must learn nothing of it before.
  const key = `${slot.companyId} ${slot.slotId}`
  const wanting = slots.get(key) ?? { arrived: 0, waiting: 0, turns: Semaphore.makeUnsafe(atOnce) }
  slots.set(key, wanting)
  wanting.waiting += 1
  const place = (wanting.arrived += 1)
  const inTurn = Effect.suspend(() => {
    if (wanting.full !== undefined && place <= wanting.full.answersUpTo) return Effect.fail(wanting.full.failure)
    const answersUpTo = wanting.arrived
    return Effect.tapError(attempt, (failure) =>
      Effect.sync(() => {
        if (failure.problem === "SlotTaken" && answersUpTo > (wanting.full?.answersUpTo ?? 0))
          wanting.full = { answersUpTo, failure }
      }),
    )
  })
  const isWithin = (yield* CurrentTenancy) !== undefined
  return yield* (isWithin ? inTurn : wanting.turns.withPermit(inTurn)).pipe(
    Effect.ensuring(
      Effect.sync(() => {
        wanting.waiting -= 1
        if (wanting.waiting === 0) slots.delete(key)
      }),
    ),
  )
})

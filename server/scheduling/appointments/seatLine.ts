import { Effect, Semaphore } from "effect"
import type { Problem } from "#schemas/problem.ts"
import { CurrentTenancy, Database } from "#server/store/Database.ts"

/** Those of this process who want a seat of one slot now; `full` is what an attempt was told that found none. */
type Line = {
  readonly turn: Semaphore.Semaphore
  /** How many have come so far, and how many of them are still here. */
  came: number
  here: number
  full?: { readonly came: number; readonly failure: Problem }
}

const lines = new WeakMap<Database["Service"], Map<string, Line>>()

const linesOf = (database: Database["Service"]): Map<string, Line> => {
  const known = lines.get(database) ?? new Map<string, Line>()
  lines.set(database, known)
  return known
}

const takeTurn = <A, R>(line: Line, attempt: Effect.Effect<A, Problem, R>): Effect.Effect<A, Problem, R> =>
  Effect.suspend(() => {
    const place = (line.came += 1)
    const orFull = Effect.suspend(() => {
      if (line.full !== undefined && place <= line.full.came) return Effect.fail(line.full.failure)
      const { came } = line
      return Effect.tapError(attempt, (failure) =>
        Effect.sync(() => {
          if (failure.problem === "SlotTaken") line.full = { came, failure }
        }),
      )
    })
    return Semaphore.withPermits(line.turn, 1)(orFull)
  })

/**
 * Lets those of this process who want the same seats try one after the other. An attempt that finds them taken, with
 * SlotTaken, answers for all who had come before it began: of a thousand who want one seat most are told so without
 * asking the database, and no one by a look that is older than their wish. Who gets a seat is decided by the database
 * alone, among all processes. Who comes in an open transaction tries at once and outside the line: what it has locked,
 * or its connection, may be what the one whose turn it is waits for.
 * @param seats what is wanted; the same for those who would be told the same
 */
export const inSeatLine = Effect.fnUntraced(function* <A, R>(seats: string, attempt: Effect.Effect<A, Problem, R>) {
  if ((yield* CurrentTenancy) !== undefined) return yield* attempt
  const all = linesOf(yield* Database)
  const line = all.get(seats) ?? { turn: Semaphore.makeUnsafe(1), came: 0, here: 0 }
  all.set(seats, line)
  line.here += 1
  return yield* Effect.ensuring(
    takeTurn(line, attempt),
    Effect.sync(() => {
      line.here -= 1
      if (line.here === 0) all.delete(seats)
    }),
  )
})

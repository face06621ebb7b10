import { Clock, Effect } from "effect"

/** A difference of wall time and elapsed time beyond this means that the clock was moved, in milliseconds. */
const movedMillis = 5_000

/** Milliseconds that have passed, whatever the clock on the wall says. */
export const elapsed = Effect.map(Clock.monotonicTimeNanos, (nanos) => Number(nanos / 1_000_000n))

/** Gives a question: whether the product's clock was moved since it was asked last. */
export const openClockWatch = Effect.gen(function* () {
  const readAhead = Effect.zipWith(Clock.currentTimeMillis, elapsed, (now, passed) => now - passed)
  let ahead = yield* readAhead
  return Effect.map(readAhead, (next) => {
    const isMoved = Math.abs(next - ahead) > movedMillis
    ahead = next
    return isMoved
  })
})

import { Clock, Effect, Latch, type Scope } from "effect"

/** Holds items back and hands each over when its time has come. */
export type Timetable<A> = {
  /** Hands `item` over after some milliseconds, at once for 0. */
  readonly after: (millis: number, item: A) => void
}

const tickMillis = 20

/**
 * Starts a timetable that ends with the scope. Items share one timer, since a
 * campaign keeps tens of thousands of them waiting; each is up to a tick
 * (20 ms) late. It counts elapsed time, so moving the wall clock moves nothing.
 */
export const makeTimetable = <A>(onDue: (item: A) => void): Effect.Effect<Timetable<A>, never, Scope.Scope> =>
  Effect.gen(function* () {
    const clock = yield* Clock.Clock
    const ticks = new Map<number, Array<A>>()
    const occupied = yield* Latch.make(false)
    const elapsed = () => Number(clock.monotonicTimeNanosUnsafe() / 1_000_000n) / tickMillis
    let done = Math.floor(elapsed())
    let waiting = 0

    const handOver = () => {
      const now = Math.floor(elapsed())
      while (done < now) {
        done += 1
        const due = ticks.get(done) ?? []
        ticks.delete(done)
        waiting -= due.length
        due.forEach(onDue)
      }
      if (waiting === 0) occupied.closeUnsafe()
    }

    yield* Effect.forkScoped(
      Effect.forever(
        occupied.await.pipe(Effect.andThen(Effect.sleep(tickMillis)), Effect.andThen(Effect.sync(handOver))),
      ),
    )
    return {
      after: (millis, item) => {
        if (millis <= 0) return onDue(item)
        if (waiting === 0) done = Math.floor(elapsed())
        const tick = Math.max(done + 1, Math.ceil(elapsed() + millis / tickMillis))
        const others = ticks.get(tick)
        if (others === undefined) ticks.set(tick, [item])
        else others.push(item)
        waiting += 1
        occupied.openUnsafe()
      },
    }
  })

import { type Clock, Effect } from "effect"

/** What ends a call from the inside: someone hung up, or its time is up. */
export type Over = "over"

/** The time of one call, which passes only while something is played or waited for; so its length is the same at any speed. */
export type CallClock = {
  /** Milliseconds of the call's own time since it was placed. */
  readonly passed: () => number
  /** What is to happen after so many milliseconds from now, if the call still goes on then. */
  readonly after: (millis: number, happen: Effect.Effect<void, Over>) => void
  /** Waits, and lets happen what is due meanwhile. */
  readonly pass: (millis: number) => Effect.Effect<void, Over>
}

type Due = { readonly at: number; readonly happen: Effect.Effect<void, Over> }

/** @param speed 60 lets a minute pass in a second, Infinity in no time */
export const makeCallClock = (clock: Clock.Clock, speed: number): CallClock => {
  let passed = 0
  let agenda: ReadonlyArray<Due> = []
  const elapsed = () => Number(clock.monotonicTimeNanosUnsafe()) / 1_000_000

  const waitUntil = (until: number): Effect.Effect<void> => {
    const millis = (until - passed) / speed
    if (millis <= 0) return Effect.sync(() => (passed = Math.max(passed, until)))
    return Effect.suspend(() => {
      const [began, before] = [elapsed(), passed]
      return Effect.sleep(millis).pipe(
        Effect.tap(() => Effect.sync(() => (passed = until))),
        // Cut short by the caller or by hand, it lasted as long as it did.
        Effect.onInterrupt(() => Effect.sync(() => (passed = Math.min(until, before + (elapsed() - began) * speed)))),
      )
    })
  }

  return {
    passed: () => passed,
    after: (millis, happen) => {
      agenda = [...agenda, { at: passed + millis, happen }].toSorted((left, right) => left.at - right.at)
    },
    pass: (millis) =>
      Effect.gen(function* () {
        const until = passed + millis
        for (let [due] = agenda; due !== undefined && due.at <= until; [due] = agenda) {
          yield* waitUntil(due.at)
          agenda = agenda.filter((other) => other !== due)
          yield* due.happen
        }
        yield* waitUntil(until)
      }),
  }
}

import { Clock, Context, Effect } from "effect"

/**
 * The real world's time in milliseconds, on purpose not Effect's Clock: a person
 * may move the demo clock by weeks, and tokens, codes, lock-outs and sign-in
 * sessions must neither expire nor revive by it. The provider library and the
 * browser's sign-in library judge expiry by real time too, so both sides agree.
 * Tests replace it.
 */
export const RealTime = Context.Reference<() => number>("admin-view/identity/RealTime", {
  defaultValue: () => () => Date.now(),
})

/** A clock that shows the real world's time, for a library that asks Effect's clock. */
export const realClock = Effect.gen(function* () {
  const clock = yield* Clock.Clock
  const millis = yield* RealTime
  const nanos = () => BigInt(millis()) * 1_000_000n
  return {
    sleep: (duration) => clock.sleep(duration),
    monotonicTimeNanos: clock.monotonicTimeNanos,
    monotonicTimeNanosUnsafe: () => clock.monotonicTimeNanosUnsafe(),
    currentTimeMillisUnsafe: millis,
    currentTimeMillis: Effect.sync(millis),
    currentTimeNanosUnsafe: nanos,
    currentTimeNanos: Effect.sync(nanos),
  } satisfies Clock.Clock
})

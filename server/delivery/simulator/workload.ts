import { Effect, Latch } from "effect"

/** Counts what is still to happen, so that a test can wait for its end instead of sleeping. */
export type Workload = {
  readonly begin: () => void
  readonly finish: () => void
  readonly open: () => number
  /** Waits until nothing is left to happen. */
  readonly settled: Effect.Effect<void>
}

/** An empty workload. */
export const makeWorkload: Effect.Effect<Workload> = Effect.gen(function* () {
  const idle = yield* Latch.make(true)
  let open = 0
  return {
    begin: () => {
      open += 1
      idle.closeUnsafe()
    },
    finish: () => {
      open -= 1
      if (open === 0) idle.openUnsafe()
    },
    open: () => open,
    settled: idle.await,
  }
})

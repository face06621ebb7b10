import { Clock, Deferred, Effect, Exit, Queue } from "effect"

/** How long a batch waits for company once its first member is there, in milliseconds: as long as the last one took. */
const shortestGathering = 2
const longestGathering = 20
const most = 500

type Waiting<A> = { readonly item: A; readonly done: Deferred.Deferred<void> }

/**
 * Group commit: callers hand in one item each and await the batch that
 * holds it. While one batch is at work the next one gathers. Ends with
 * the scope.
 * @param work does a whole batch; its defect is everyone's
 * @param options.waits whether a batch waits a moment for more members before it begins; when absent it does
 */
export const openBatches = Effect.fnUntraced(function* <A, R>(
  work: (items: ReadonlyArray<A>) => Effect.Effect<void, never, R>,
  { waits = true }: { readonly waits?: boolean } = {},
) {
  const queue = yield* Queue.unbounded<Waiting<A>>()
  let lastTook = 0
  const finish = (batch: ReadonlyArray<Waiting<A>>) =>
    Effect.uninterruptible(
      Effect.gen(function* () {
        const began = yield* Clock.monotonicTimeNanos
        const exit = yield* Effect.exit(work(batch.map(({ item }) => item)))
        lastTook = Number((yield* Clock.monotonicTimeNanos) - began) / 1_000_000
        for (const { done } of batch) Deferred.doneUnsafe(done, Exit.isSuccess(exit) ? Effect.void : exit)
      }),
    )
  const round = Effect.gen(function* () {
    const first = yield* Queue.take(queue)
    if (waits) yield* Effect.sleep(Math.min(Math.max(lastTook, shortestGathering), longestGathering))
    const others = Queue.sizeUnsafe(queue) === 0 ? [] : yield* Queue.takeBetween(queue, 1, most - 1)
    yield* finish([first, ...others])
  })
  yield* Effect.forkScoped(Effect.forever(round))
  return (item: A): Deferred.Deferred<void> => {
    const done = Deferred.makeUnsafe<void>()
    Queue.offerUnsafe(queue, { item, done })
    return done
  }
})

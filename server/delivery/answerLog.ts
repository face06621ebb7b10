import { Cause, Clock, Effect, Latch } from "effect"
import { Database } from "#server/store/Database.ts"
import { recordEnded, type LedgerEntry } from "./ledger.ts"
import { LiveCounts } from "./LiveCounts.ts"
import { countSends, factOf } from "./results.ts"
import type { SenderHealth } from "./senderHealth.ts"
import type { Channel } from "./channels/channel.ts"
import type { Ended } from "./sendQueue.ts"
import type { CompanyId } from "#schemas/ids.ts"

/** How long answers gather before they are recorded, in milliseconds. */
const shortestGathering = 20
const longestGathering = 200

/** Keeps what the carrier answered until it is recorded. */
export type AnswerLog = {
  readonly add: (ended: Ended) => void
  /** Records what is left, at once. */
  readonly flush: Effect.Effect<void>
}

const elapsed = Effect.map(Clock.monotonicTimeNanos, (nanos) => Number(nanos / 1_000_000n))

/** Runs again until the database takes it: what the carrier answered must not be lost while this process lives. */
const insist = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, never, R> =>
  Effect.catchCause(effect, (cause) =>
    Cause.hasInterruptsOnly(cause)
      ? Effect.interrupt
      : Effect.logError("What the carrier answered could not be recorded and is tried again", cause).pipe(
          Effect.andThen(Effect.sleep(1_000)),
          Effect.andThen(insist(effect)),
        ),
  )

/**
 * Starts recording a sender's answers in batches; ends with the scope, in which
 * `flush` must be called before.
 * @param onRecorded gets the keys of the sends that are recorded
 */
export const openAnswerLog = Effect.fnUntraced(function* (options: {
  readonly companyId: CompanyId
  readonly channel: Channel
  readonly batch: number
  readonly health: SenderHealth
  readonly onRecorded: (keys: ReadonlyArray<string>) => void
}) {
  const { channel, companyId, batch, health } = options
  const database = yield* Database
  const counts = yield* LiveCounts
  const waiting: Array<Ended> = []
  const some = yield* Latch.make(false)
  let lastTook = 0

  const entryOf = ({ claimed, ending }: Ended, now: number): LedgerEntry => ({
    campaignId: claimed.campaignId,
    recipientId: claimed.recipientId,
    key: claimed.key,
    facts: [factOf(ending, claimed, now, health)],
  })

  const record = Effect.gen(function* () {
    const taken = waiting.splice(0, batch)
    if (waiting.length === 0) some.closeUnsafe()
    if (taken.length === 0) return
    const began = yield* elapsed
    const now = yield* Clock.currentTimeMillis
    for (const { ending } of taken) health.note(ending, began, now)
    const entries = taken.map((one) => entryOf(one, now))
    yield* insist(recordEnded(database, companyId, new Date(now).toISOString(), channel, entries))
    yield* countSends(taken.map(({ ending }) => ending))
    options.onRecorded(taken.map(({ claimed }) => claimed.key))
    for (const campaignId of new Set(entries.map((one) => one.campaignId))) counts.changed(companyId, campaignId)
    lastTook = (yield* elapsed) - began
  })

  /** Answers gather while the last ones are recorded, and as long again: many small transactions would cost more. */
  const gather = Effect.suspend(() =>
    waiting.length >= batch
      ? Effect.void
      : Effect.sleep(Math.min(Math.max(lastTook, shortestGathering), longestGathering)),
  )

  yield* some.await.pipe(
    Effect.andThen(gather),
    Effect.andThen(Effect.uninterruptible(record)),
    Effect.forever,
    Effect.forkScoped,
  )
  return {
    add: (ended) => {
      waiting.push(ended)
      some.openUnsafe()
    },
    flush: Effect.whileLoop({ while: () => waiting.length > 0, body: () => record, step: () => {} }),
  } satisfies AnswerLog
})

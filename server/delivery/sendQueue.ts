import { Clock, Effect, Fiber, Latch, Queue, Semaphore } from "effect"
import type { SendOutcome } from "./Carrier.ts"
import type { Channel } from "./channels/channel.ts"
import type { Claimed } from "./claim.ts"
import type { Pacer } from "./pacer.ts"
import { SendGate } from "./SendGate.ts"
import type { CompanyId } from "#schemas/ids.ts"

/** A claimed text and how it ended. */
export type Ended = { readonly claimed: Claimed; readonly ending: SendOutcome }

/** Claimed texts on their way to the carrier, in order, at their sender's pace. */
export type SendQueue = {
  /** @param judgedAt when it was decided that they may be sent, in milliseconds since 1970 by the product's clock */
  readonly add: (claimed: ReadonlyArray<Claimed>, judgedAt: number) => void
  /** Waits until fewer than so many texts are open that have not started. */
  readonly below: (count: number) => Effect.Effect<void>
  /** Holds back what has not started, and waits for the answers to what has. */
  readonly drain: Effect.Effect<void>
}

/**
 * A claimed text leaves within so long by the product's clock, in milliseconds,
 * or goes back to be judged again: a slow carrier, a suspended machine or a moved
 * clock may have taken it into quiet hours, or past an opt-out.
 */
export const freshMillis = 30_000

/** How long a stop waits for answers, in milliseconds; what stays open is found as unknown at the next start. */
const drainMillis = 6_000

const monotonic = Effect.map(Clock.monotonicTimeNanos, (nanos) => Number(nanos / 1_000n) / 1_000)

/**
 * Starts a sender's queue; it ends with the scope.
 * @param connections most requests under way at once
 * @param onEnded gets each ending, once
 */
export const openSendQueue = Effect.fnUntraced(function* (options: {
  readonly companyId: CompanyId
  readonly channel: Channel
  readonly pacer: Pacer
  readonly connections: number
  readonly statusCallback: string
  readonly onEnded: (ended: Ended) => void
}) {
  const { companyId, channel, pacer, onEnded } = options
  const gate = yield* SendGate
  const queue = yield* Queue.unbounded<{ readonly claimed: Claimed; readonly judgedAt: number }>()
  const clock = yield* Clock.Clock
  const places = yield* Semaphore.make(options.connections)
  const answered = yield* Latch.make(false)
  const shrunk = yield* Latch.make(false)
  let waiting = 0
  let underWay = 0
  let draining = false

  const mayLeave = (claimed: Claimed, judgedAt: number): boolean =>
    !draining &&
    Math.abs(clock.currentTimeMillisUnsafe() - judgedAt) <= freshMillis &&
    !gate.refuses(companyId, claimed.campaignId, claimed.to)

  const waitForTurn = (cost: number): Effect.Effect<void> =>
    Effect.gen(function* () {
      while (!draining) {
        answered.closeUnsafe()
        const millis = pacer.wait(cost, yield* monotonic)
        if (millis === 0) return
        if (millis === Infinity) yield* answered.await
        // Woken early, so that a stop is noticed.
        else yield* Effect.sleep(Math.min(millis, 200))
      }
    })

  const left = () => {
    waiting -= 1
    shrunk.openUnsafe()
  }

  const send = (claimed: Claimed, judgedAt: number) =>
    Effect.gen(function* () {
      const ticket = pacer.start(claimed.cost, yield* monotonic)
      underWay += 1
      const { key, carrier, from, to, body } = claimed
      const ending = yield* channel
        .send({ key, carrier, from, to, body, statusCallback: options.statusCallback }, () =>
          mayLeave(claimed, judgedAt),
        )
        .pipe(Effect.catchCause(() => Effect.succeed<SendOutcome>({ _tag: "Unknown", reason: "defect" })))
      pacer.end(ticket, yield* monotonic)
      underWay -= 1
      answered.openUnsafe()
      onEnded({ claimed, ending })
    })

  const feed = Effect.gen(function* () {
    const { claimed, judgedAt } = yield* Queue.take(queue)
    yield* waitForTurn(claimed.cost)
    yield* Semaphore.take(places, 1)
    const free = Semaphore.release(places, 1)
    // Asked here too, so that what is held back takes nothing of the sender's pace.
    if (mayLeave(claimed, judgedAt)) {
      yield* Effect.forkDetach(Effect.ensuring(send(claimed, judgedAt), free), { startImmediately: true })
    } else {
      onEnded({ claimed, ending: { _tag: "HeldBack" } })
      yield* free
    }
    left()
  })
  const feeder = yield* Effect.forkScoped(Effect.forever(feed))

  const drain = Effect.gen(function* () {
    draining = true
    const answers = Effect.gen(function* () {
      while (waiting > 0 || underWay > 0) {
        yield* Effect.sleep(20)
      }
    })
    yield* Effect.interruptible(answers).pipe(Effect.timeoutOption(drainMillis))
    yield* Fiber.interrupt(feeder)
  })

  return {
    add: (claimed, judgedAt) => {
      waiting += claimed.length
      Queue.offerAllUnsafe(
        queue,
        claimed.map((one) => ({ claimed: one, judgedAt })),
      )
    },
    below: (count) =>
      Effect.gen(function* () {
        while (waiting >= count) {
          shrunk.closeUnsafe()
          yield* shrunk.await
        }
      }),
    drain,
  } satisfies SendQueue
})

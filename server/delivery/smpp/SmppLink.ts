import { Clock, Context, Effect, Latch, Layer, Queue, Redacted, Semaphore } from "effect"
import { codeOf, isOk, isThrottled, restMillis, unwritable } from "./smppAnswers.ts"
import {
  type Asked,
  type Handed,
  openSession,
  type SmppConfig,
  type SmppSession,
  type Submitted,
} from "./smppSession.ts"

const longestPause = 60_000
/** How long a text waits for a connection that has just broken, in milliseconds, before it goes back to the queue. */
const patienceMillis = 5_000
const tickMillis = 10
/** What an SMSC hands over and is not stored yet; more is refused until there is place, and comes again. */
const mostHanded = 1_000
/** ESME_RX_T_APPN: come again later. */
export const comeAgain = 0x64

/** Answers of an SMSC that are about the bind of an account. */
const isBound = (asked: Asked): boolean => asked._tag === "Answered" && isOk(asked.answer)

const open = Effect.fnUntraced(function* (config: SmppConfig) {
  const handed = yield* Queue.unbounded<Handed>()
  const places = yield* Semaphore.make(config.window ?? 10)
  const bound = yield* Latch.make(false)
  let current: SmppSession | undefined
  /** Why there is no session. */
  let refusal = "unreachable"
  let restUntil = 0

  const onHanded = (one: Handed) => {
    if (Queue.sizeUnsafe(handed) >= mostHanded) one.answer(comeAgain)
    else Queue.offerUnsafe(handed, one)
  }

  /** Connects, and serves the connection until it ends; gives whether the SMSC had taken us. */
  const once = Effect.scoped(
    Effect.gen(function* () {
      const opened = yield* openSession(config, onHanded)
      if (opened._tag === "Unreachable") {
        refusal = "unreachable"
        yield* Effect.logWarning(`The SMPP carrier cannot be reached (${opened.reason})`)
        return false
      }
      const asked = yield* opened.session.ask("bind_transceiver", {
        system_id: config.systemId,
        password: Redacted.value(config.password),
        interface_version: 0x34,
      })
      if (!isBound(asked)) {
        refusal = asked._tag === "Answered" ? codeOf(asked.answer) : "unreachable"
        yield* Effect.logWarning(`The SMPP carrier does not let us in (${refusal})`)
        return false
      }
      yield* Effect.logInfo("The SMPP carrier is connected")
      yield* Effect.acquireUseRelease(
        Effect.sync(() => {
          current = opened.session
          bound.openUnsafe()
        }),
        () => opened.session.closed,
        () =>
          Effect.sync(() => {
            current = undefined
            refusal = "unreachable"
            bound.closeUnsafe()
          }),
      )
      yield* Effect.logWarning("The connection to the SMPP carrier broke")
      return true
    }),
  )

  const firstPause = config.reconnectMillis ?? 1_000
  const keep = Effect.gen(function* () {
    for (let pause = firstPause; ;) {
      const wasBound = yield* once
      if (wasBound) pause = firstPause
      yield* Effect.sleep(pause)
      pause = Math.min(longestPause, pause * 2)
    }
  })
  yield* Effect.forkScoped(keep)

  /** The session, once there is one; undefined when there is none for longer than a text waits. */
  const usable = Effect.gen(function* () {
    const began = yield* Clock.currentTimeMillis
    for (let waited = 0; waited < patienceMillis; waited = (yield* Clock.currentTimeMillis) - began) {
      yield* Effect.timeoutOption(bound.await, patienceMillis - waited)
      if (current?.isOpen() === true) return current
      // One that has just broken is put away in a moment.
      yield* Effect.sleep(tickMillis)
    }
    return undefined
  })

  const submit = (fields: Readonly<Record<string, unknown>>, mayLeave: () => boolean) =>
    Effect.gen(function* (): Effect.fn.Return<Submitted> {
      const rest = restUntil - (yield* Clock.currentTimeMillis)
      if (rest > 0) yield* Effect.sleep(Math.min(rest, restMillis))
      const session = yield* usable
      if (session === undefined) return { _tag: "NotSent", code: refusal }
      const asked = yield* session.ask("submit_sm", fields, mayLeave)
      if (asked._tag === "NotSent")
        return { _tag: "NotSent", code: asked.reason === "unwritable" ? unwritable : refusal }
      if (asked._tag === "Answered" && isThrottled(asked.answer))
        restUntil = (yield* Clock.currentTimeMillis) + restMillis
      return asked
    }).pipe(Semaphore.withPermits(places, 1))

  return SmppLink.of({ submit, handed })
})

/**
 * The connection to an SMSC: bound as transceiver, kept up, and opened again after longer and longer pauses. So many
 * texts as the window has places are under way at once.
 */
export class SmppLink extends Context.Service<
  SmppLink,
  {
    /**
     * Hands over one message (the fields of `submit_sm`) and awaits the answer. `mayLeave` is asked right before the
     * first byte goes out.
     */
    readonly submit: (fields: Readonly<Record<string, unknown>>, mayLeave: () => boolean) => Effect.Effect<Submitted>
    /** What the SMSC hands over, in order; each has to be answered. */
    readonly handed: Queue.Dequeue<Handed>
  }
>()("admin-view/delivery/SmppLink") {
  static readonly layer = (config: SmppConfig) => Layer.effect(SmppLink, open(config))

  /** Of a program without an SMPP account, or of a process that sends nothing. */
  static readonly layerNone = Layer.effect(
    SmppLink,
    Effect.map(Queue.unbounded<Handed>(), (handed) =>
      SmppLink.of({ submit: () => Effect.succeed({ _tag: "NotSent", code: "20404" }), handed }),
    ),
  )
}

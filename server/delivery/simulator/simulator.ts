import { Clock, Effect, Redacted, type Scope } from "effect"
import type { Problem } from "#schemas/problem.ts"
import { type Behaviour, ordinaryDay } from "./behaviour.ts"
import { startCallbacks } from "./callbacks.ts"
import { openCallBook, type SimulatedCall } from "./callBook.ts"
import { type CallBehaviour, ordinaryCalls } from "./callPlan.ts"
import { makeCallRequests } from "./callRequests.ts"
import { startCalls } from "./calls.ts"
import { makeCallsApi } from "./callsApi.ts"
import type { Hands } from "./hands.ts"
import { startListener } from "./listener.ts"
import { makeMessagesApi } from "./messagesApi.ts"
import { openMessageBook, type SimulatedMessage } from "./messageBook.ts"
import { messageReports } from "./messageReports.ts"
import { startNetwork } from "./network.ts"
import { routesOf } from "./routes.ts"
import { countSendKeys } from "./sendKeys.ts"
import { openSignedRequests } from "./signedRequests.ts"
import { makeWorkload } from "./workload.ts"

/** How to start a simulated carrier. */
export type SimulatorConfig = {
  /** 0 for a free port; it listens on loopback only. */
  readonly port: number
  /** The same seed gives the same people the same fate. */
  readonly seed: string
  readonly accountSid: string
  readonly authToken: Redacted.Redacted
  /** The public address of the server under test; callbacks go nowhere else. */
  readonly webhookBase: string
  /** How much faster than life (default 1); Infinity for no delays. */
  readonly speed?: number
  readonly behaviour?: Partial<Behaviour>
  readonly callBehaviour?: Partial<CallBehaviour>
  /** Texts a second taken from each sending number (default: no limit). */
  readonly acceptPerSecond?: number
  /** Calls a second taken from each calling number (default: no limit). */
  readonly callsPerSecond?: number
  /** Texts remembered (default 500,000). */
  readonly maxMessages?: number
  /** Calls remembered (default 100,000). */
  readonly maxCalls?: number
  /** Callbacks under way at once (default 32). */
  readonly callbackConnections?: number
  /** The wait before a callback's first retry, in milliseconds (default 1,000). */
  readonly retryBaseMillis?: number
}

/** What has happened at the simulated carrier so far. */
type SimulatorCounts = {
  /** Texts and calls taken whose address for reports had a key, by key. */
  readonly distinctKeys: number
  /** Those taken again with a key that was taken before: sent or called twice. */
  readonly repeatedKeys: number
  readonly refused: number
  readonly callbacksAnswered: number
  readonly callbacksRetried: number
  readonly callbacksDropped: number
  /** Steps and callbacks still to come. */
  readonly open: number
}

/** A running simulated carrier, seen from its own process. */
export type Simulator = {
  /** Its address, the `apiBase` of `twilioCarrier`. */
  readonly url: string
  /** Texts to and from a person's number (E.164), oldest first. */
  readonly messagesOf: (number: string) => ReadonlyArray<SimulatedMessage>
  /** Calls to a number (E.164), oldest first. */
  readonly callsOf: (number: string) => ReadonlyArray<SimulatedCall>
  readonly hands: Hands
  /** How long each document of a call was waited for, in milliseconds: of the newest 100,000. */
  readonly waits: () => ReadonlyArray<number>
  /** A person texts one of our numbers; the signed webhook follows. */
  readonly reply: (from: string, to: string, body: string) => SimulatedMessage
  /** How many texts and calls were taken with a send key. */
  readonly countByKey: (key: string) => number
  readonly counts: () => SimulatorCounts
  /** Waits until every plan has happened and every callback is answered or given up. */
  readonly settled: Effect.Effect<void>
}

/**
 * Starts a carrier that speaks Twilio's REST on its own port, delivers nothing,
 * calls nobody, and reports as Twilio does: signed callbacks, seeded outcomes,
 * replies, keys. It takes the same text and the same call twice, as the real one
 * would. Ends with the scope; fails with Unavailable when the port is taken.
 */
export const startSimulator = (config: SimulatorConfig): Effect.Effect<Simulator, Problem, Scope.Scope> =>
  Effect.gen(function* () {
    const clock = yield* Clock.Clock
    const { accountSid, webhookBase, seed } = config
    const authToken = Redacted.value(config.authToken)
    const connections = config.callbackConnections ?? 32
    const speed = config.speed ?? 1
    let url = ""
    const keys = countSendKeys()
    const counts = { answered: 0, retried: 0, dropped: 0 }
    const workload = yield* makeWorkload
    const webhooks = { accountSid, authToken, webhookBase, connections }
    const request = yield* openSignedRequests(webhooks)

    const book = openMessageBook(config.maxMessages ?? 500_000, keys)
    const retrying = { connections, retryBaseMillis: config.retryBaseMillis ?? 1_000 }
    const send = yield* startCallbacks(retrying, request, counts, workload)
    const behaviour = { ...ordinaryDay, ...config.behaviour }
    const network = yield* startNetwork({ behaviour, seed, speed }, book, messageReports(webhooks, send), workload)
    const messages = makeMessagesApi(
      { accountSid, webhookBase, acceptPerSecond: config.acceptPerSecond ?? null, clock },
      book,
      network,
    )

    const callBook = openCallBook(config.maxCalls ?? 100_000, keys)
    const phones = yield* startCalls(
      { accountSid, seed, speed, behaviour: { ...ordinaryCalls, ...config.callBehaviour }, url: () => url },
      callBook,
      makeCallRequests(request, counts),
      workload,
    )
    const calls = makeCallsApi(
      { accountSid, webhookBase, acceptPerSecond: config.callsPerSecond ?? null, clock },
      callBook,
      phones,
    )

    const simulator: Omit<Simulator, "url"> = {
      messagesOf: book.ofPhone,
      callsOf: callBook.ofPhone,
      hands: phones.hands,
      waits: phones.waits,
      reply: network.reply,
      countByKey: keys.count,
      counts: () => ({
        distinctKeys: keys.distinct(),
        repeatedKeys: keys.repeated(),
        refused: messages.refused() + calls.refused(),
        callbacksAnswered: counts.answered,
        callbacksRetried: counts.retried,
        callbacksDropped: counts.dropped,
        open: workload.open(),
      }),
      settled: workload.settled,
    }
    const where = { host: "127.0.0.1", port: config.port, accountSid, authToken }
    const port = yield* startListener(where, routesOf(accountSid, { messages, calls }, simulator))
    url = `http://127.0.0.1:${port}`
    return { ...simulator, url }
  })

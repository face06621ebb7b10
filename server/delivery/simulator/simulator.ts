import { Clock, Effect, Redacted, type Scope } from "effect"
import type { Problem } from "#schemas/problem.ts"
import { type Behaviour, ordinaryDay } from "./behaviour.ts"
import { startCallbacks } from "./callbacks.ts"
import { type Call, type CallAnswer, startListener } from "./listener.ts"
import { makeMessagesApi, type MessagesApi } from "./messagesApi.ts"
import { openMessageBook, type SimulatedMessage } from "./messageBook.ts"
import { startNetwork } from "./network.ts"
import { errorAnswer } from "./twilioJson.ts"
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
  /** Texts a second taken from each sending number (default: no limit). */
  readonly acceptPerSecond?: number
  /** Texts remembered (default 500,000). */
  readonly maxMessages?: number
  /** Callbacks under way at once (default 32). */
  readonly callbackConnections?: number
  /** The wait before a callback's first retry, in milliseconds (default 1,000). */
  readonly retryBaseMillis?: number
}

/** What has happened at the simulated carrier so far. */
type SimulatorCounts = {
  /** Texts taken whose address for reports had a key, by key. */
  readonly distinctKeys: number
  /** Texts taken again with a key that was taken before: sent twice. */
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
  /** A person texts one of our numbers; the signed webhook follows. */
  readonly reply: (from: string, to: string, body: string) => SimulatedMessage
  /** How many texts were taken with a send key. */
  readonly countByKey: (key: string) => number
  readonly counts: () => SimulatorCounts
  /** Waits until every plan has happened and every callback is answered or given up. */
  readonly settled: Effect.Effect<void>
}

/** The calls of Twilio's REST for messages, and under `/simulator` those of tests in another process. */
const routeOf =
  (accountSid: string, api: MessagesApi, simulator: Omit<Simulator, "url">) =>
  ({ method, path, query, form }: Call): CallAnswer => {
    const collection = `/2010-04-01/Accounts/${accountSid}/Messages`
    if (path === `${collection}.json`) return method === "POST" ? api.create(form) : { answer: api.list(query) }
    if (path.startsWith(`${collection}/`)) {
      const sid = path.slice(collection.length + 1).replace(".json", "")
      return { answer: api.one(method, sid, form) }
    }
    const read = (name: string): string => form.get(name) ?? ""
    const ok = (json: unknown): CallAnswer => ({ answer: { status: 200, json } })
    // Numbers and keys come in the body, to keep them out of addresses.
    switch (`${method} ${path}`) {
      case "GET /simulator/counts":
        return ok(simulator.counts())
      case "POST /simulator/phone":
        return ok(simulator.messagesOf(read("number")))
      case "POST /simulator/replies":
        return ok(simulator.reply(read("from"), read("to"), read("body")))
      case "POST /simulator/keys":
        return ok({ count: simulator.countByKey(read("key")) })
      default:
        return { answer: errorAnswer(404, 20404) }
    }
  }

/**
 * Starts a carrier that speaks Twilio's REST on its own port, delivers nothing,
 * and reports as Twilio does: signed callbacks, seeded outcomes, replies. It
 * takes the same text twice, as the real one would. Ends with the scope; fails
 * with Unavailable when the port is taken.
 */
export const startSimulator = (config: SimulatorConfig): Effect.Effect<Simulator, Problem, Scope.Scope> =>
  Effect.gen(function* () {
    const clock = yield* Clock.Clock
    const { accountSid, webhookBase, seed } = config
    const authToken = Redacted.value(config.authToken)
    const book = openMessageBook(config.maxMessages ?? 500_000)
    const workload = yield* makeWorkload
    const callbacks = yield* startCallbacks(
      {
        accountSid,
        authToken,
        webhookBase,
        connections: config.callbackConnections ?? 32,
        retryBaseMillis: config.retryBaseMillis ?? 1_000,
      },
      workload,
    )
    const behaviour = { ...ordinaryDay, ...config.behaviour }
    const network = yield* startNetwork({ behaviour, seed, speed: config.speed ?? 1 }, book, callbacks, workload)
    const acceptPerSecond = config.acceptPerSecond ?? null
    const api = makeMessagesApi({ accountSid, webhookBase, acceptPerSecond, clock }, book, network)
    const simulator: Omit<Simulator, "url"> = {
      messagesOf: book.ofPhone,
      reply: network.reply,
      countByKey: book.countByKey,
      counts: () => ({
        distinctKeys: book.distinctKeys(),
        repeatedKeys: book.repeatedKeys(),
        refused: api.refused(),
        callbacksAnswered: callbacks.answered(),
        callbacksRetried: callbacks.retried(),
        callbacksDropped: callbacks.dropped(),
        open: workload.open(),
      }),
      settled: workload.settled,
    }
    const where = { host: "127.0.0.1", port: config.port, accountSid, authToken }
    const port = yield* startListener(where, routeOf(accountSid, api, simulator))
    return { ...simulator, url: `http://127.0.0.1:${port}` }
  })

import { Clock, Effect, Layer, Redacted } from "effect"
import { type Problem, problem } from "#schemas/problem.ts"
import { Carrier, type CarrierMessage, type MessageSearch, type OutgoingMessage } from "./Carrier.ts"
import { type ConnectionPool, type Exchange, exchange, openPool } from "./connectionPool.ts"
import { matching, outcomeOf, pageOf } from "./twilioAnswers.ts"
import { parseTwilioInbound, parseTwilioStatus, verifyTwilioSignature } from "./twilioForms.ts"

/** How to reach Twilio, or whatever speaks its REST. */
export type TwilioConfig = {
  readonly accountSid: string
  readonly authToken: Redacted.Redacted
  /** Default `https://api.twilio.com`; a simulator's address in demos and tests. */
  readonly apiBase?: string
  /** Most requests in flight at once (default 64). */
  readonly connections?: number
  /** Longest wait for an answer, in milliseconds (default 15,000). */
  readonly timeoutMillis?: number
}

const pageSize = 200
const maxPages = 5

/** `address` with our key in its query, where the status callback brings it back. */
const withKey = (address: string, key: string): string =>
  `${address}${address.includes("?") ? "&" : "?"}key=${encodeURIComponent(key)}`

const formOf = (message: OutgoingMessage): string =>
  new URLSearchParams({
    To: message.to,
    [isService(message.from) ? "MessagingServiceSid" : "From"]: message.from,
    Body: message.body,
    StatusCallback: withKey(message.statusCallback, message.key),
  }).toString()

const isService = (from: string): boolean => from.startsWith("MG")

const firstPage = (messages: string, search: MessageSearch): string => {
  // Not filtered by DateSent: a text that still waits at the carrier has none and would be missed.
  const query = new URLSearchParams({ To: search.to, PageSize: String(pageSize) })
  if (!isService(search.from)) query.set("From", search.from)
  return `${messages}?${query}`
}

const cannotLookUp = () =>
  problem("Unavailable", "The carrier could not be asked about this text. It is asked again later.")

/** Walks the pages; an unfinished walk fails, because "not found" would allow a second send. */
const findIn = Effect.fn("TwilioCarrier.find")(function* (
  pool: ConnectionPool,
  headers: Record<string, string>,
  messages: string,
  search: MessageSearch,
): Effect.fn.Return<ReadonlyArray<CarrierMessage>, Problem> {
  const found: Array<CarrierMessage> = []
  let path: string | null = firstPage(messages, search)
  for (let page = 0; page < maxPages && path !== null; page += 1) {
    const answer: Exchange = yield* exchange(pool, { path, headers })
    const read = pageOf(answer)
    if (read === undefined) return yield* Effect.fail(cannotLookUp())
    found.push(...read.messages.flatMap(matching(search)))
    path = read.next_page_uri
  }
  if (path !== null) return yield* Effect.fail(cannotLookUp())
  return found.toSorted((left, right) => right.created - left.created)
})

/** The carrier port on Twilio's REST for messages, over one pool of keep-alive connections. */
export const twilioCarrier = (config: TwilioConfig): Layer.Layer<Carrier> =>
  Layer.effect(
    Carrier,
    Effect.gen(function* () {
      const base = new URL(config.apiBase ?? "https://api.twilio.com")
      const authToken = Redacted.value(config.authToken)
      const authorization = `Basic ${Buffer.from(`${config.accountSid}:${authToken}`).toString("base64")}`
      const messages = `${base.pathname.replace(/\/$/, "")}/2010-04-01/Accounts/${config.accountSid}/Messages.json`
      const readHeaders = { authorization, accept: "application/json" }
      const sendHeaders = { ...readHeaders, "content-type": "application/x-www-form-urlencoded" }
      const pool = yield* openPool(base.origin, {
        connections: config.connections ?? 64,
        timeoutMillis: config.timeoutMillis ?? 15_000,
      })
      return Carrier.of({
        send: (message, mayLeave = () => true) =>
          Effect.zipWith(
            exchange(pool, { path: messages, headers: sendHeaders, body: formOf(message), mayStart: mayLeave }),
            Clock.currentTimeMillis,
            outcomeOf,
          ),
        find: (search) => findIn(pool, readHeaders, messages, search),
        parseStatus: parseTwilioStatus,
        parseInbound: parseTwilioInbound,
        verifySignature: (url, form, signature) => verifyTwilioSignature(authToken, url, form, signature),
      })
    }),
  )

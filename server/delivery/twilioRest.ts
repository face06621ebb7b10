import { Effect, Redacted } from "effect"
import { type Problem, problem } from "#schemas/problem.ts"
import type { CarrierMessage } from "./Carrier.ts"
import { type Exchange, exchange, openPool } from "./connectionPool.ts"

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

/** A page of one of Twilio's lists, of which only what is searched is left. */
export type Page<A> = { readonly found: ReadonlyArray<A>; readonly next: string | null }

/** How many entries of a list are read at once. */
export const pageSize = 200
const fewPages = 5

const cannotLookUp = () =>
  problem("Unavailable", "The carrier could not be asked about its messages. It is asked again later.")

/** `address` with our key in its query, where the callback brings it back. */
export const withKey = (address: string, key: string): string =>
  `${address}${address.includes("?") ? "&" : "?"}key=${encodeURIComponent(key)}`

/**
 * An address that the carrier asks up to three times more where no one answers within five seconds, the connection breaks,
 * or the answer is a 5xx, within fifteen seconds in all: by itself it would ask once more, and only without a connection.
 * What follows `#` is for the
 * carrier alone: it neither sends nor signs it (Twilio: webhooks connection overrides, 2025).
 */
export const askedAgain = (address: string): string => `${address}#rc=3&rp=ct,rt,5xx&rt=5000`

/** Opens keep-alive connections to the account; they close with the scope. */
export const openTwilio = Effect.fnUntraced(function* (config: TwilioConfig) {
  const base = new URL(config.apiBase ?? "https://api.twilio.com")
  const authToken = Redacted.value(config.authToken)
  const authorization = `Basic ${Buffer.from(`${config.accountSid}:${authToken}`).toString("base64")}`
  const account = `${base.pathname.replace(/\/$/, "")}/2010-04-01/Accounts/${config.accountSid}`
  const readHeaders = { authorization, accept: "application/json" }
  const sendHeaders = { ...readHeaders, "content-type": "application/x-www-form-urlencoded" }
  const pool = yield* openPool(base.origin, {
    connections: config.connections ?? 64,
    timeoutMillis: config.timeoutMillis ?? 15_000,
  })
  /**
   * Walks the pages of a list, in the carrier's order; an unfinished walk fails, because "not found" would allow a second send.
   * @param pageOf reads a page; undefined for what is none
   */
  const list = Effect.fn("twilio.list")(function* <A>(
    first: string,
    pageOf: (answer: Exchange) => Page<A> | undefined,
    maxPages: number = fewPages,
  ): Effect.fn.Return<ReadonlyArray<A>, Problem> {
    const found: Array<A> = []
    let path: string | null = account + first
    for (let page = 0; page < maxPages && path !== null; page += 1) {
      const read = pageOf(yield* exchange(pool, { path, headers: readHeaders }))
      if (read === undefined) return yield* Effect.fail(cannotLookUp())
      found.push(...read.found)
      path = read.next
    }
    if (path !== null) return yield* Effect.fail(cannotLookUp())
    return found
  })
  return {
    /** Posts a form to a path below the account. */
    post: (path: string, form: URLSearchParams, mayStart: () => boolean = () => true) =>
      exchange(pool, { path: account + path, headers: sendHeaders, body: form.toString(), mayStart }),
    read: (path: string) => exchange(pool, { path: account + path, headers: readHeaders }),
    /** Reads a file below the account; the body has a letter for each byte. */
    readFile: (path: string) =>
      exchange(pool, { path: account + path, headers: { authorization }, encoding: "latin1" }),
    remove: (path: string) => exchange(pool, { path: account + path, headers: readHeaders, method: "DELETE" }),
    list,
    /** Walks a list that is searched for one message; the newest found is first. */
    find: (first: string, pageOf: (answer: Exchange) => Page<CarrierMessage> | undefined) =>
      Effect.map(list(first, pageOf), (found) => found.toSorted((left, right) => right.created - left.created)),
  }
})

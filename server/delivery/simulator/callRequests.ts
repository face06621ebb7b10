import { Effect } from "effect"
import type { Exchange } from "../connectionPool.ts"
import type { SignedRequests, WebhookCounts } from "./signedRequests.ts"

/** A request of a call: for its next document, or with a report. */
export type CallRequest = {
  readonly address: string
  readonly method: "GET" | "POST"
  readonly form: Readonly<Record<string, string>>
}

/** Sends a request of a call and gives the body of the answer, or why there is none, as Twilio's code. */
export type CallRequests = (
  request: CallRequest,
) => Effect.Effect<{ readonly body: string; readonly error: null } | { readonly body: null; readonly error: string }>

/** How often and after what a request is repeated, as the fragment of its address says (`#rc=3&rp=all`). */
const policyOf = (url: URL) => {
  const overrides = new URLSearchParams(url.hash.slice(1))
  const retries = Number(overrides.get("rc") ?? 1)
  return { retries: Math.min(Math.max(retries, 0), 5), after: (overrides.get("rp") ?? "ct").split(",") }
}

/** What a request ended with, in the words of the fragment. */
const endingOf = (ending: Exchange): string => {
  if (ending._tag !== "Answered") return ending._tag === "Lost" ? "rt" : "ct"
  return ending.status >= 500 ? "5xx" : ending.status >= 400 ? "4xx" : "ok"
}

/**
 * Requests of calls. Twilio repeats them less than those of texts: once, and only
 * when no connection came about, unless the address asks for more.
 */
export const makeCallRequests =
  (request: SignedRequests, counts: WebhookCounts): CallRequests =>
  ({ address, method, form }) =>
    Effect.gen(function* () {
      const url = new URL(address)
      const { retries, after } = policyOf(url)
      const token = crypto.randomUUID()
      for (let attempt = 0; ; attempt += 1) {
        const ending = yield* request({ url, method, form, token })
        const word = endingOf(ending)
        if (ending._tag === "Answered" && word === "ok") {
          counts.answered += 1
          return { body: ending.body, error: null }
        }
        if (attempt >= retries || !(after.includes(word) || after.includes("all"))) {
          counts.dropped += 1
          return { body: null, error: "11200" }
        }
        counts.retried += 1
      }
    })

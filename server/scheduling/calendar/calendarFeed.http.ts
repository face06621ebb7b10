import { createHash } from "node:crypto"
import { Effect } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { calendarPath } from "#schemas/scheduling/calendarFeed.ts"
import { nothingHere } from "#server/http/plainAnswers.ts"
import { makeAddressThrottle } from "#server/identity/addressThrottle.ts"
import { clientAddress } from "#server/identity/clientAddress.ts"
import { RealTime } from "#server/identity/realTime.ts"
import { Database } from "#server/store/Database.ts"
import { readFeed } from "./calendar.queries.ts"

/** How often feeds may be read from one network in a quarter of an hour: a clinic's calendars ask from one address. */
export const feedReadsPerAddress = 600

const tokenIn = (url: string): string | undefined =>
  new RegExp(`^${calendarPath}/([\\w-]{43})\\.ics$`).exec(url.split("?")[0] ?? "")?.[1]

/** A browser or calendar may keep it and asks each time whether it still holds; no proxy keeps it, and no search engine names it. */
const heads = { "cache-control": "private, no-cache", "x-robots-tag": "noindex", "referrer-policy": "no-referrer" }

const answer = (text: string, known: string | undefined) => {
  const etag = `"${createHash("sha256").update(text).digest("base64url").slice(0, 27)}"`
  const headers = { ...heads, etag: `W/${etag}` }
  const knows = known?.split(",").some((one) => one.trim().replace(/^W\//, "") === etag) === true
  return knows
    ? HttpServerResponse.empty({ status: 304, headers })
    : HttpServerResponse.text(text, { contentType: "text/calendar; charset=utf-8", headers })
}

/**
 * The feeds of locations, which calendars read without a sign-in: who has the address, has it all. An address that no
 * location has is answered as every address without anything.
 */
export const calendarFeedLayer = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const database = yield* Database
    const throttle = makeAddressThrottle(yield* RealTime, feedReadsPerAddress)
    const feed = Effect.gen(function* () {
      const { url, headers } = yield* HttpServerRequest.HttpServerRequest
      const wait = throttle.book(clientAddress(headers) ?? "")
      if (wait > 0) return HttpServerResponse.empty({ status: 429, headers: { "retry-after": String(wait) } })
      const token = tokenIn(url)
      const text = token === undefined ? undefined : yield* readFeed(token)
      return text === undefined ? yield* nothingHere : answer(text, headers["if-none-match"])
    }).pipe(Effect.provideService(Database, database))
    yield* router.add("GET", `${calendarPath}/:feed`, feed)
  }),
)

import { HttpApi, type HttpApiGroup } from "effect/http-api"
import { Refusals } from "./caller.ts"

/**
 * How the parts of a request are read. What a call's body does not name is refused, not dropped unseen: no one sets
 * a company or rights that way. Every bad field is named at once.
 */
export const readingOf = {
  payload: { onExcessProperty: "error", errors: "all" },
  query: { errors: "all" },
  headers: { errors: "all" },
} as const

/**
 * A contract of some groups of calls, all with the one prefix, the one form of refusals and the same care in
 * reading. The server has all groups (api.ts); a page loads and builds those that it calls.
 */
export const contractOf = <const Groups extends readonly [HttpApiGroup.Constraint, ...Array<HttpApiGroup.Constraint>]>(
  ...groups: Groups
) =>
  HttpApi.make("Admin View")
    .add(...groups)
    .middleware(Refusals)
    .annotate(HttpApi.PayloadParseOptions, readingOf.payload)
    .annotate(HttpApi.QueryParseOptions, readingOf.query)
    .annotate(HttpApi.HeadersParseOptions, readingOf.headers)
    .prefix("/api")

import { HttpApi, type HttpApiGroup } from "effect/http-api"
import { Refusals } from "./caller.ts"

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
    // What a call does not name is refused, not dropped unseen: nobody sets a company or rights that way.
    // Every bad field is named at once.
    .annotate(HttpApi.PayloadParseOptions, { onExcessProperty: "error", errors: "all" })
    .annotate(HttpApi.QueryParseOptions, { errors: "all" })
    .annotate(HttpApi.HeadersParseOptions, { errors: "all" })
    .prefix("/api")

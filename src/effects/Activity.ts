import { Effect } from "effect"
import type { ActivityQuery } from "#schemas/administration/activity.ts"
import { UserId } from "#schemas/ids.ts"
import type { PageOf } from "#schemas/reply.ts"
import { ReportGroup } from "#schemas/reporting/reportCalls.ts"
import { callApi } from "./ApiClient.ts"
import { readCompany } from "./Companies.ts"

/** What the page asks for, by the names of its address. */
type Params = {
  readonly from?: string
  readonly to?: string
  readonly kind?: ActivityQuery["kind"]
  readonly actor?: string
  readonly scope?: string
  readonly outcome?: string
}

const read = (query: ActivityQuery) => callApi(ReportGroup, (api) => api.GetActivityLog({ query: query as never }))

/** Entries of the log, newest first, a page at a time. */
export const readActivity = ({ from, to, kind, actor, scope, outcome }: Params, page: PageOf) =>
  read({
    ...page,
    ...(from === undefined ? {} : { startDate: from }),
    ...(to === undefined ? {} : { endDate: to }),
    ...(kind === undefined ? {} : { kind }),
    ...(actor !== undefined && /^[1-9]\d{0,8}$/.test(actor) ? { actorId: UserId.make(Number(actor)) } : {}),
    ...(scope === "all" ? { everyCompany: "true" } : {}),
    ...(outcome === "refused" ? { refused: "true" } : {}),
  })

/** What was done to one company, newest first. */
export const readCompanyHistory = (which: { readonly hashedId: string }, page: PageOf) =>
  Effect.flatMap(readCompany(which), ({ data: { companyId } }) =>
    read({ ...page, kind: "company", thingId: companyId, everyCompany: "true" }),
  )

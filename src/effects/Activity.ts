import { Effect } from "effect"
import { streamKinds, type ActivityQuery } from "#schemas/administration/activity.ts"
import { UserId } from "#schemas/ids.ts"
import type { PageOf } from "#schemas/reply.ts"
import { ReportGroup } from "#schemas/reporting/reportCalls.ts"
import { callApi } from "./ApiClient.ts"
import { readCompany } from "./Companies.ts"
import { saveDownload } from "./saveDownload.ts"

/** What the page asks for, by the names of its address. */
type Params = {
  readonly from?: string
  readonly to?: string
  readonly kind?: ActivityQuery["kind"]
  readonly thing?: string
  readonly search?: string
  readonly actor?: string
  readonly scope?: string
  readonly outcome?: string
}

/** Entries of the log as they are asked for. */
export const readLog = (query: ActivityQuery) =>
  callApi(ReportGroup, (api) => api.GetActivityLog({ query: query as never }))

const byWhom = (actor: string): ActivityQuery => {
  if (actor === "product") return { byProduct: "true" }
  return /^[1-9]\d{0,8}$/.test(actor) ? { actorId: UserId.make(Number(actor)) } : {}
}

/** One thing, as the address names it: `campaign-12`; it stands over the kind. */
const ofThing = (thing: string): ActivityQuery => {
  const [kind, id] = thing.split("-")
  const known = streamKinds.find((one) => one === kind)
  if (known === undefined) return {}
  return { kind: known, ...(id !== undefined && /^[1-9]\d{0,8}$/.test(id) ? { thingId: Number(id) } : {}) }
}

/** What the page asks for, as the server is asked. */
const queryOf = ({ from, to, kind, thing, search, actor, scope, outcome }: Params): ActivityQuery => ({
  ...(from === undefined ? {} : { startDate: from }),
  ...(to === undefined ? {} : { endDate: to }),
  ...(kind === undefined ? {} : { kind }),
  ...(search === undefined ? {} : { search }),
  ...(thing === undefined ? {} : ofThing(thing)),
  ...(actor === undefined ? {} : byWhom(actor)),
  ...(scope === "all" ? { everyCompany: "true" } : {}),
  ...(outcome === "refused" ? { refused: "true" } : outcome === "allowed" ? { refused: "false" } : {}),
})

/** Entries of the log, newest first, a page at a time. */
export const readActivity = (params: Params, page: PageOf) => readLog({ ...page, ...queryOf(params) })

/** Saves the entries of the log that are listed, all of them, as a file. */
export const downloadActivity = (params: Params) =>
  saveDownload(
    callApi(ReportGroup, (api) =>
      api.DownloadActivity({ query: queryOf(params) as never, responseMode: "decoded-and-response" }),
    ),
    "activity.csv",
  )

/** The people by whom the log can be narrowed. */
export const readActivityPeople = () => callApi(ReportGroup, (api) => api.GetActivityPeople({}))

/** Has the chain of the log checked. */
export const checkLog = () => callApi(ReportGroup, (api) => api.CheckLog({}))

/** What was done to one company, newest first. */
export const readCompanyHistory = (which: { readonly hashedId: string }, page: PageOf) =>
  Effect.flatMap(readCompany(which), ({ data: { companyId } }) =>
    readLog({ ...page, kind: "company", thingId: companyId, everyCompany: "true" }),
  )

import { Clock, Effect, Semaphore } from "effect"
import { HttpServerResponse } from "effect/http"
import { missingRight } from "#schemas/access.ts"
import type { ActivityQuery } from "#schemas/administration/activity.ts"
import { CurrentPerson, type Person } from "#schemas/caller.ts"
import { problem } from "#schemas/problem.ts"
import { defaultPageSize, reply } from "#schemas/reply.ts"
import { readActivity, readActivityPeople } from "./activity.queries.ts"
import { activityFile } from "./activityExport.ts"
import { checkLog } from "./logProof.queries.ts"
import { readOwnZone } from "#server/administration/users/profile.queries.ts"
import { recordTaken } from "#server/http/audit.ts"
import { contentDisposition } from "#server/http/contentDisposition.ts"
import { enterExports } from "#server/http/ExportPlaces.ts"
import { callsOf } from "#server/http/handlers.ts"
import { fileStamp } from "#server/reporting/exports/exportTable.rule.ts"
import { readCompany } from "#server/reporting/report/reportTables.queries.ts"
import { streams } from "#server/streams.ts"

/** A check reads a large part of the log: one at a time. */
const oneCheck = Semaphore.makeUnsafe(1)

/** Whose log is asked for; fails with Forbidden for that of all companies, where the person does not administer them. */
const companiesAsked = Effect.fnUntraced(function* (person: Person, { everyCompany, kind }: ActivityQuery) {
  const isOfAll = everyCompany === "true" || kind === "settings"
  const missing = missingRight(person, "Company.GetCompanyList")
  if (isOfAll && missing !== undefined) return yield* Effect.fail(problem("Forbidden", missing))
  return { of: isOfAll ? null : person.actingCompanyId, acting: person.actingCompanyId }
})

/** The zone in which the person sees times: its days are those of the filter (docs/architecture.md#time). */
const zoneOf = Effect.fnUntraced(function* (person: Person) {
  return (yield* readOwnZone(person)) ?? (yield* readCompany(person.actingCompanyId)).timezone
})

/** The log of what happened, in the Report group of the contract. */
export const activityCalls = callsOf("Report", {
  GetActivityLog: Effect.fn("Report.GetActivityLog")(function* ({ query }) {
    const person = yield* CurrentPerson
    const companies = yield* companiesAsked(person, query)
    const { pageSize = defaultPageSize } = query
    if (query.cursor !== undefined && !/^\d{1,18}$/.test(query.cursor)) {
      return yield* Effect.fail(problem("BadRequest", "This page does not exist. Start again from the first one."))
    }
    const { entries, next } = yield* readActivity(streams, companies, { ...query, pageSize }, yield* zoneOf(person))
    return reply(entries, next === undefined ? {} : { next })
  }),
  DownloadActivity: Effect.fn("Report.DownloadActivity")(function* ({ query }) {
    const person = yield* CurrentPerson
    const companies = yield* companiesAsked(person, query)
    yield* enterExports(person, ["activity", query])
    const zone = yield* zoneOf(person)
    const stamp = fileStamp(yield* Clock.currentTimeMillis, zone)
    return HttpServerResponse.stream(yield* activityFile(streams, companies, query, zone, yield* recordTaken(person)), {
      contentType: "text/csv; charset=utf-8",
      headers: { "content-disposition": contentDisposition(`activity-${stamp}.csv`), "cache-control": "no-store" },
    })
  }),
  GetActivityPeople: Effect.fn("Report.GetActivityPeople")(function* () {
    return reply(yield* readActivityPeople((yield* CurrentPerson).actingCompanyId))
  }),
  CheckLog: Effect.fn("Report.CheckLog")(function* () {
    return reply(yield* oneCheck.withPermits(1)(checkLog))
  }),
})

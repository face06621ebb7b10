import { Effect, Semaphore } from "effect"
import { missingRight } from "#schemas/access.ts"
import { CurrentPerson } from "#schemas/caller.ts"
import { problem } from "#schemas/problem.ts"
import { defaultPageSize, reply } from "#schemas/reply.ts"
import { readActivity, readActivityPeople } from "./activity.queries.ts"
import { checkLog } from "./logProof.queries.ts"
import { callsOf } from "#server/http/handlers.ts"
import { readCompany } from "#server/reporting/report/reportTables.queries.ts"
import { streams } from "#server/streams.ts"

/** A check reads a large part of the log: one at a time. */
const oneCheck = Semaphore.makeUnsafe(1)

/** The log of what happened, in the Report group of the contract. */
export const activityCalls = callsOf("Report", {
  GetActivityLog: Effect.fn("Report.GetActivityLog")(function* ({ query }) {
    const person = yield* CurrentPerson
    const isOfAll = query.everyCompany === "true" || query.kind === "settings"
    const missing = missingRight(person, "Company.GetCompanyList")
    if (isOfAll && missing !== undefined) return yield* Effect.fail(problem("Forbidden", missing))
    const { timezone } = yield* readCompany(person.actingCompanyId)
    const { pageSize = defaultPageSize } = query
    if (query.cursor !== undefined && !/^\d{1,18}$/.test(query.cursor)) {
      return yield* Effect.fail(problem("BadRequest", "This page does not exist. Start again from the first one."))
    }
    const companies = { of: isOfAll ? null : person.actingCompanyId, acting: person.actingCompanyId }
    const { entries, next } = yield* readActivity(streams, companies, { ...query, pageSize }, timezone)
    return reply(entries, next === undefined ? {} : { next })
  }),
  GetActivityPeople: Effect.fn("Report.GetActivityPeople")(function* () {
    return reply(yield* readActivityPeople((yield* CurrentPerson).actingCompanyId))
  }),
  CheckLog: Effect.fn("Report.CheckLog")(function* () {
    return reply(yield* oneCheck.withPermits(1)(checkLog))
  }),
})

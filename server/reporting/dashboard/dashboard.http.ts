import { Effect } from "effect"
import { CurrentPerson } from "#schemas/caller.ts"
import { reply } from "#schemas/reply.ts"
import { makeDashboard } from "./dashboard.queries.ts"
import { callsOf } from "#server/http/handlers.ts"

/** The first page of the acting company. */
export const dashboardCalls = callsOf("Report", {
  GetDashboard: Effect.fn("Report.GetDashboard")(function* () {
    const person = yield* CurrentPerson
    return reply(yield* makeDashboard(person.actingCompanyId, person))
  }),
})

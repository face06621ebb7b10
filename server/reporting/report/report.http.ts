import { Effect } from "effect"
import { mayCall } from "#schemas/access.ts"
import { CurrentPerson } from "#schemas/caller.ts"
import { reply } from "#schemas/reply.ts"
import { makeReport } from "./report.queries.ts"
import { listCampaigns } from "./reportTables.queries.ts"
import { callsOf } from "#server/http/handlers.ts"

/** Reports of the acting company. */
export const reportCalls = callsOf("Report", {
  GetReport: Effect.fn("Report.GetReport")(function* ({ query }) {
    const person = yield* CurrentPerson
    const hasAppointments = mayCall(person, "Appointment.GetBookedAppointments")
    return reply(yield* makeReport(person.actingCompanyId, query, { hasAppointments }))
  }),

  GetReportedCampaigns: Effect.fn("Report.GetReportedCampaigns")(function* () {
    const person = yield* CurrentPerson
    return reply(yield* listCampaigns(person.actingCompanyId))
  }),
})

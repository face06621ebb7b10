import { Effect } from "effect"
import { mayCall } from "#schemas/access.ts"
import { CurrentPerson } from "#schemas/caller.ts"
import { defaultPageSize, reply } from "#schemas/reply.ts"
import { problem } from "#schemas/problem.ts"
import type { PeopleAuditEvent } from "#schemas/people/events.ts"
import { frameOf, makeReport } from "./report.queries.ts"
import { readChoices, refuseHiddenLocation } from "./narrowing.queries.ts"
import { readReportedPeople } from "./reportedPeople.queries.ts"
import { recordLook } from "#server/http/audit.ts"
import { listCampaigns } from "./reportTables.queries.ts"
import { callsOf } from "#server/http/handlers.ts"

/** Whom a list goes on after, as its cursor says it. */
const afterIn = (cursor: string | undefined) => {
  if (cursor === undefined) return Effect.succeed(undefined)
  const [, campaignId, recipientId] = /^(\d{1,9})-(\d{1,9})$/.exec(cursor) ?? []
  return campaignId === undefined || recipientId === undefined
    ? Effect.fail(problem("BadRequest", "This page does not exist. Start again from the first one."))
    : Effect.succeed({ campaignId: Number(campaignId), recipientId: Number(recipientId) })
}

/** Reports of the acting company. */
export const reportCalls = callsOf("Report", {
  GetReport: Effect.fn("Report.GetReport")(function* ({ query }) {
    const person = yield* CurrentPerson
    yield* refuseHiddenLocation(person, query)
    const hasAppointments = mayCall(person, "Appointment.GetBookedAppointments")
    return reply(yield* makeReport(person.actingCompanyId, query, { hasAppointments }))
  }),

  GetReportedPeople: Effect.fn("Report.GetReportedPeople")(function* ({ query }) {
    const person = yield* CurrentPerson
    const { share, reason, cursor, pageSize = defaultPageSize, ...question } = query
    yield* refuseHiddenLocation(person, query)
    const after = yield* afterIn(cursor)
    const { scope, narrowed } = yield* frameOf(person.actingCompanyId, question)
    const { people, next, count } = yield* readReportedPeople(scope, { share, reason, after, pageSize })
    const seen: PeopleAuditEvent = { _tag: "PatientsViewed", people: people.length, listId: null, searched: false }
    yield* recordLook(person, seen, [
      ...["report", scope.campaignId, share, reason, cursor, pageSize, scope.range?.from],
      JSON.stringify(narrowed),
    ])
    return reply(people, {
      ...(next === undefined ? {} : { next }),
      ...(count === undefined ? {} : { counts: { all: count } }),
    })
  }),

  GetReportChoices: Effect.fn("Report.GetReportChoices")(function* () {
    const person = yield* CurrentPerson
    const hasAppointments = mayCall(person, "Appointment.GetBookedAppointments")
    return reply(yield* readChoices(person.actingCompanyId, { hasAppointments }))
  }),

  GetReportedCampaigns: Effect.fn("Report.GetReportedCampaigns")(function* () {
    const person = yield* CurrentPerson
    return reply(yield* listCampaigns(person.actingCompanyId))
  }),
})

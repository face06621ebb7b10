import { Effect } from "effect"
import { CurrentPerson } from "#schemas/caller.ts"
import { reply } from "#schemas/reply.ts"
import type { ReportMailAuditEvent } from "#schemas/reporting/events.ts"
import { recordAudit } from "#server/http/audit.ts"
import { commandOptions } from "#server/http/commandHeaders.ts"
import { callsOf } from "#server/http/handlers.ts"
import { foundLink } from "./reportMail.commands.ts"
import { deleteSavedView, saveSavedView } from "./savedView.commands.ts"
import { readReportReaders, readSavedViews } from "./savedView.queries.ts"

/** The calls about saved views of reports, for the acting company. */
export const savedViewCalls = callsOf("Report", {
  GetSavedViews: Effect.fn("Report.GetSavedViews")(function* () {
    const { actingCompanyId } = yield* CurrentPerson
    return reply(yield* readSavedViews(actingCompanyId))
  }),

  GetReportReaders: Effect.fn("Report.GetReportReaders")(function* () {
    const { actingCompanyId } = yield* CurrentPerson
    return reply(yield* readReportReaders(actingCompanyId))
  }),

  SaveSavedView: Effect.fn("Report.SaveSavedView")(function* ({ headers, payload }) {
    return reply(yield* saveSavedView(yield* CurrentPerson, payload, yield* commandOptions(headers)))
  }),

  DeleteSavedView: Effect.fn("Report.DeleteSavedView")(function* ({ headers, payload: { hashedId } }) {
    yield* deleteSavedView(yield* CurrentPerson, hashedId, yield* commandOptions(headers))
    return reply({})
  }),

  OpenReportLink: Effect.fn("Report.OpenReportLink")(function* ({ payload: { secret } }) {
    const person = yield* CurrentPerson
    const { viewId: savedViewId, date, search, startDate, endDate } = yield* foundLink(person.actingCompanyId, secret)
    yield* recordAudit(person, { _tag: "ReportLinkOpened", savedViewId, date } satisfies ReportMailAuditEvent)
    return reply({ search, startDate, endDate })
  }),
})

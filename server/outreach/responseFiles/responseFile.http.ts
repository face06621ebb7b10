import { Effect } from "effect"
import { CurrentPerson } from "#schemas/caller.ts"
import type { OutreachAuditEvent } from "#schemas/outreach/events.ts"
import { reply } from "#schemas/reply.ts"
import { previewResponse } from "./previewResponse.queries.ts"
import { checkSources, deleteResponseFile, saveResponseFile } from "./responseFile.commands.ts"
import { readResponseFile } from "./responseFile.queries.ts"
import { columnsOfTemplate } from "./responseHeaders.queries.ts"
import { recordAudit } from "#server/http/audit.ts"
import { commandOptions } from "#server/http/commandHeaders.ts"
import { callsOf } from "#server/http/handlers.ts"
import { ofTemplate } from "#server/outreach/templates/template.http.ts"
import { foundAnyTemplate } from "#server/outreach/templates/template.queries.ts"

/** The calls of a template's response file. */
export const responseFileCalls = callsOf("Template", {
  GetResponseFile: Effect.fn("Template.GetResponseFile")(function* ({ query }) {
    const { companyId, templateId } = yield* ofTemplate(query.temphashedId)
    yield* foundAnyTemplate(companyId, templateId)
    return reply((yield* readResponseFile(companyId, templateId)) ?? null)
  }),

  GetResponseHeaders: Effect.fn("Template.GetResponseHeaders")(function* ({ query }) {
    const { companyId, templateId } = yield* ofTemplate(query.templatehashedId)
    return reply(yield* columnsOfTemplate(companyId, yield* foundAnyTemplate(companyId, templateId)))
  }),

  SaveResponseFile: Effect.fn("Template.SaveResponseFile")(function* ({ headers, payload }) {
    return reply(yield* saveResponseFile(yield* CurrentPerson, payload, yield* commandOptions(headers)))
  }),

  DeleteResponseFile: Effect.fn("Template.DeleteResponseFile")(function* ({ headers, query }) {
    yield* deleteResponseFile(yield* CurrentPerson, query.templateId, yield* commandOptions(headers))
    return reply({})
  }),

  PreviewResponseFile: Effect.fn("Template.PreviewResponseFile")(function* ({ payload: { temphashedId, ...layout } }) {
    const { companyId, templateId } = yield* ofTemplate(temphashedId)
    yield* checkSources(companyId, yield* foundAnyTemplate(companyId, templateId), layout)
    const shown = yield* previewResponse(companyId, templateId, layout)
    const people = shown.rows.length
    if (people > 0) {
      const looked = { _tag: "ResponseFilePreviewed", templateId, people } satisfies OutreachAuditEvent
      yield* recordAudit(yield* CurrentPerson, looked)
    }
    return reply(shown)
  }),
})

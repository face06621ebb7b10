import { Effect } from "effect"
import { CurrentPerson } from "#schemas/caller.ts"
import type { TemplateId } from "#schemas/ids.ts"
import type { OutreachAuditEvent } from "#schemas/outreach/events.ts"
import type { ResponsePreviewRequest, SaveResponseFile } from "#schemas/outreach/responseFile.ts"
import { reply } from "#schemas/reply.ts"
import { columnsOfTemplate } from "./responseHeaders.queries.ts"
import { readResponseFile } from "./responseFile.queries.ts"
import { previewResponse } from "./previewResponse.queries.ts"
import { checkSources, deleteResponseFile, saveResponseFile } from "./responseFile.commands.ts"
import { foundTemplate } from "#server/outreach/templates/template.commands.ts"
import { recordAudit } from "#server/http/audit.ts"
import { commandOptions, type VersionedHeaders } from "#server/http/commandHeaders.ts"
import { ofTemplate } from "#server/outreach/linkParameters/linkParameter.http.ts"

/** GET Template/GetResponseFile: the layout of a template's response file, null while it has none. */
export const getResponseFile = Effect.fn("Template.GetResponseFile")(function* (temphashedId: string) {
  const { companyId, templateId } = yield* ofTemplate(temphashedId)
  return reply((yield* readResponseFile(companyId, templateId)) ?? null)
})

/** GET Template/GetResponseHeaders: what the columns of the file may hold. */
export const getResponseHeaders = Effect.fn("Template.GetResponseHeaders")(function* (templatehashedId: string) {
  const { companyId, templateId } = yield* ofTemplate(templatehashedId)
  return reply(yield* columnsOfTemplate(companyId, yield* foundTemplate(companyId, templateId)))
})

/** POST Template/SaveResponseFile: the next version of the layout. */
export const postResponseFile = Effect.fn("Template.SaveResponseFile")(function* (
  headers: VersionedHeaders,
  payload: SaveResponseFile,
) {
  return reply(yield* saveResponseFile(yield* CurrentPerson, payload, yield* commandOptions(headers)))
})

/** GET Template/DeleteResponseFile: the specification deletes by GET (decision 027). */
export const removeResponseFile = Effect.fn("Template.DeleteResponseFile")(function* (
  headers: VersionedHeaders,
  templateId: TemplateId,
) {
  yield* deleteResponseFile(yield* CurrentPerson, templateId, yield* commandOptions(headers))
  return reply({})
})

/** POST Template/PreviewResponseFile: a layout on real rows; who looked at how many is recorded. */
export const showResponseFile = Effect.fn("Template.PreviewResponseFile")(function* ({
  temphashedId,
  ...layout
}: ResponsePreviewRequest) {
  const person = yield* CurrentPerson
  const { companyId, templateId } = yield* ofTemplate(temphashedId)
  yield* checkSources(companyId, yield* foundTemplate(companyId, templateId), layout)
  const shown = yield* previewResponse(companyId, templateId, layout)
  if (shown.rows.length > 0) {
    const people = shown.rows.length
    yield* recordAudit(person, { _tag: "ResponseFilePreviewed", templateId, people } satisfies OutreachAuditEvent)
  }
  return reply(shown)
})

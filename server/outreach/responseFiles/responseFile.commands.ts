import { createHash } from "node:crypto"
import { Effect } from "effect"
import type { Person } from "#schemas/caller.ts"
import type { CompanyId, TemplateId } from "#schemas/ids.ts"
import { ResponseFileEvent } from "#schemas/outreach/events.ts"
import type { ResponseLayout, SaveResponseFile } from "#schemas/outreach/responseFile.ts"
import { problem } from "#schemas/problem.ts"
import {
  responseFileDecider,
  responseFileProjection,
  type ResponseFileCommand,
  type ResponseFileFold,
  type ResponseFileRow,
} from "./responseFile.decider.ts"
import { unknownSource } from "./responseFile.rule.ts"
import { columnsOfTemplate } from "./responseHeaders.queries.ts"
import { readResponseFile, saveResponseLayout } from "./responseFile.queries.ts"
import { orStaleVersion, contextOf, handle, readState, type CommandOptions } from "#server/handle.ts"
import { foundAnyTemplate, type AnyTemplate } from "#server/outreach/templates/template.queries.ts"
import { templateProjection } from "#server/outreach/templates/template.projection.ts"
import { rowName, rowOpens } from "#server/store/readModels.ts"
import type { Stream } from "#server/store/stream.ts"
import { isoNow } from "#server/store/isoNow.ts"
import { orNotFound } from "#server/store/orNotFound.ts"

/** The streams of response files: `responseFile-7` is that of template 7. */
export const responseFileStream: Stream<ResponseFileFold, ResponseFileCommand, ResponseFileEvent, ResponseFileRow> = {
  decider: responseFileDecider,
  events: ResponseFileEvent,
  projection: responseFileProjection,
  outside: null,
  activity: {
    name: rowName(templateProjection),
    opens: rowOpens(templateProjection),
    isNumbered: true,
  },
}

/** Fails with Invalid for a column that holds something no one has. */
export const checkSources = Effect.fn("checkSources")(function* (
  companyId: CompanyId,
  template: AnyTemplate,
  layout: ResponseLayout,
) {
  const headers = yield* columnsOfTemplate(companyId, template)
  const unknown = unknownSource(layout, headers)
  if (unknown === undefined) return
  const message = `The column “${unknown.header}” holds something that is not there any more. Choose what it should hold.`
  yield* Effect.fail(problem("Invalid", message, { errors: [{ field: "columns", message }] }))
})

/** A first file is made against version 0, also where one was deleted before: no one sees the versions that one had. */
const expectedOf = Effect.fnUntraced(function* (
  companyId: CompanyId,
  templateId: TemplateId,
  { expectedVersion }: CommandOptions,
) {
  if (expectedVersion !== 0) return expectedVersion
  const { state, version } = yield* readState(responseFileStream, companyId, templateId)
  return state.state === "kept" ? 0 : version
})

/** Saves the layout of a template's response file. Fails with NotFound for an absent template, with Invalid for an unknown column, with StaleVersion for a first file where there is one. */
export const saveResponseFile = Effect.fn("saveResponseFile")(function* (
  person: Person,
  { templateId, ...layout }: SaveResponseFile,
  options: CommandOptions,
) {
  const companyId = person.actingCompanyId
  const template = yield* foundAnyTemplate(companyId, templateId)
  yield* checkSources(companyId, template, layout)
  const at = yield* isoNow
  const layoutHash = createHash("sha256").update(JSON.stringify(layout)).digest("hex")
  const command = { _tag: "SaveResponseFile", templateId, layoutHash } as const
  const expectedVersion = yield* expectedOf(companyId, templateId, options)
  yield* handle(responseFileStream, templateId, command, contextOf(person, { ...options, expectedVersion }), {
    beforeAppend: (_events, before) =>
      orStaleVersion(saveResponseLayout(companyId, templateId, { version: before.version + 1, layout, at })),
  })
  return yield* orNotFound(readResponseFile(companyId, templateId))
})

/** Deletes a template's response file; exports have our own columns again. */
export const deleteResponseFile = Effect.fn("deleteResponseFile")(function* (
  person: Person,
  templateId: TemplateId,
  options: CommandOptions,
) {
  yield* foundAnyTemplate(person.actingCompanyId, templateId)
  yield* handle(responseFileStream, templateId, { _tag: "DeleteResponseFile" }, contextOf(person, options))
})

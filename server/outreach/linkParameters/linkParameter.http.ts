import { Effect, Result } from "effect"
import { CurrentPerson } from "#schemas/caller.ts"
import { reply } from "#schemas/reply.ts"
import { deleteLinkParameter, saveLinkParameter } from "./linkParameter.commands.ts"
import { readLinkParameters } from "./linkParameter.queries.ts"
import { withParameter } from "./linkParameter.rule.ts"
import { previewLink } from "./previewLink.queries.ts"
import { commandOptions } from "#server/http/commandHeaders.ts"
import { callsOf } from "#server/http/handlers.ts"
import { judgeText } from "#server/outreach/templates/judgeText.queries.ts"
import { ofTemplate, recordPreview } from "#server/outreach/templates/template.http.ts"
import { foundTemplate } from "#server/outreach/templates/template.queries.ts"

/** The calls of the parameters of a template's link. */
export const linkParameterCalls = callsOf("Template", {
  GetCurlParameter: Effect.fn("Template.GetCurlParameter")(function* ({ query }) {
    const { companyId, templateId } = yield* ofTemplate(query.temphashedId)
    yield* foundTemplate(companyId, templateId)
    return reply(yield* readLinkParameters(companyId, templateId))
  }),

  SaveCurlParameter: Effect.fn("Template.SaveCurlParameter")(function* ({ headers, payload }) {
    return reply(yield* saveLinkParameter(yield* CurrentPerson, payload, yield* commandOptions(headers)))
  }),

  DeleteCurlParameter: Effect.fn("Template.DeleteCurlParameter")(function* ({ headers, query }) {
    yield* deleteLinkParameter(yield* CurrentPerson, query.primaryId, yield* commandOptions(headers))
    return reply({})
  }),

  PreviewLink: Effect.fn("Template.PreviewLink")(function* ({ payload: { temphashedId, draft, search } }) {
    const { companyId, templateId } = yield* ofTemplate(temphashedId)
    const { text } = yield* foundTemplate(companyId, templateId)
    const stored = yield* readLinkParameters(companyId, templateId)
    const drafted =
      draft === undefined || draft.key.trim() === ""
        ? Result.succeed(stored)
        : withParameter(stored, draft, { primaryId: draft.primaryId, templateId })
    const parameters = Result.getOrElse(drafted, () => stored)
    const refused = Result.isFailure(drafted) ? [drafted.failure.message] : []
    const { companyName, known } = yield* judgeText(companyId, { text, parameters })
    const found = yield* previewLink({ companyId, companyName, text, parameters, known, search })
    yield* recordPreview(found.samples.length)
    return reply({ ...found, problems: [...refused, ...found.problems] })
  }),
})

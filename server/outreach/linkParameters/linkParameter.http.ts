import { Effect, Result } from "effect"
import { CurrentPerson } from "#schemas/caller.ts"
import type { OutreachAuditEvent } from "#schemas/outreach/events.ts"
import type { LinkPreviewRequest, SaveLinkParameter } from "#schemas/outreach/linkParameter.ts"
import { notFound } from "#schemas/problem.ts"
import { reply } from "#schemas/reply.ts"
import { withParameter } from "./linkParameter.rule.ts"
import { deleteLinkParameter, saveLinkParameter } from "./linkParameter.commands.ts"
import { readLinkParameters } from "./linkParameter.queries.ts"
import { previewLink } from "./previewLink.queries.ts"
import { findTemplateId } from "#server/outreach/templates/template.queries.ts"
import { foundTemplate, judgeText } from "#server/outreach/templates/template.commands.ts"
import { recordAudit } from "#server/http/audit.ts"
import { commandOptions, type VersionedHeaders } from "#server/http/commandHeaders.ts"

/** A template of the person's company by its public id; fails with NotFound. */
export const ofTemplate = Effect.fnUntraced(function* (temphashedId: string) {
  const companyId = (yield* CurrentPerson).actingCompanyId
  const templateId = (yield* findTemplateId(companyId, temphashedId)) ?? (yield* Effect.fail(notFound()))
  return { companyId, templateId }
})

/** GET Template/GetCurlParameter: the parameters of a template's link in their order. */
export const getLinkParameters = Effect.fn("Template.GetCurlParameter")(function* (temphashedId: string) {
  const { companyId, templateId } = yield* ofTemplate(temphashedId)
  return reply(yield* readLinkParameters(companyId, templateId))
})

/** POST Template/SaveCurlParameter: a parameter, saved in the template's next version. */
export const postLinkParameter = Effect.fn("Template.SaveCurlParameter")(function* (
  headers: VersionedHeaders,
  payload: SaveLinkParameter,
) {
  return reply(yield* saveLinkParameter(yield* CurrentPerson, payload, yield* commandOptions(headers)))
})

/** GET Template/DeleteCurlParameter: the specification deletes by GET (decision 027). */
export const removeLinkParameter = Effect.fn("Template.DeleteCurlParameter")(function* (
  headers: VersionedHeaders,
  primaryId: number,
) {
  yield* deleteLinkParameter(yield* CurrentPerson, primaryId, yield* commandOptions(headers))
  return reply({})
})

/** POST Template/PreviewLink: the link as patients would get it; who looked at how many is recorded. */
export const showLink = Effect.fn("Template.PreviewLink")(function* (request: LinkPreviewRequest) {
  const person = yield* CurrentPerson
  const { companyId, templateId } = yield* ofTemplate(request.temphashedId)
  const { text } = yield* foundTemplate(companyId, templateId)
  const { draft, search } = request
  const stored = yield* readLinkParameters(companyId, templateId)
  const drafted =
    draft === undefined || draft.key.trim() === ""
      ? Result.succeed(stored)
      : withParameter(stored, draft, { primaryId: draft.primaryId, templateId })
  const parameters = Result.getOrElse(drafted, () => stored)
  const refused = Result.isFailure(drafted) ? [drafted.failure.message] : []
  const { companyName, known } = yield* judgeText(companyId, { text, parameters })
  const found = yield* previewLink({ companyId, companyName, text, parameters, known, search })
  const shown = { ...found, problems: [...refused, ...found.problems] }
  if (shown.samples.length > 0) {
    yield* recordAudit(person, { _tag: "MessagePreviewed", people: shown.samples.length } satisfies OutreachAuditEvent)
  }
  return reply(shown)
})

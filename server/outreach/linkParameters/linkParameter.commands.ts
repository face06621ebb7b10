import { createHash } from "node:crypto"
import { Effect } from "effect"
import type { Person } from "#schemas/caller.ts"
import type { LinkParameter, SaveLinkParameter } from "#schemas/outreach/linkParameter.ts"
import type { Template } from "#schemas/outreach/template.ts"
import { notFound } from "#schemas/problem.ts"
import { judgeParameters, withoutParameter, withParameter } from "./linkParameter.rule.ts"
import {
  nextLinkParameterId,
  readLinkParameters,
  saveLinkParameters,
  templateOfLinkParameter,
} from "./linkParameter.queries.ts"
import { foundTemplate, saveTemplateVersion } from "#server/outreach/templates/template.queries.ts"
import { storeTranslations } from "#server/outreach/templates/translation.queries.ts"
import { orStaleVersion, contextOf, handle, type CommandOptions } from "#server/handle.ts"
import { templateStream } from "#server/outreach/templates/template.commands.ts"
import { isoNow } from "#server/store/isoNow.ts"
import { orNotFound } from "#server/store/orNotFound.ts"

const hashOf = (parameters: ReadonlyArray<LinkParameter>): string =>
  createHash("sha256")
    .update(JSON.stringify(parameters.map(({ key, value, in: place }) => [key, value, place])))
    .digest("hex")

/** Makes the template's next version, which says the same with other parameters. */
const storeNext = Effect.fnUntraced(function* (
  person: Person,
  { templateId, version, text }: Template,
  parameters: ReadonlyArray<LinkParameter>,
  variables: ReadonlyArray<string>,
  options: CommandOptions,
) {
  const companyId = person.actingCompanyId
  const at = yield* isoNow
  const command = { _tag: "ChangeLinkParameters", version, linkHash: hashOf(parameters) } as const
  const next = version + 1
  yield* handle(templateStream, templateId, command, contextOf(person, options), {
    beforeAppend: (events, before) =>
      orStaleVersion(
        Effect.all([
          saveTemplateVersion(companyId, templateId, { version: next, text, variables, at }),
          saveLinkParameters(companyId, templateId, next, parameters),
          storeTranslations(companyId, templateId, before, events),
        ]),
      ),
  })
})

/**
 * Saves a parameter of a template's link: a new one, another value, or another
 * place in the order. It belongs to the template's next version. Fails with NotFound
 * for a parameter the template does not have, with Invalid where the message has
 * no public link for it.
 */
export const saveLinkParameter = Effect.fn("saveLinkParameter")(function* (
  person: Person,
  wanted: SaveLinkParameter,
  options: CommandOptions,
) {
  const companyId = person.actingCompanyId
  const template = yield* foundTemplate(companyId, wanted.templateId)
  const before = yield* readLinkParameters(companyId, wanted.templateId)
  const isNew = wanted.primaryId === 0
  if (!isNew && !before.some(({ primaryId }) => primaryId === wanted.primaryId)) return yield* Effect.fail(notFound())
  const primaryId = isNew ? yield* orStaleVersion(nextLinkParameterId(companyId)) : wanted.primaryId
  const { templateId } = template
  const after = yield* Effect.fromResult(withParameter(before, wanted, { primaryId, templateId }))
  const variables = yield* Effect.fromResult(judgeParameters(template.text, after, wanted))
  yield* storeNext(person, template, after, variables, options)
  return after.find((one) => one.primaryId === primaryId) ?? (yield* Effect.fail(notFound()))
})

/** Deletes a parameter from its template's next version. Fails with NotFound when the newest version does not have it. */
export const deleteLinkParameter = Effect.fn("deleteLinkParameter")(function* (
  person: Person,
  primaryId: number,
  options: CommandOptions,
) {
  const companyId = person.actingCompanyId
  const templateId = yield* orNotFound(templateOfLinkParameter(companyId, primaryId))
  const template = yield* foundTemplate(companyId, templateId)
  const after = withoutParameter(yield* readLinkParameters(companyId, templateId), primaryId)
  const variables = yield* Effect.fromResult(judgeParameters(template.text, after, undefined))
  yield* storeNext(person, template, after, variables, options)
})

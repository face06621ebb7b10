import { Effect, Result } from "effect"
import { limits } from "#schemas/constants.ts"
import type { CompanyId, TemplateId } from "#schemas/ids.ts"
import type { PreviewedTranslation, TranslationPreview } from "#schemas/language/translation.ts"
import { callChannel, type CallFlow } from "#schemas/outreach/callFlow.ts"
import { replaceCharacters } from "#schemas/outreach/characters.ts"
import type { LinkParameterDraft } from "#schemas/outreach/linkParameter.ts"
import { segmentsOf } from "#schemas/outreach/segments.ts"
import { appointmentVariables } from "#schemas/outreach/variables.ts"
import { notFound } from "#schemas/problem.ts"
import { columnNames, companyFacts } from "#server/outreach/recipients/audience.queries.ts"
import { readLinkParameters } from "#server/outreach/linkParameters/linkParameter.queries.ts"
import type { CallInLanguage } from "#server/outreach/templates/callMessage.rule.ts"
import { commonVariables, readMessage, renderMessage, sampleValues } from "#server/outreach/templates/message.rule.ts"
import { decodeFlow, foundTranslatable } from "#server/outreach/templates/template.queries.ts"
import { sampleBookingLink } from "#server/scheduling/patientLinks/patientLink.queries.ts"
import { Database } from "#server/store/Database.ts"
import { callTranslationProblems } from "./callTranslation.rule.ts"
import { readTerms } from "./glossary.queries.ts"
import { breachesOf, callPairs } from "./glossary.rule.ts"
import { translationProblems, type TranslatedText } from "./translation.rule.ts"

/** A text on sample values; one that cannot be read stands for itself. */
const sampleOf = (
  text: string,
  parameters: ReadonlyArray<LinkParameterDraft>,
  { companyName, bookingLink }: { readonly companyName: string; readonly bookingLink: string },
): string => {
  const read = readMessage(text, parameters)
  return Result.isSuccess(read)
    ? renderMessage(read.success, sampleValues(read.success, companyName, { bookingLink })).text
    : text.slice(0, limits.messageCharacters)
}

/** The translation of a text: what it would cost, too. */
const previewText = Effect.fnUntraced(function* (
  companyId: CompanyId,
  templateId: TemplateId,
  source: string,
  translated: TranslatedText,
) {
  const { sql, company } = yield* Database
  const parameters = yield* readLinkParameters(companyId, templateId)
  const { facts, columns } = yield* company(companyId)(
    Effect.all({ facts: companyFacts(sql, companyId), columns: columnNames(sql, companyId) }),
  )
  const known = [...commonVariables, ...Object.keys(appointmentVariables), ...columns]
  const values = { companyName: facts.name, bookingLink: yield* sampleBookingLink }
  const segments = segmentsOf(sampleOf(translated.text, parameters, values))
  const plain = replaceCharacters(translated.text, segments.nonGsm)
  return {
    problems: translationProblems(source, translated, { companyName: facts.name, known, parameters }),
    breaches: breachesOf([{ source, text: translated.text }], translated.language, yield* readTerms(companyId)),
    segments,
    plain: plain === translated.text ? null : segmentsOf(sampleOf(plain, parameters, values)),
    source: segmentsOf(sampleOf(source, parameters, values)),
  } satisfies TranslationPreview
})

/** The translation of a call flow: each call is one call in any language. */
const previewCall = Effect.fnUntraced(function* (companyId: CompanyId, flow: CallFlow, translated: CallInLanguage) {
  const { sql, company } = yield* Database
  const { facts, columns } = yield* company(companyId)(
    Effect.all({ facts: companyFacts(sql, companyId), columns: columnNames(sql, companyId) }),
  )
  const context = { companyName: facts.name, known: [...commonVariables, ...columns] }
  return {
    problems: callTranslationProblems(flow, translated, context),
    breaches: breachesOf(callPairs(flow, translated.words), translated.language, yield* readTerms(companyId)),
    ...{ segments: null, plain: null, source: null },
  } satisfies TranslationPreview
})

/**
 * What keeps a translation that is being written from being sent, and what it would cost; fails with NotFound for no
 * template of the company, and for words of steps where a text is translated, or the other way round.
 */
export const previewTranslation = Effect.fn("previewTranslation")(function* (
  companyId: CompanyId,
  { templateId, language, text }: typeof PreviewedTranslation.Type,
) {
  const { channel, text: source } = yield* foundTranslatable(companyId, templateId)
  if (channel === callChannel && typeof text !== "string")
    return yield* previewCall(companyId, decodeFlow(source), { language, words: text })
  if (channel === callChannel || typeof text !== "string") return yield* Effect.fail(notFound())
  return yield* previewText(companyId, templateId, source, { language, text })
})

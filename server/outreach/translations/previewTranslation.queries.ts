import { Effect, Result } from "effect"
import { limits } from "#schemas/constants.ts"
import type { CompanyId, TemplateId } from "#schemas/ids.ts"
import type { TranslationPreview } from "#schemas/language/translation.ts"
import { replaceCharacters } from "#schemas/outreach/characters.ts"
import type { LinkParameterDraft } from "#schemas/outreach/linkParameter.ts"
import { segmentsOf } from "#schemas/outreach/segments.ts"
import { appointmentVariables } from "#schemas/outreach/variables.ts"
import { columnNames, companyFacts } from "#server/outreach/recipients/audience.queries.ts"
import { readLinkParameters } from "#server/outreach/linkParameters/linkParameter.queries.ts"
import { commonVariables, readMessage, renderMessage, sampleValues } from "#server/outreach/templates/message.rule.ts"
import { foundTemplate } from "#server/outreach/templates/template.queries.ts"
import { sampleBookingLink } from "#server/scheduling/patientLinks/patientLink.queries.ts"
import { Database } from "#server/store/Database.ts"
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

/** What keeps a translation that is being written from being sent, and what it would cost; fails with NotFound. */
export const previewTranslation = Effect.fn("previewTranslation")(function* (
  companyId: CompanyId,
  templateId: TemplateId,
  translated: TranslatedText,
) {
  const { sql, company } = yield* Database
  const { text: source } = yield* foundTemplate(companyId, templateId)
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
    segments,
    plain: plain === translated.text ? null : segmentsOf(sampleOf(plain, parameters, values)),
    source: segmentsOf(sampleOf(source, parameters, values)),
  } satisfies TranslationPreview
})

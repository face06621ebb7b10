import { Effect } from "effect"
import type { LanguageTag } from "#schemas/administration/companyDraft.ts"
import type { CompanyId, TemplateId } from "#schemas/ids.ts"
import { callChannel } from "#schemas/outreach/callFlow.ts"
import { foundTranslatable } from "#server/outreach/templates/template.queries.ts"
import { readKnownTexts } from "./knownTexts.queries.ts"
import { matchesOf } from "./memory.rule.ts"
import { readLanguages } from "./translation.queries.ts"

/** What the company approved before for what a text of it says; nothing for a call flow. Fails with NotFound. */
export const readMemory = Effect.fn("readMemory")(function* (
  companyId: CompanyId,
  templateId: TemplateId,
  language: LanguageTag,
) {
  const { channel, text } = yield* foundTranslatable(companyId, templateId)
  if (channel === callChannel) return []
  const { from } = yield* readLanguages(companyId)
  const others = (yield* readKnownTexts(companyId)).filter((one) => one.templateId !== templateId)
  return matchesOf(text, { from, language }, others)
})

import { createHash } from "node:crypto"
import { Effect } from "effect"
import type { Person } from "#schemas/caller.ts"
import type { TemplateId } from "#schemas/ids.ts"
import type { SaveTranslation, TranslationAction } from "#schemas/language/translation.ts"
import type { LanguageTag } from "#schemas/administration/companyDraft.ts"
import type { TranslationOrigin } from "#schemas/language/translationFacts.ts"
import { problem } from "#schemas/problem.ts"
import { keepLinkParameters } from "#server/outreach/linkParameters/linkParameter.queries.ts"
import { templateStream } from "#server/outreach/templates/template.commands.ts"
import type { TranslationCommand } from "#server/outreach/templates/translation.decider.ts"
import { foundTemplate, saveTemplateVersion } from "#server/outreach/templates/template.queries.ts"
import { readTranslations, storeTranslations } from "#server/outreach/templates/translation.queries.ts"
import { contextOf, handle, orStaleVersion, type CommandOptions } from "#server/handle.ts"
import { isoNow } from "#server/store/isoNow.ts"
import { placeholderProblems } from "./placeholders.rule.ts"
import type { TranslatedText } from "./translation.rule.ts"

/** Fails with Invalid where a translation does not have the places of the text. */
const refuseLostPlaces = (source: string, texts: ReadonlyArray<TranslatedText>) => {
  const errors = texts.flatMap(({ text }) =>
    placeholderProblems(source, text).map((message) => ({ field: "text", message })),
  )
  const [first] = errors
  return first === undefined ? Effect.void : Effect.fail(problem("Invalid", first.message, { errors }))
}

/** Makes the template's next version, which says the same with other translations. */
const storeNext = Effect.fnUntraced(function* (
  person: Person,
  {
    templateId,
    text,
    variables,
  }: Pick<SaveTranslation, "templateId" | "text"> & { readonly variables: ReadonlyArray<string> },
  command: TranslationCommand,
  texts: ReadonlyArray<TranslatedText>,
  options: CommandOptions,
) {
  const companyId = person.actingCompanyId
  const at = yield* isoNow
  yield* handle(templateStream, templateId, command, contextOf(person, options), {
    beforeAppend: (events, before) =>
      Effect.andThen(
        refuseLostPlaces(text, texts),
        orStaleVersion(
          Effect.all([
            saveTemplateVersion(companyId, templateId, { version: before.version + 1, text, variables, at }),
            keepLinkParameters(companyId, templateId, before.version),
            storeTranslations(companyId, templateId, before, events, texts),
          ]),
        ),
      ),
  })
})

/**
 * Saves translations of a template in its next version. Fails with NotFound for a template that the company does not
 * have, and with Invalid where a translation does not have the places of the text, for they would be lost.
 */
export const saveTranslations = Effect.fn("saveTranslations")(function* (
  person: Person,
  templateId: TemplateId,
  given: ReadonlyArray<TranslatedText & { readonly origin: TranslationOrigin }>,
  options: CommandOptions,
) {
  const template = yield* foundTemplate(person.actingCompanyId, templateId)
  const translations = given.map(({ text, ...facts }) => ({
    ...facts,
    textHash: createHash("sha256").update(text).digest("hex"),
  }))
  const command = { _tag: "SaveTranslations", version: template.version, translations } as const
  yield* storeNext(person, template, command, given, options)
})

const eventOf = {
  review: "TranslationReviewed",
  approve: "TranslationApproved",
  remove: "TranslationRemoved",
} as const satisfies Record<TranslationAction, string>

/**
 * Says that a person read a translation over, approves it or removes it; fails with NotAllowedNow as its lifecycle says,
 * and with Invalid where one that people would get does not have the places of the text.
 */
export const changeTranslation = Effect.fn("changeTranslation")(function* (
  person: Person,
  wanted: { readonly templateId: TemplateId; readonly language: LanguageTag; readonly action: TranslationAction },
  options: CommandOptions,
) {
  const template = yield* foundTemplate(person.actingCompanyId, wanted.templateId)
  const { language, action } = wanted
  const { templateId, version } = template
  const kept = action === "remove" ? [] : yield* readTranslations(person.actingCompanyId, templateId, version)
  const command = { _tag: "ChangeTranslation", version: template.version, language, event: eventOf[action] } as const
  yield* storeNext(
    person,
    template,
    command,
    kept.filter((one) => one.language === language),
    options,
  )
})

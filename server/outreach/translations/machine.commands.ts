import { Effect, Result } from "effect"
import type { Person } from "#schemas/caller.ts"
import { limits } from "#schemas/constants.ts"
import type { CompanyId, TemplateId } from "#schemas/ids.ts"
import { machineTexts, type MachineRow, type MachineTranslated, type MissingTexts } from "#schemas/language/machine.ts"
import type { Translation } from "#schemas/language/translation.ts"
import { callChannel } from "#schemas/outreach/callFlow.ts"
import { problem, type Problem } from "#schemas/problem.ts"
import type { CommandOptions } from "#server/handle.ts"
import { foundTranslatable } from "#server/outreach/templates/template.queries.ts"
import { staleVersion } from "#server/store/append.ts"
import { Translator, type Wanted } from "#server/translation/Translator.ts"
import { readTerms } from "./glossary.queries.ts"
import { readKnownTexts } from "./knownTexts.queries.ts"
import { languageName } from "./languageName.rule.ts"
import { saveTranslations } from "./translation.commands.ts"
import { readLanguages } from "./translation.queries.ts"
import { plainText, type KnownText } from "./translationUnit.rule.ts"

type Language = Translation["language"]

const refuse = (name: "Invalid" | "NotAllowedNow", message: string) => Effect.fail(problem(name, message))
const retired = "This template is retired. Its translations cannot be changed."
const isCallFlow = "Call flows are translated by hand: their words belong to steps, keys and a voice."
const tooLong = "The translation is longer than 3,200 characters."

/** The company's glossary names what stays as it is. */
const namesOf = Effect.fnUntraced(function* (companyId: CompanyId, language: Language) {
  const terms = yield* readTerms(companyId)
  return terms
    .filter((term) => term.kind === "neverTranslate" && (term.language === null || term.language === language))
    .map(({ words }) => words)
})

/** Has texts translated, each for itself, as `Translator.translate`. */
const translate = Effect.fnUntraced(function* (texts: ReadonlyArray<string>, wanted: Wanted) {
  const translated = yield* (yield* Translator).translate(texts.map(plainText), wanted)
  return translated.map((one) =>
    Result.flatMap(one, (answer) => {
      // Half of an emoji is no text that can be stored.
      const text = plainText(answer)
      return text.length > limits.messageCharacters * 2
        ? Result.fail(problem("Invalid", tooLong))
        : Result.succeed(text)
    }),
  )
})

const serviceOf = Effect.flatMap(Translator, ({ service }) =>
  service === null
    ? refuse("NotAllowedNow", "No translation service is set up. Ask the person who runs this program.")
    : Effect.succeed(service),
)

const translateOne = Effect.fnUntraced(function* (text: string, wanted: Wanted) {
  const [one] = yield* translate([text], wanted)
  if (one === undefined) return yield* refuse("Invalid", "There is nothing to translate.")
  return yield* Result.match(one, { onSuccess: Effect.succeed, onFailure: (refusal) => Effect.fail(refusal) })
})

/**
 * Has a text translated by the service, as a draft that a person reads over. Fails with NotFound for a template that the
 * company does not have, with NotAllowedNow where no service is set up or the template is retired, with Unavailable while
 * the service does not translate, and with Invalid for a call flow or where what came back is no translation of the text.
 */
export const translateText = Effect.fn("translateText")(function* (
  person: Person,
  { templateId, language }: { readonly templateId: TemplateId; readonly language: Language },
  options: CommandOptions,
) {
  const companyId = person.actingCompanyId
  const template = yield* foundTranslatable(companyId, templateId)
  if (template.channel === callChannel) return yield* refuse("Invalid", isCallFlow)
  // What someone writes while the service is asked is not lost; what came before is not paid for.
  const { expectedVersion = template.streamVersion } = options
  if (expectedVersion !== template.streamVersion) return yield* Effect.fail(staleVersion())
  if (template.state === "retired") return yield* refuse("NotAllowedNow", retired)
  const origin = yield* serviceOf
  const { from } = yield* readLanguages(companyId)
  const names = yield* namesOf(companyId, language)
  const text = yield* translateOne(template.text, { from, to: language, names })
  yield* saveTranslations(person, templateId, [{ language, text, origin }], { ...options, expectedVersion })
})

const isMissing = ({ isOpen, translations }: KnownText, language: Language): boolean =>
  isOpen && !translations.some((one) => one.language === language)

/** Says which texts of a company are next, and how many wait behind them. */
const nextMissing = Effect.fnUntraced(function* (companyId: CompanyId, { language, after }: MissingTexts) {
  const missing = (yield* readKnownTexts(companyId))
    .filter((text) => isMissing(text, language) && text.templateId > (after ?? 0))
    .toSorted((one, other) => one.templateId - other.templateId)
  return { next: missing.slice(0, machineTexts), left: Math.max(0, missing.length - machineTexts) }
})

/**
 * Has the next texts translated that have no translation into a language, as drafts that a person reads over, and says
 * what became of each: one that is refused keeps no other from being stored. Fails with Unavailable where the service
 * translated none of them, with Invalid for a language that is not one of the company's, and with NotAllowedNow where no
 * service is set up or it does not have both languages.
 */
export const translateMissing = Effect.fn("translateMissing")(function* (person: Person, wanted: MissingTexts) {
  const companyId = person.actingCompanyId
  const { language } = wanted
  const origin = yield* serviceOf
  const { from, languages } = yield* readLanguages(companyId)
  if (!languages.some((one) => one.language === language))
    return yield* refuse("Invalid", `${languageName(language)} is not a language of this company.`)
  const { next, left } = yield* nextMissing(companyId, wanted)
  const names = yield* namesOf(companyId, language)
  const translated = yield* translate(
    next.map(({ text }) => text),
    { from, to: language, names },
  )
  // What the service refused altogether is missing as before, and comes next.
  const end = translated.findIndex((one) => Result.isFailure(one) && one.failure.problem !== "Invalid")
  const ended = translated[end]
  if (end === 0 && ended !== undefined && Result.isFailure(ended)) return yield* Effect.fail<Problem>(ended.failure)
  const handled = end === -1 ? next : next.slice(0, end)
  const rows = yield* Effect.forEach(handled, ({ templateId, hashedId, name, streamVersion }, at) => {
    const row = (outcome: MachineRow["outcome"], reason = ""): MachineRow => ({
      ...{ templateId, hashedId, name, outcome, reason },
    })
    return Effect.fromResult(translated[at] as (typeof translated)[number]).pipe(
      Effect.flatMap((text) =>
        saveTranslations(person, templateId, [{ language, text, origin }], { expectedVersion: streamVersion }),
      ),
      Effect.as(row("done")),
      Effect.catch((refusal: Problem) => Effect.succeed(row("refused", refusal.message))),
    )
  })
  return {
    rows,
    after: handled.at(-1)?.templateId ?? null,
    left: left + next.length - handled.length,
  } satisfies MachineTranslated
})

/** What a translation says in the company's own language, by the service; nothing is kept. Fails as `translateText`. */
export const translateBack = Effect.fn("translateBack")(function* (
  companyId: CompanyId,
  { language, text }: { readonly language: Language; readonly text: string },
) {
  yield* serviceOf
  const { from } = yield* readLanguages(companyId)
  const names = yield* namesOf(companyId, language)
  return { text: yield* translateOne(text, { from: language, to: from, names }) }
})

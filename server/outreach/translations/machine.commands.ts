import { Effect, Result } from "effect"
import type { Person } from "#schemas/caller.ts"
import type { CompanyId, TemplateId } from "#schemas/ids.ts"
import { machineTexts, type MachineRow, type MachineTranslated, type MissingTexts } from "#schemas/language/machine.ts"
import type { Translation, TranslationWords } from "#schemas/language/translation.ts"
import { callChannel } from "#schemas/outreach/callFlow.ts"
import { ChannelName } from "#schemas/outreach/channel.ts"
import { problem, type Problem } from "#schemas/problem.ts"
import type { CommandOptions } from "#server/handle.ts"
import { decodeFlow, foundTranslatable } from "#server/outreach/templates/template.queries.ts"
import { readTranslations } from "#server/outreach/templates/translation.queries.ts"
import { staleVersion } from "#server/store/append.ts"
import { Translator, type Wanted } from "#server/translation/Translator.ts"
import { decodeCallTranslation } from "./callTranslation.rule.ts"
import { readTerms } from "./glossary.queries.ts"
import { readKnownTexts } from "./knownTexts.queries.ts"
import { languageName } from "./languageName.rule.ts"
import { unitOfCall, unitOfText, type MachineUnit } from "./machineUnit.rule.ts"
import { saveTranslations } from "./translation.commands.ts"
import { readLanguages } from "./translation.queries.ts"
import { plainText, type KnownText } from "./translationUnit.rule.ts"

type Language = Translation["language"]

const refuse = (name: "Invalid" | "NotAllowedNow", message: string) => Effect.fail(problem(name, message))
const retired = "This template is retired. Its translations cannot be changed."

/** The company's glossary names what stays as it is. */
const namesOf = Effect.fnUntraced(function* (companyId: CompanyId, language: Language) {
  const terms = yield* readTerms(companyId)
  return terms
    .filter((term) => term.kind === "neverTranslate" && (term.language === null || term.language === language))
    .map(({ words }) => words)
})

/** What the service made of one text, as it can be stored; the sentence of a refusal says which text it is about. */
const storable =
  ({ aboutOf, maxCharacters }: MachineUnit) =>
  (answer: Result.Result<string, Problem>, place: number): Result.Result<string, Problem> =>
    answer.pipe(
      Result.flatMap((translated) => {
        // Half of an emoji is no text that can be stored.
        const text = plainText(translated)
        return text.length > maxCharacters
          ? Result.fail(
              problem("Invalid", `The translation is longer than ${maxCharacters.toLocaleString("en-US")} characters.`),
            )
          : Result.succeed(text)
      }),
      Result.mapError((refusal) => ({ ...refusal, message: `${aboutOf(place)}${refusal.message}` })),
    )

type Translated<Words = TranslationWords> = Result.Result<Words, Problem>

/** Has what templates say translated, each for itself, as `Translator.translate`: it is whole, or has the reason of the first text that came back as none. */
const translate = Effect.fnUntraced(function* <Words extends TranslationWords>(
  units: ReadonlyArray<MachineUnit<Words>>,
  wanted: Wanted,
) {
  const texts = units.flatMap((unit) => unit.texts.map(plainText))
  const answers = yield* (yield* Translator).translate(texts, wanted)
  let place = 0
  return units.map((unit): Translated<Words> => {
    const own = answers.slice(place, (place += unit.texts.length)).map(storable(unit))
    return Result.map(Result.all(own), unit.wordsOf)
  })
})

/** What a service is asked of a template: of a call flow what it says, with the words that its translation has already. */
const unitOf = (
  { channel, text }: { readonly channel: ChannelName; readonly text: string },
  language: Language,
  written: string | undefined,
): Result.Result<MachineUnit, Problem> =>
  channel === callChannel
    ? unitOfCall(decodeFlow(text), language, written === undefined ? null : decodeCallTranslation(written))
    : Result.succeed(unitOfText(text))

const serviceOf = Effect.flatMap(Translator, ({ service }) =>
  service === null
    ? refuse("NotAllowedNow", "No translation service is set up. Ask the person who runs this program.")
    : Effect.succeed(service),
)

const translateOne = Effect.fnUntraced(function* <Words extends TranslationWords>(
  unit: MachineUnit<Words>,
  wanted: Wanted,
) {
  const [one] = yield* translate([unit], wanted)
  return yield* Effect.fromResult(one ?? Result.fail(problem("Invalid", "There is nothing to translate.")))
})

/**
 * Has a text, or what a call flow says, translated by the service, as a draft that a person reads over. Fails with NotFound
 * for a template that the company does not have, with NotAllowedNow where no service is set up or the template is retired,
 * with Unavailable while the service does not translate, and with Invalid as `unitOfCall`, or where what came back is no
 * translation.
 */
export const translateText = Effect.fn("translateText")(function* (
  person: Person,
  { templateId, language }: { readonly templateId: TemplateId; readonly language: Language },
  options: CommandOptions,
) {
  const companyId = person.actingCompanyId
  const template = yield* foundTranslatable(companyId, templateId)
  // What someone writes while the service is asked is not lost; what came before is not paid for.
  const { expectedVersion = template.streamVersion } = options
  if (expectedVersion !== template.streamVersion) return yield* Effect.fail(staleVersion())
  if (template.state === "retired") return yield* refuse("NotAllowedNow", retired)
  const origin = yield* serviceOf
  const { from } = yield* readLanguages(companyId)
  const written = (yield* readTranslations(companyId, templateId, template.version)).find(
    (one) => one.language === language,
  )
  const unit = yield* Effect.fromResult(unitOf(template, language, written?.text))
  const names = yield* namesOf(companyId, language)
  const text = yield* translateOne(unit, { from, to: language, names })
  yield* saveTranslations(person, templateId, [{ language, text, origin }], { ...options, expectedVersion })
})

const isMissing = ({ isOpen, translations }: KnownText, language: Language): boolean =>
  isOpen && !translations.some((one) => one.language === language)

/** Says what of a company is next: at most so many texts as a call takes, unless the first alone has more. And how many wait behind. */
const nextMissing = Effect.fnUntraced(function* (companyId: CompanyId, { language, after }: MissingTexts) {
  const missing = (yield* readKnownTexts(companyId, ChannelName.literals))
    .filter((text) => isMissing(text, language) && text.templateId > (after ?? 0))
    .toSorted((one, other) => one.templateId - other.templateId)
  const next: Array<{ readonly known: KnownText; readonly unit: Result.Result<MachineUnit, Problem> }> = []
  let texts = 0
  for (const known of missing.slice(0, machineTexts)) {
    const unit = unitOf(known, language, undefined)
    texts += Result.isSuccess(unit) ? unit.success.texts.length : 0
    if (next.length > 0 && texts > machineTexts) break
    next.push({ known, unit })
  }
  return { next, left: missing.length - next.length }
})

/**
 * Has the next texts and call flows translated that have no translation into a language, as drafts that a person reads
 * over, and says what became of each: one that is refused keeps no other from being stored. Fails with Unavailable where
 * the service translated none of them, with Invalid for a language that is not one of the company's, and with NotAllowedNow
 * where no service is set up or it does not have both languages.
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
  const asked = next.flatMap(({ unit }) => (Result.isSuccess(unit) ? [unit.success] : []))
  const answers = (yield* translate(asked, { from, to: language, names })).values()
  const translated = next.map(({ unit }) => Result.flatMap(unit, () => answers.next().value as Translated))
  // What the service refused altogether is missing as before, and comes next.
  const end = translated.findIndex((one) => Result.isFailure(one) && one.failure.problem !== "Invalid")
  const ended = translated[end]
  if (end === 0 && ended !== undefined && Result.isFailure(ended)) return yield* Effect.fail<Problem>(ended.failure)
  const handled = end === -1 ? next : next.slice(0, end)
  const rows = yield* Effect.forEach(handled, ({ known: { templateId, hashedId, name, streamVersion } }, at) => {
    const row = (outcome: MachineRow["outcome"], reason = ""): MachineRow => ({
      ...{ templateId, hashedId, name, outcome, reason },
    })
    return Effect.fromResult(translated[at] as Translated).pipe(
      Effect.flatMap((text) =>
        saveTranslations(person, templateId, [{ language, text, origin }], { expectedVersion: streamVersion }),
      ),
      Effect.as(row("done")),
      Effect.catch((refusal: Problem) => Effect.succeed(row("refused", refusal.message))),
    )
  })
  return {
    rows,
    after: handled.at(-1)?.known.templateId ?? null,
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
  return { text: yield* translateOne(unitOfText(text), { from: language, to: from, names }) }
})

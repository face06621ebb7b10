import { Effect, Stream } from "effect"
import type { Person } from "#schemas/caller.ts"
import { translationFileLimits, type TranslationFileQuery } from "#schemas/language/translationFile.ts"
import type { TranslationsExported } from "#schemas/outreach/events.ts"
import { problem } from "#schemas/problem.ts"
import { trackedFile } from "#server/reporting/exports/trackedFile.ts"
import { languageName } from "./languageName.rule.ts"
import { readKnownTexts } from "./knownTexts.queries.ts"
import { readLanguages } from "./translation.queries.ts"
import { writeSheet } from "./translationSheet.ts"
import type { KnownText, TranslationUnit } from "./translationUnit.rule.ts"
import { writeXliff } from "./xliffFile.ts"

type Unit = Omit<TranslationUnit, "line">

const isMissingOrStale = ({ translations }: KnownText, language: string): boolean => {
  const state = translations.find((one) => one.language === language)?.state
  return state === undefined || state === "stale"
}

const unitOf = ({ hashedId, name, text, translations }: KnownText, language: string): Unit => ({
  ...{ id: hashedId, name, language, source: text },
  target: translations.find((one) => one.language === language)?.text ?? "",
})

const nothingOpen = (language: TranslationFileQuery["language"]) => {
  const message = `No text is missing or stale in ${languageName(language)}. Choose all texts to export them.`
  return problem("Invalid", message, { errors: [{ field: "texts", message }] })
}

const tooMany = problem(
  "TooLarge",
  `A file of translations has at most ${translationFileLimits.texts} texts. Export those that are missing or stale.`,
)

/**
 * The texts of a company's templates with their translations into a language, as a file for translators. Fails with
 * Invalid where no text is missing or stale and only those are asked for, and with TooLarge for more than a file may bring
 * back.
 * @param record called once, when the last byte was taken or the download broke off
 */
export const translationsFile = Effect.fn("translationsFile")(function* (
  person: Person,
  { language, texts, fileType }: TranslationFileQuery,
  record: (event: typeof TranslationsExported.Type) => Effect.Effect<void>,
) {
  const companyId = person.actingCompanyId
  const { from } = yield* readLanguages(companyId)
  const units = (yield* readKnownTexts(companyId))
    .filter((text) => text.isOpen && (texts === "all" || isMissingOrStale(text, language)))
    .map((text) => unitOf(text, language))
  if (units.length === 0) return yield* Effect.fail(nothingOpen(language))
  if (units.length > translationFileLimits.texts) return yield* Effect.fail(tooMany)
  const written = yield* fileType === "csv"
    ? Effect.sync(() => writeSheet(units))
    : Effect.promise(() => writeXliff(from, language, units))
  return trackedFile(
    Stream.make(units.map(({ id }) => [id])),
    (pages) => Stream.encodeText(Stream.as(pages, written)),
    (taken) => record({ _tag: "TranslationsExported", language, ...taken }),
  )
})

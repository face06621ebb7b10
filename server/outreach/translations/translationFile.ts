import { Effect } from "effect"
import type { CompanyId } from "#schemas/ids.ts"
import { readTerms } from "./glossary.queries.ts"
import { readKnownTexts } from "./knownTexts.queries.ts"
import { readTranslationFile } from "./readTranslationFile.ts"
import { readLanguages } from "./translation.queries.ts"
import { judgeUnit, languageOf, plainText, type JudgedUnit } from "./translationUnit.rule.ts"

/** What each text of a file of translations would do in a company; nothing is changed. Fails as `readTranslationFile`. */
export const judgeTranslationFile = Effect.fn("judgeTranslationFile")(function* (
  companyId: CompanyId,
  bytes: Uint8Array,
) {
  const units = yield* readTranslationFile(bytes)
  const { languages } = yield* readLanguages(companyId)
  const known = new Map((yield* readKnownTexts(companyId)).map((text) => [text.hashedId, text]))
  const terms = yield* readTerms(companyId)
  const seen = new Set<string>()
  return units.map((unit): JudgedUnit => {
    const key = `${unit.id} ${languageOf(unit.language) ?? unit.language}`
    const isSecond = seen.has(key)
    if (plainText(unit.target) !== "") seen.add(key)
    return judgeUnit(unit, {
      known: known.get(unit.id),
      languages: languages.map(({ language }) => language),
      isSecond,
      terms,
    })
  })
})

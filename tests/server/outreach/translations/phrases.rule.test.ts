import { describe, expect, it } from "vitest"
import { appointmentVariables, sampleValues } from "#schemas/outreach/variables.ts"
import { namesOptOutWord } from "#server/outreach/optOuts/optOut.rule.ts"
import { phraseLanguages } from "#server/outreach/translations/phrase.rule.ts"
import { phrases } from "#server/outreach/translations/phrases.rule.ts"
import { placeholderProblems, placeholdersIn } from "#server/outreach/translations/placeholders.rule.ts"

/** The script that each language is written in. */
const scripts = {
  ...{ es: /\p{Script=Latin}/u, fr: /\p{Script=Latin}/u, pt: /\p{Script=Latin}/u, de: /\p{Script=Latin}/u },
  ...{ vi: /\p{Script=Latin}/u, ht: /\p{Script=Latin}/u, zh: /\p{Script=Han}/u, ar: /\p{Script=Arabic}/u },
}

describe("the phrases that come with the program", () => {
  it("are each in eight languages, in the script of each, with the same values", () => {
    expect([...phraseLanguages].toSorted()).toEqual(["ar", "de", "es", "fr", "ht", "pt", "vi", "zh"])
    for (const { en, ...said } of phrases)
      for (const language of phraseLanguages) {
        expect([en, language, placeholderProblems(en, said[language])]).toEqual([en, language, []])
        expect(said[language].replaceAll(/\{\{[^}]*\}\}/g, "")).toMatch(scripts[language])
        expect(said[language]).not.toBe(en)
      }
  })

  it("differ from one another, and use values that texts have", () => {
    expect(new Set(phrases.map(({ en }) => en)).size).toBe(phrases.length)
    const known = Object.keys({ ...sampleValues, ...appointmentVariables })
    const used = phrases.flatMap(({ en }) => placeholdersIn(en)).map((place) => place.replaceAll(/[{} ]/g, ""))
    expect(used.filter((name) => !known.includes(name))).toEqual([])
  })

  it("say how to opt out by a word that is obeyed in each language", () => {
    const [optOut] = phrases
    expect(optOut?.en).toContain("STOP")
    for (const language of phraseLanguages)
      expect([language, namesOptOutWord(optOut?.[language] ?? "", language)]).toEqual([language, true])
  })
})

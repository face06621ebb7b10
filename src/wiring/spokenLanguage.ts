import type { IntlShape } from "react-intl"
import type { InterfaceLanguage } from "#schemas/interfaceLanguages.ts"
import { addTranslation } from "./pageWords.ts"
import { markPage } from "./screenLanguage.ts"

/** A language other than English: its words by their ids, and what writes its dates with the month first. */
export type Translation = {
  readonly words: Readonly<Record<string, string>>
  /** A sentence that came in English. */
  readonly say: (english: string) => string
  readonly monthFirst: (intl: IntlShape) => IntlShape
}

let spoken: InterfaceLanguage | undefined
let translation: Translation | undefined
const listeners = new Set<() => void>()

/** The language that the inside speaks; undefined while the words of the first one are on their way. */
export const spokenLanguage = {
  read: (): InterfaceLanguage | undefined => spoken,
  subscribe: (hear: () => void): (() => void) => {
    listeners.add(hear)
    return () => void listeners.delete(hear)
  },
  /** What it is spoken by; undefined for English. */
  translation: (): Translation | undefined => translation,
}

/** Speaks a language from now on: English, or one whose words are here. */
export const speak = (language: InterfaceLanguage, by?: Translation): void => {
  spoken = language
  translation = by
  if (by !== undefined) addTranslation(by.words)
  markPage(language)
  for (const hear of listeners) hear()
}

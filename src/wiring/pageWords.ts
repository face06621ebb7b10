import { sharedWords } from "#schemas/sharedWords.ts"

type Words = Readonly<Record<string, string>>

/** What can be said here by now: the shared words, and those that pages brought with their code. */
export const messages: Record<string, string> = { ...sharedWords }
/** The same in the spoken language where that is not English; a word that it lacks is said in English. */
export const translated: Record<string, string> = {}
let translation: Words = {}

/**
 * Adds the words that a page alone says. Its file does so when it is loaded, so they are there before anything of the
 * page is drawn, and stay (docs/architecture.md#words).
 */
export const addWords = (...brought: ReadonlyArray<Words>): void => {
  Object.assign(messages, ...brought)
  Object.assign(translated, ...brought, translation)
}

/** All words of another language, which win over those that pages bring from now on. */
export const addTranslation = (words: Words): void => {
  translation = words
  Object.assign(translated, messages, words)
}

/** Whether a text is the id of a word that is here. */
export const isWordId = (text: string): boolean => Object.hasOwn(messages, text)

import { sharedWords } from "#schemas/sharedWords.ts"

/** What can be said here by now: the shared words, and those that pages brought with their code. */
export const messages: Record<string, string> = { ...sharedWords }

/**
 * Adds the words that a page alone says. Its file does so when it is loaded, so they are there before anything of the
 * page is drawn, and stay (docs/architecture.md#words).
 */
export const addWords = (...brought: ReadonlyArray<Readonly<Record<string, string>>>): void => {
  Object.assign(messages, ...brought)
}

/** Whether a text is the id of a word that is here. */
export const isWordId = (text: string): boolean => Object.hasOwn(messages, text)

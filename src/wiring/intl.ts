import { createIntl, createIntlCache, type IntlShape } from "react-intl"
import { messages } from "./pageWords.ts"

const cache = createIntlCache()
const settings = {
  locale: "en",
  // One object for every language made of it: what a page adds later is in each of them.
  messages,
  onError: (error: Error): never => {
    throw error
  },
}

let made: IntlShape | undefined

/**
 * The interface's language: another one is other files of words (docs/architecture.md#words). It is made when
 * it is first asked for, because a browser needs some milliseconds to find its data of languages.
 */
export const intl = (): IntlShape => (made ??= createIntl(settings, cache))

/**
 * The same words for someone who sees time in a zone: every time that names no
 * zone of its own is shown in this one (docs/architecture.md#time).
 * @param timeZone IANA zone of the signed-in person's company
 */
export const intlIn = (timeZone: string) => createIntl({ ...settings, timeZone }, cache)

/** The same for what is drawn from a journal: what was masked in it stands there as it is, dates and words too. */
export const intlOfJournal = (timeZone: string) =>
  createIntl({ ...settings, timeZone, onError: () => undefined }, createIntlCache())

import { createIntl, createIntlCache } from "react-intl"
import { words } from "#schemas/words.ts"

const cache = createIntlCache()
const settings = {
  locale: "en",
  messages: words,
  onError: (error: Error): never => {
    throw error
  },
}

/** The interface's language: another one is another file of words (architecture §8). */
export const intl = createIntl(settings, cache)

/**
 * The same words for somebody who sees time in a zone: every time that names no
 * zone of its own is shown in this one (architecture §12).
 * @param timeZone IANA zone of the signed-in person's company
 */
export const intlIn = (timeZone: string) => createIntl({ ...settings, timeZone }, cache)

/** The same for what is drawn from a journal: what was masked in it stands there as it is, dates and words too. */
export const intlOfJournal = (timeZone: string) =>
  createIntl({ ...settings, timeZone, onError: () => undefined }, createIntlCache())

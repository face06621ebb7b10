import { createIntl, createIntlCache, type IntlShape } from "react-intl"
import type { InterfaceLanguage } from "#schemas/interfaceLanguages.ts"
import { usualPreferences, type Preferences } from "#schemas/preferences.ts"
import { shownZone, type SignedInPerson } from "#schemas/session/outcome.ts"
import { messages, translated } from "./pageWords.ts"
import { spokenLanguage } from "./spokenLanguage.ts"

const cache = createIntlCache()
const settings = (locale = spokenLanguage.read() ?? "en") => {
  return {
    locale,
    // One object for all that is made of it: what a page adds later is in each of them.
    messages: locale === "en" ? messages : translated,
    onError: (error: Error): never => {
      throw error
    },
  }
}

/**
 * A language with a zone. Words say numbers and what they are given, never a date: without the zone the library does
 * not build all formats of dates for each word that is said, which took half the time of drawing a page.
 */
const zoned = (config: Parameters<typeof createIntl>[0] & { readonly timeZone: string }, kept = cache): IntlShape => {
  const { timeZone, ...unzoned } = config
  const { formatMessage } = createIntl(unzoned, kept)
  return { ...createIntl({ ...unzoned, timeZone }, kept), formatMessage }
}

let made: IntlShape | undefined

/**
 * The interface's language: another one is other files of words (docs/architecture.md#words). It is made when
 * it is first asked for, because a browser needs some milliseconds to find its data of languages.
 */
export const intl = (): IntlShape => {
  const wanted = settings()
  return made?.locale === wanted.locale ? made : (made = createIntl(wanted, cache))
}

/** The region of a language whose numbers are those of the United States, and its dates in the order that someone chose. */
const regions = {
  en: { monthFirst: "en", dayFirst: "en-GB" },
  es: { monthFirst: "es-PR", dayFirst: "es-US" },
} as const

/** What writes dates and times as someone chose; only the usual choice needs no region and no extension (RFC 6067). */
const localeOf = (language: InterfaceLanguage, { dateFormat, timeFormat }: Preferences): string => {
  const region = regions[language][dateFormat]
  const isUsual = timeFormat === usualPreferences.timeFormat && dateFormat === usualPreferences.dateFormat
  return isUsual ? region : `${region}-u-hc-${timeFormat === "24" ? "h23" : "h12"}`
}

/**
 * The same words for someone who is signed in: every time that names no zone of its own is shown in theirs, and dates
 * and times are written as they chose (docs/architecture.md#time).
 */
export const intlFor = (person: SignedInPerson, language?: InterfaceLanguage): IntlShape => {
  const said = settings(language)
  const { preferences } = person
  const made = zoned({ ...said, locale: localeOf(said.locale, preferences), timeZone: shownZone(person) })
  const { monthFirst } = spokenLanguage.translation() ?? {}
  return monthFirst === undefined || preferences.dateFormat !== "monthFirst" ? made : monthFirst(made)
}

/** The same for what is drawn from a journal: what was masked in it stands there as it is, dates and words too. */
export const intlOfJournal = (timeZone: string) =>
  zoned({ ...settings(), timeZone, onError: () => undefined }, createIntlCache())

import { parsePhoneNumberFromString, type CountryCode, type PhoneNumber } from "libphonenumber-js/max"
import { countriesIn, isCountry } from "#schemas/administration/countries.ts"
import type { DateCounts, DateOrder } from "#schemas/people/dateOrder.ts"
import type { PhoneKind } from "#schemas/people/patient.ts"
import { zoneName } from "#server/people/patients/zone.rule.ts"

/** A cell read: its value, or why it cannot be taken. The sentence stands next to the cell's value. */
export type Reading<A> = { readonly value: A } | { readonly error: string }

const taken = <A>(value: A): Reading<A> => ({ value })
const refused = (error: string): Reading<never> => ({ error })

/** A telephone number as it is stored. */
export type Phone = { readonly phone: string; readonly phoneKind: PhoneKind }

// The North American plan does not distinguish mobile from landline, so the kind is "unknown".
const kinds: { readonly [type: string]: PhoneKind } = { MOBILE: "mobile", FIXED_LINE: "landline", VOIP: "voip" }

const typesOfExchanges = new Map<string, ReturnType<PhoneNumber["getType"]>>()

/**
 * What kind of line the library says a number is; undefined for no valid number.
 * In the United States (not on the islands that share its code) the last four
 * digits only count the lines of an exchange, so one answer serves the exchange:
 * matching every number took a quarter of an import's time.
 */
const typeOf = (number: PhoneNumber): ReturnType<PhoneNumber["getType"]> => {
  const { nationalNumber, country } = number
  if (country !== "US" || nationalNumber.length !== 10) return number.getType()
  const exchange = nationalNumber.slice(0, 6)
  const known = typesOfExchanges.get(exchange)
  if (known !== undefined) return known
  const type = number.getType()
  // The plan has some hundred thousand exchanges; noise must not fill the memory.
  if (typesOfExchanges.size < 100_000) typesOfExchanges.set(exchange, type)
  return type
}

/** Reads a telephone number as people of `country` (ISO 3166, two letters) write it; the number in E.164. */
export const readPhone = (text: string, country: string): Reading<Phone> => {
  if (/^\d[.,]\d+E\+?\d+$/i.test(text)) {
    return refused("A spreadsheet shortened this number. Format the column as text and export it again.")
  }
  const parsed = parsePhoneNumberFromString(text, { defaultCountry: country as CountryCode, extract: false })
  // A number is valid if and only if it has a type; asking for both would match it twice.
  const type = parsed === undefined ? undefined : typeOf(parsed)
  if (parsed === undefined || type === undefined) {
    return refused("Enter a valid phone number, for example +1 415 555 0123.")
  }
  if (parsed.ext !== undefined) return refused("A number with an extension cannot be texted.")
  return taken({ phone: parsed.number, phoneKind: kinds[type] ?? "unknown" })
}

const examples: { readonly [Order in DateOrder]: string } = { monthFirst: "12/31/1980", dayFirst: "31/12/1980" }
const wrongOrder: { readonly [Order in DateOrder]: string } = {
  monthFirst: "This date has the day first; this column is read with the month first.",
  dayFirst: "This date has the month first; this column is read with the day first.",
}
const isoDate = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]00:00(?::00(?:\.0+)?)?Z?)?$/
const numberedDate = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/

const daysIn = (year: number, month: number) =>
  month === 2
    ? year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
      ? 29
      : 28
    : [4, 6, 9, 11].includes(month)
      ? 30
      : 31

const two = (value: number) => String(value).padStart(2, "0")

const exists = (year: number, month: number, day: number): boolean =>
  month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month)

/** What a date says about the order it is written in; undefined for what is none, and for what any order reads alike. */
export const dateKindOf = (text: string): keyof DateCounts | undefined => {
  const match = numberedDate.exec(text)
  if (match === null) return undefined
  const [first, second, year] = match.slice(1).map(Number) as [number, number, number]
  const monthFirst = exists(year, first, second)
  const dayFirst = exists(year, second, first)
  if (monthFirst && dayFirst) return first === second ? undefined : "either"
  return monthFirst ? "monthFirst" : dayFirst ? "dayFirst" : undefined
}

/** Reads a date of birth, ISO or by numbers in the order given; `today` is `YYYY-MM-DD`. */
export const readDate = (text: string, today: string, order: DateOrder): Reading<string> => {
  const iso = isoDate.exec(text)
  const numbered = numberedDate.exec(text)
  const [first, second] = order === "monthFirst" ? [1, 2] : [2, 1]
  const parts =
    iso !== null ? iso.slice(1, 4) : numbered !== null ? [numbered[3], numbered[first], numbered[second]] : []
  const [year, month, day] = parts.map(Number)
  if (year === undefined || month === undefined || day === undefined) {
    return refused(`Enter a date as 1980-12-31 or ${examples[order]}.`)
  }
  if (!exists(year, month, day)) {
    return refused(dateKindOf(text) === undefined ? "This day does not exist." : wrongOrder[order])
  }
  const date = `${year}-${two(month)}-${two(day)}`
  return year < 1880 || date > today ? refused("No one alive was born on this day.") : taken(date)
}

const languageNames = new Intl.DisplayNames("en", { type: "language", fallback: "none" })

/** The base language of a tag in its present spelling ("iw" is "he"), if there is such a language. */
const baseLanguage = (tag: string): string | undefined => {
  try {
    const { language } = new Intl.Locale(tag.replaceAll("_", "-"))
    return languageNames.of(language) === undefined ? undefined : language
  } catch {
    return undefined
  }
}

const letters = "abcdefghijklmnopqrstuvwxyz".split("")

/** English names of languages, without case, to their codes: those of two letters, and others that clinics meet. */
const codesByName: ReadonlyMap<string, string> = new Map(
  [...letters.flatMap((first) => letters.map((second) => first + second)), "fil", "haw", "hmn", "yue"].flatMap(
    (code) => {
      const language = baseLanguage(code)
      return language === undefined ? [] : [[(languageNames.of(code) ?? "").toLowerCase(), language] as const]
    },
  ),
)

const readLanguages = new Map<string, Reading<string>>()

/** Reads a language, as a tag ("es-MX") or by its English name, to the base language ("es"). */
export const readLanguage = (text: string): Reading<string> => {
  const lower = text.toLowerCase()
  const before = readLanguages.get(lower)
  if (before !== undefined) return before
  const base = (lower.length > 35 ? undefined : baseLanguage(lower)) ?? codesByName.get(lower)
  if (base === undefined) return refused("Enter a language as a code or its English name, for example es or Spanish.")
  readLanguages.set(lower, taken(base))
  return taken(base)
}

/** English names of countries, without case, to their codes; with the names that lists use besides. */
const codesOfCountries: ReadonlyMap<string, string> = new Map([
  ...countriesIn("en").map(({ value, label }) => [label.toLowerCase(), value] as const),
  ...(["usa", "u.s.", "u.s.a.", "united states of america"] as const).map((name) => [name, "US"] as const),
  ["uk", "GB"],
  ["great britain", "GB"],
])

/** Reads a country, as a code of two letters or by its English name, to the code (ISO 3166). */
export const readCountry = (text: string): Reading<string> => {
  const code = codesOfCountries.get(text.toLowerCase()) ?? text.toUpperCase()
  return isCountry(code)
    ? taken(code)
    : refused("Enter a country as a code or its English name, for example US or Mexico.")
}

/** Reads a postal code. In the US spreadsheets drop leading zeros; they are put back. */
export const readZip = (text: string, country: string): Reading<string> => {
  if (country !== "US") {
    return /^[\p{L}\p{N} -]{2,12}$/u.test(text) ? taken(text.toUpperCase()) : refused("Enter a postal code.")
  }
  const match = /^(\d{3,5})(?:-?(\d{4}))?$/.exec(text)
  if (match?.[1] === undefined || (match[2] !== undefined && match[1].length < 5)) {
    return refused("Enter a ZIP code of five digits, for example 94110.")
  }
  return taken(match[1].padStart(5, "0") + (match[2] === undefined ? "" : `-${match[2]}`))
}

/** Reads a time zone by its IANA name. */
export const readZone = (text: string): Reading<string> => {
  const name = zoneName(text)
  return name === undefined ? refused("Enter a time zone by its name, for example America/Chicago.") : taken(name)
}

/** Reads an e-mail address, far enough to catch a slip. */
export const readEmail = (text: string): Reading<string> =>
  text.length <= 254 && /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>".]+$/.test(text)
    ? taken(text.toLowerCase())
    : refused("Enter an e-mail address, for example maria@example.com.")

/** Reads a short text, blanks collapsed. */
export const readText = (text: string, most: number): Reading<string> => {
  const value = text.replaceAll(/\s+/g, " ")
  return value.length > most ? refused(`This is longer than ${most} characters.`) : taken(value)
}

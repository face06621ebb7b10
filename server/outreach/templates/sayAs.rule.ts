import { parsePhoneNumberFromString } from "libphonenumber-js/max"

/** Each letter and digit apart; what separates groups is a pause. */
const digits = (text: string): string =>
  text
    .split(/[^\p{L}\p{N}]+/u)
    .filter((group) => group !== "")
    .map((group) => [...group].join(" "))
    .join(", ")

/** A phone number in the groups in which people of its country say it. */
const phone = (text: string): string => digits(parsePhoneNumberFromString(text, "US")?.formatNational() ?? text)

/** How an instant of UTC is said in a language. */
const instant = (iso: string, language: string, options: Intl.DateTimeFormatOptions): string | undefined => {
  const read = new Date(iso)
  return Number.isNaN(read.getTime())
    ? undefined
    : new Intl.DateTimeFormat(language, { ...options, timeZone: "UTC" }).format(read).replaceAll("\u202F", " ")
}

const date =
  (language: string) =>
  (text: string): string =>
    (/^\d{4}-\d{2}-\d{2}$/.test(text)
      ? instant(text, language, { weekday: "long", month: "long", day: "numeric" })
      : undefined) ?? text

const time =
  (language: string) =>
  (text: string): string =>
    (/^\d{2}:\d{2}(:\d{2})?$/.test(text)
      ? instant(`2000-01-01T${text}Z`, language, { hour: "numeric", minute: "2-digit" })
      : undefined) ?? text

/**
 * How values are said in a language, as filters of spoken texts: words that every voice of it says alike, without marks
 * of its own. What a filter does not know is said as it stands.
 */
export const sayAs = (language: string) => ({
  ...{ say_digits: digits, say_phone: phone },
  ...{ say_date: date(language), say_time: time(language) },
})

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

/** How an instant of UTC is said. */
const instant = (iso: string, options: Intl.DateTimeFormatOptions): string | undefined => {
  const read = new Date(iso)
  return Number.isNaN(read.getTime())
    ? undefined
    : new Intl.DateTimeFormat("en-US", { ...options, timeZone: "UTC" }).format(read).replaceAll("\u202F", " ")
}

const date = (text: string): string =>
  (/^\d{4}-\d{2}-\d{2}$/.test(text) ? instant(text, { weekday: "long", month: "long", day: "numeric" }) : undefined) ??
  text

const time = (text: string): string =>
  (/^\d{2}:\d{2}(:\d{2})?$/.test(text)
    ? instant(`2000-01-01T${text}Z`, { hour: "numeric", minute: "2-digit" })
    : undefined) ?? text

/**
 * How values are said, as filters of spoken texts: words that every voice says alike, without marks of its own. What
 * a filter does not know is said as it stands.
 */
export const sayAs = { say_digits: digits, say_phone: phone, say_date: date, say_time: time } as const

import { DateTime, Option } from "effect"

/** Calendar days as `YYYY-MM-DD`, the same in every zone; a week begins on Sunday. */
const dayForm = /^\d{4}-\d{2}-\d{2}$/

const read = (day: string): DateTime.Utc => DateTime.makeUnsafe(`${day}T00:00:00Z`)

/** Whether a text is a day of the calendar; the 30th of February is none. */
export const isDay = (text: string): boolean => {
  if (!dayForm.test(text)) return false
  const read = DateTime.make(`${text}T00:00:00Z`)
  return Option.isSome(read) && DateTime.formatIsoDateUtc(read.value) === text
}

/** The day that a zone’s calendar shows at an instant, in milliseconds since 1970. */
export const dayAt = (millis: number, timeZone: string): string =>
  DateTime.formatIsoDate(DateTime.makeZonedUnsafe(millis, { timeZone }))

/** The day so many days later. */
export const addDays = (day: string, days: number): string =>
  DateTime.formatIsoDateUtc(DateTime.add(read(day), { days }))

/** The same day so many months later; the month's last where it has no such day. */
export const addMonths = (day: string, months: number): string =>
  DateTime.formatIsoDateUtc(DateTime.add(read(day), { months }))

/** How many days after Sunday a day is. */
export const weekdayOf = (day: string): number => new Date(day).getUTCDay()

/** The weeks that a day's month touches, each with its seven days. */
export const weeksOf = (day: string): ReadonlyArray<ReadonlyArray<string>> => {
  const first = `${day.slice(0, 8)}01`
  const weeks = (sunday: string): ReadonlyArray<ReadonlyArray<string>> =>
    sunday.slice(0, 7) > day.slice(0, 7)
      ? []
      : [Array.from({ length: 7 }, (_, place) => addDays(sunday, place)), ...weeks(addDays(sunday, 7))]
  return weeks(addDays(first, -weekdayOf(first)))
}

/** A day kept between two others; an empty limit is none. */
export const withinDays = (day: string, min = "", max = ""): string =>
  min !== "" && day < min ? min : max !== "" && day > max ? max : day

const padded = (number: string): string => number.padStart(2, "0")
const yearOf = (text: string | undefined, year: string | null): string | null =>
  text === undefined ? year : text.length === 2 ? `20${text}` : text

const dayOf = (year: string | null, month: string, day: string): string | null => {
  const text = `${year ?? ""}-${padded(month)}-${padded(day)}`
  return isDay(text) ? text : null
}

/**
 * The day that someone wrote: `2026-11-23`, `11/23/2026` (or `23/11/2026` for who writes the day first), `Nov 23`, `Monday, November 23, 2026`, `23 Nov`, `23 de noviembre de 2026`; null for
 * anything else.
 * @param known.today the day it is; without it a day needs its year
 * @param known.isDayFirst whether the day comes before the month where both are numbers
 * @param known.months the names of the months, of which the first three letters count
 */
export const writtenDay = (
  text: string,
  known: { readonly today: string | null; readonly isDayFirst?: boolean; readonly months: ReadonlyArray<string> },
): string | null => {
  const written = text.trim().toLowerCase()
  const thisYear = known.today?.slice(0, 4) ?? null
  if (isDay(written)) return written
  const slashed = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{4}|\d{2}))?$/.exec(written)
  if (slashed !== null) {
    const [, first = "", second = "", year] = slashed
    const [month, day] = known.isDayFirst === true ? [second, first] : [first, second]
    return dayOf(yearOf(year, thisYear), month, day)
  }
  const parts = written.split(/[\s,.]+/u).filter((part) => part !== "" && part !== "de")
  const names = parts.filter((part) => /^\p{L}{3,}$/u.test(part))
  const month = names
    .map((name) => known.months.findIndex((one) => one.toLowerCase().slice(0, 3) === name.slice(0, 3)))
    // “Martes, nov 24”: the day of the week begins as a month does, and stands in front.
    .findLast((place) => place >= 0)
  const numbers = parts.filter((part) => /^\d+$/.test(part))
  if (month === undefined || numbers.length + names.length !== parts.length || numbers.length > 2) return null
  return dayOf(yearOf(numbers[1], thisYear), String(month + 1), numbers[0] ?? "")
}

/** The time of day that someone wrote, as `HH:mm`: `9`, `9 am`, `9:30 PM`, `14:05`, `9:30 p. m.`; null for anything else. */
export const writtenTime = (text: string): string | null => {
  const [, hours, minutes = "00", half] = /^(\d{1,2})(?::(\d{2}))?(?:\s*([ap])\.?\s?m?\.?)?$/iu.exec(text.trim()) ?? []
  if (hours === undefined || Number(minutes) > 59) return null
  const hour = Number(hours)
  if (half === undefined) return hour > 23 ? null : `${padded(hours)}:${minutes}`
  if (hour < 1 || hour > 12) return null
  return `${padded(String((hour % 12) + (half.toLowerCase() === "p" ? 12 : 0)))}:${minutes}`
}

import { Schema } from "effect"
import { realDate } from "../fields.ts"
import { Weekday } from "./schedule.ts"

/** The most that a recurrence counts to, and the longest pause between two of its dates, in its own unit. */
export const recurrenceLimits = { count: 500, interval: 99 } as const

/** The last day of a month, and the last of a weekday in it. */
export const last = -1

const whole = (minimum: number, maximum: number) => {
  const message = `Enter a whole number from ${minimum} to ${maximum}.`
  return Schema.Int.check(Schema.isBetween({ minimum, maximum }, { message }))
}
const Week = Schema.Literals([1, 2, 3, 4, last])
export type Week = typeof Week.Type
const days = Array.from({ length: 31 }, (_, index) => index + 1)

/** How often something happens (RFC 5545, RRULE): fields that a frequency does not use are kept and mean nothing. */
export const Frequency = Schema.Literals(["once", "daily", "weekly", "monthly"])
export type Frequency = typeof Frequency.Type

/** On which dates something happens, at most once a day, from its first date on. Weeks begin on Sunday. */
export const recurrenceFields = {
  firstDate: realDate("Enter the first date, for example Nov 23, 2026."),
  frequency: Frequency,
  /** Every so many days, weeks or months. */
  interval: whole(1, recurrenceLimits.interval),
  weekdays: Schema.Array(Weekday),
  monthlyBy: Schema.Literals(["day", "weekday"]),
  /** 1 to 31, or -1 for the last. A month without that day is left out. */
  monthDay: Schema.Literals([...days, last]),
  monthWeek: Week,
  monthWeekday: Weekday,
  ends: Schema.Literals(["never", "on", "after"]),
  /** The last day on which it may happen; read where it ends `on` one. */
  untilDate: Schema.NullOr(realDate("Enter the last date, for example Nov 23, 2026.")),
  /** How many dates there are, skipped ones included; read where it ends `after` them. */
  count: Schema.NullOr(whole(1, recurrenceLimits.count)),
}
const Fields = Schema.Struct(recurrenceFields)
export type Recurrence = typeof Fields.Type

const error = (field: keyof Recurrence, issue: string) => ({ path: [field], issue })

/** What a recurrence lacks that its frequency and its end need. */
export const recurrenceErrors = ({ frequency, weekdays, ends, firstDate, untilDate, count }: Recurrence) => {
  if (frequency === "once") return []
  const found =
    frequency === "weekly" && weekdays.length === 0 ? [error("weekdays", "Choose one weekday or more.")] : []
  if (ends === "on" && untilDate === null)
    return [...found, error("untilDate", "Enter the last date, for example Nov 23, 2026.")]
  if (ends === "on" && untilDate !== null && untilDate < firstDate)
    return [...found, error("untilDate", "The last date must not be before the first.")]
  if (ends === "after" && count === null)
    return [...found, error("count", `Enter a whole number from 1 to ${recurrenceLimits.count}.`)]
  return found
}

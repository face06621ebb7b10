import { Result } from "effect"
import { problem, type Problem } from "#schemas/problem.ts"
import { daysFrom } from "./wallTime.rule.ts"

/** The most days of slots that are read at once. */
export const readDays = 42

type Span = { readonly startDate: string; readonly endDate: string }

const refuse = (field: keyof Span, message: string) =>
  Result.fail(problem("Invalid", message, { errors: [{ field, message }] }))

/** Reads the days of which slots are asked for; refuses days that do not exist, and more than six weeks. */
export const slotSpan = ({ startDate, endDate }: Span): Result.Result<Span, Problem> => {
  const isDay = (date: string) => !Number.isNaN(Date.parse(date)) && new Date(date).toISOString().startsWith(date)
  if (!isDay(startDate)) return refuse("startDate", "This is not a day of the calendar.")
  if (!isDay(endDate)) return refuse("endDate", "This is not a day of the calendar.")
  const days = daysFrom(startDate, endDate)
  if (days < 1) return refuse("endDate", "The last day must not be before the first.")
  return days > readDays
    ? refuse("endDate", `Slots are read for at most ${readDays} days at once.`)
    : Result.succeed({ startDate, endDate })
}

import { Result } from "effect"
import { Temporal } from "temporal-polyfill"
import { problem, type Problem } from "#schemas/problem.ts"

/** Whole days of one zone: both dates inclusive, and the same span as instants, `until` exclusive. */
export type DayRange = {
  readonly startDate: string
  readonly endDate: string
  readonly zone: string
  readonly from: string
  readonly until: string
}

/** The longest span a report draws, in days: two leap years and a day would still fit a chart. */
export const maxRangeDays = 731
/** Days a report covers when no one names dates. */
export const defaultRangeDays = 30

/** Years that every place a day goes to can write. */
const [firstYear, lastYear] = [1900, 2199]

const readDate = (text: string): Temporal.PlainDate | undefined => {
  try {
    const day = Temporal.PlainDate.from(text, { overflow: "reject" })
    return day.year >= firstYear && day.year <= lastYear ? day : undefined
  } catch {
    return undefined
  }
}

const refuse = (field: "startDate" | "endDate", message: string) =>
  Result.fail(problem("Invalid", message, { errors: [{ field, message }] }))

const startOfDay = (date: Temporal.PlainDate, zone: string): string =>
  new Date(date.toZonedDateTime(zone).epochMilliseconds).toISOString()

/** The calendar day of an instant in a zone, `YYYY-MM-DD`. */
export const dayOf = (epochMillis: number, zone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(epochMillis).toZonedDateTimeISO(zone).toPlainDate().toString()

/** The range that starts and ends with the given days, which must exist. */
export const wholeDays = (startDate: string, endDate: string, zone: string): DayRange => ({
  startDate,
  endDate,
  zone,
  from: startOfDay(Temporal.PlainDate.from(startDate), zone),
  until: startOfDay(Temporal.PlainDate.from(endDate).add({ days: 1 }), zone),
})

/** The days that a report covers by default, up to the given one. */
export const lastDays = (endDate: string, zone: string): DayRange =>
  wholeDays(
    Temporal.PlainDate.from(endDate)
      .subtract({ days: defaultRangeDays - 1 })
      .toString(),
    endDate,
    zone,
  )

const defaultStart = (end: Temporal.PlainDate, earliest: string | undefined): string => {
  if (earliest === undefined) return end.subtract({ days: defaultRangeDays - 1 }).toString()
  const longest = end.subtract({ days: maxRangeDays - 1 }).toString()
  const start = earliest < longest ? longest : earliest
  return start < end.toString() ? start : end.toString()
}

/**
 * Reads the dates of a report. A missing end is `today`; a missing start lies 30
 * days back from the end, or is `earliest` where the report is about one thing
 * with a beginning. Refuses days that do not exist, a start after the end and
 * spans over 731 days.
 */
export const dayRange = (
  asked: { readonly startDate?: string | undefined; readonly endDate?: string | undefined },
  context: { readonly today: string; readonly zone: string; readonly earliest?: string | undefined },
): Result.Result<DayRange, Problem> => {
  const end = readDate(asked.endDate ?? context.today)
  if (end === undefined) return refuse("endDate", "The end date is not a day of the calendar.")
  const start = readDate(asked.startDate ?? defaultStart(end, context.earliest))
  if (start === undefined) return refuse("startDate", "The start date is not a day of the calendar.")
  if (Temporal.PlainDate.compare(start, end) > 0) {
    return refuse("startDate", "The start date lies after the end date. Swap them or choose others.")
  }
  if (start.until(end).total("days") + 1 > maxRangeDays) {
    return refuse("startDate", `A report covers at most ${maxRangeDays} days. Choose a shorter range.`)
  }
  return Result.succeed(wholeDays(start.toString(), end.toString(), context.zone))
}

/**
 * The instants between which days of a zone lie, `until` exclusive; each side is
 * open when no day is named. Refuses days that do not exist.
 */
export const dayBounds = (
  { startDate, endDate }: { readonly startDate?: string | undefined; readonly endDate?: string | undefined },
  zone: string,
): Result.Result<{ readonly from: string | undefined; readonly until: string | undefined }, Problem> => {
  const [first, last] = [startDate, endDate].map((text) => (text === undefined ? undefined : readDate(text)))
  const wrong =
    startDate !== undefined && first === undefined
      ? "startDate"
      : endDate !== undefined && last === undefined
        ? "endDate"
        : null
  if (wrong !== null) {
    const message = "This is not a day of the calendar."
    return Result.fail(problem("Invalid", message, { errors: [{ field: wrong, message }] }))
  }
  return Result.succeed({
    from: first === undefined ? undefined : startOfDay(first, zone),
    until: last === undefined ? undefined : startOfDay(last.add({ days: 1 }), zone),
  })
}

/** As many days right before a range. */
export const daysBefore = ({ startDate, endDate, zone }: DayRange): DayRange => {
  const start = Temporal.PlainDate.from(startDate)
  const days = start.until(Temporal.PlainDate.from(endDate)).total("days") + 1
  return wholeDays(start.subtract({ days }).toString(), start.subtract({ days: 1 }).toString(), zone)
}

/** Every day of a range, oldest first. */
export const daysOf = (range: Pick<DayRange, "startDate" | "endDate">): ReadonlyArray<string> => {
  const start = Temporal.PlainDate.from(range.startDate)
  const count = start.until(Temporal.PlainDate.from(range.endDate)).total("days") + 1
  return Array.from({ length: count }, (_, index) => start.add({ days: index }).toString())
}

import { Schema } from "effect"

/** Which of month and day comes first in a date like 03/04/1980. */
export const DateOrder = Schema.Literals(["monthFirst", "dayFirst"])
export type DateOrder = typeof DateOrder.Type

/**
 * How many dates of a column only one order allows, and how many read
 * differently by either. Dates that say the same both ways, such as 2000-12-31
 * and 04/04/1980, are in none.
 */
export const DateCounts = Schema.Struct({ monthFirst: Schema.Int, dayFirst: Schema.Int, either: Schema.Int })
export type DateCounts = typeof DateCounts.Type

/** What a column is asked for whose dates do not say it themselves. */
export const dateOrderQuestion = "Which comes first in dates like 03/04/1980: the month or the day?"

/** Whether the order makes a difference to any date of a column. */
export const hasDateOrder = (counts: DateCounts | undefined): counts is DateCounts =>
  counts !== undefined && counts.monthFirst + counts.dayFirst + counts.either > 0

/** The order on which all dates of a column agree that decide it; undefined when none does, or they differ. */
export const decidedOrder = ({ monthFirst, dayFirst }: DateCounts): DateOrder | undefined => {
  if (monthFirst > 0 === dayFirst > 0) return undefined
  return monthFirst > 0 ? "monthFirst" : "dayFirst"
}

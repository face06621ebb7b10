import { Result } from "effect"
import { dateOrderQuestion, type DateCounts } from "#schemas/people/dateOrder.ts"
import { columnAs, isOrderMissing, type ColumnMapping } from "#schemas/people/import.ts"
import { problem, type Problem } from "#schemas/problem.ts"

/**
 * A mapping with the order in which the dates of each column are read: the one
 * chosen, else the one they decide. Where neither is there, it asks: a guess
 * would store a wrong day without a word. `dates` are the counts of the file.
 */
export const settleDateOrders = (
  mapping: ReadonlyArray<ColumnMapping>,
  dates: ReadonlyArray<DateCounts>,
): Result.Result<ReadonlyArray<ColumnMapping>, Problem> => {
  const settled = mapping.map((column, index) => columnAs(column, dates[index]))
  const errors = settled.flatMap((column, index) =>
    isOrderMissing(column, dates[index]) ? [{ field: `mapping.${index}.dateOrder`, message: dateOrderQuestion }] : [],
  )
  return errors.length === 0 ? Result.succeed(settled) : Result.fail(problem("Invalid", dateOrderQuestion, { errors }))
}

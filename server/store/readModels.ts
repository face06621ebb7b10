import type { PgClient } from "@effect/sql-pg/PgClient"
import { Schema } from "effect"
import type { Fragment } from "effect/sql/Statement"
import type { Projection } from "#server/decider.ts"
import type { ThingInSql } from "./stream.ts"

/** The condition for the rows of one projection in `read_models` under this alias; written out, so that plans know how many there are. */
export const rowsOf = (
  sql: PgClient,
  alias: string,
  { category }: Pick<Projection<never, never>, "category">,
): Fragment => sql.literal(`${alias}.category = '${category}'`)

/** How the log's page finds the name that a projection's row has. */
export const rowName =
  ({ category }: Pick<Projection<never, never>, "category">) =>
  ({ company, id }: ThingInSql): string =>
    `select row ->> 'name' from read_models where company_id = ${company} and category = '${category}' and id = ${id}`

/**
 * Reads the stored rows of a projection. A row of an earlier version lacks what was added since, until its replay has
 * come by: the initial row stands in for it. A row that is no such row is a defect.
 */
export const readRow = <Row, Event extends { readonly _tag: string }>({
  row,
  initialRow,
}: Projection<Row, Event>): ((stored: unknown) => Row) => {
  const decode = Schema.decodeUnknownSync(row)
  return (stored) => decode({ ...initialRow, ...(stored as object) })
}

import type { PgClient } from "@effect/sql-pg/PgClient"
import type { Fragment } from "effect/sql/Statement"
import type { ListParams } from "#schemas/reply.ts"

/** What a list is asked for: a page beyond the row with the id `after`. */
export type ListPage = ListParams & { readonly after?: number | undefined; readonly pageSize: number }

/** One page of rows that were read with one more than it holds; `next` is the id to go on after. */
export const pageOf = <Row>(rows: ReadonlyArray<Row>, pageSize: number, idOf: (row: Row) => number) => {
  const page = rows.slice(0, pageSize)
  const last = page.at(-1)
  return { rows: page, next: rows.length > pageSize && last !== undefined ? idOf(last) : undefined }
}

/**
 * Reads one row more than a page holds. The number is a literal: of a parameter the planner knows nothing, takes the
 * page for a tenth of all rows, and plans every call again because no plan that it keeps looks cheap. A contract says
 * which page sizes there are.
 */
export const limitOf = (sql: PgClient, pageSize: number): Fragment => sql.literal(`limit ${Math.trunc(pageSize) + 1}`)

/** Any text as a pattern of `ilike` that finds it anywhere. */
export const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`

/** A list as SQL knows it: the expressions of each column it can be ordered by, first ones first, and that of its rows' ids. */
export type Ordering = {
  readonly columns: Readonly<Record<string, string | ReadonlyArray<string>>>
  readonly id: string
}

/**
 * Orders a list by a column and pages it by key: rows with the same value stand by
 * their id, and the page begins beyond the row `after`, wherever that stands now. Rows may be
 * missed when it has moved meanwhile, until the feed has the list read again.
 *
 * `sort` is a column's name, with `-` before it descending; any other name orders by id.
 * `rowOf` selects the row with an id, as a `from` clause with its condition.
 */
export const ordered = (
  sql: PgClient,
  { columns, id }: Ordering,
  { sort, after }: { readonly sort: string; readonly after: number | undefined },
  rowOf: (id: number) => Fragment,
) => {
  const column = Object.entries(columns).find(([name]) => name === sort.replace(/^-/, ""))?.[1] ?? []
  const keys = [column, id].flat()
  const [direction, than] = sort.startsWith("-") ? ["desc", "<"] : ["asc", ">"]
  const key = sql.literal(keys.join(", "))
  return {
    beyond: after === undefined ? sql`` : sql`and (${key}) ${sql.literal(than)} (select ${key} ${rowOf(after)})`,
    by: sql.literal(keys.map((one) => `${one} ${direction}`).join(", ")),
  }
}

import type { PgClient } from "@effect/sql-pg/PgClient"
import { Effect, Schema } from "effect"
import type { Fragment, Statement } from "effect/sql/Statement"
import type { CompanyId } from "#schemas/ids.ts"
import type { Projection } from "#server/decider.ts"
import { Database } from "./Database.ts"
import { containing, limitOf, ordered, pageOf, type ListPage, type Ordering } from "./ordering.ts"
import type { ThingInSql } from "./stream.ts"

/** The condition for the rows of one projection in `read_models` under this alias; written out, so that plans know how many there are. */
export const rowsOf = (
  sql: PgClient,
  alias: string,
  { category }: Pick<Projection<never, never>, "category">,
): Fragment => sql.literal(`${alias}.category = '${category}'`)

/**
 * Joins the one row that a select finds for each row before it, under this alias. It is looked up by its key, whatever
 * the planner takes the tables for: of a page of rows it is never the other table that is read first.
 */
export const joinEach = (sql: PgClient, alias: string, found: Fragment): Fragment =>
  sql`join lateral (${found} offset 0) ${sql.literal(alias)} on true`

/** How the log's page finds the name that a projection's row has. */
export const rowName =
  ({ category }: Pick<Projection<never, never>, "category">) =>
  ({ company, id }: ThingInSql): string =>
    `select row ->> 'name' from read_models where company_id = ${company} and category = '${category}' and id = ${id}`

/** How the log's page finds by what an address names the thing of a projection's row; nothing once it is deleted. */
export const rowOpens =
  ({ category }: Pick<Projection<never, never>, "category">) =>
  ({ company, id }: ThingInSql): string =>
    `select h.hashed_id from read_models r
       join hashed_ids h on h.company_id = r.company_id and h.kind = '${category}' and h.id = r.id
     where r.company_id = ${company} and r.category = '${category}' and r.id = ${id} and r.state <> 'deleted'`

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

/** What lists one projection's rows: its alias in the statement, and the expression of each column. */
type RowList = Pick<Ordering, "columns"> & {
  readonly alias: string
  readonly projection: Parameters<typeof rowsOf>[2]
  /** The fields of the row in which a search looks; its name where there are no others. */
  readonly searched?: ReadonlyArray<string>
  /** A condition on the rows besides, beginning with `and`. */
  readonly narrowed?: Fragment
}

/** A company's rows of a projection, which stand under the list's alias; in `shown` those that are listed. */
const conditions = (sql: PgClient, companyId: CompanyId, list: RowList, { search }: Pick<ListPage, "search">) => {
  const row = sql.literal(list.alias)
  const all = sql`${row}.company_id = ${companyId} and ${rowsOf(sql, list.alias, list.projection)}`
  const { searched = ["name"], narrowed = sql`` } = list
  const found = (text: string): Fragment =>
    sql.or(searched.map((field) => sql`${row}.row ->> ${sql.literal(`'${field}'`)} ilike ${containing(text)}`))
  const shown = sql`${all} and ${row}.state <> 'deleted'
    ${search === undefined ? sql`` : sql`and ${found(search)}`} ${narrowed}`
  return { row, all, shown }
}

/** A first page, and how many of all rows stand in each state. */
type CountedPage<Row> = {
  readonly rows: ReadonlyArray<Row> | null
  readonly counts: Readonly<Record<string, number>> | null
}

/**
 * A page's statement with how many of a company's rows stand in each state, whichever of them the page is narrowed to:
 * one row, so that both come in one round trip. What the page's rows hold must be JSON.
 */
const countedPage = <Row extends object>(
  sql: PgClient,
  companyId: CompanyId,
  list: RowList,
  { page, search }: { readonly page: Statement<Row>; readonly search: string | undefined },
) => {
  const { row, shown } = conditions(sql, companyId, list, search === undefined ? {} : { search })
  return sql<CountedPage<Row>>`
    select (select json_agg(page) from (${page}) page) as rows,
      (select json_object_agg(state, rows) from (
         select ${row}.state, count(*)::int as rows from read_models ${row} where ${shown} group by 1) counted) as counts`
}

/**
 * Reads one page of a company's rows; `next` is the id to go on after. With the first page comes how many rows stand in
 * each state.
 */
export const readPage = Effect.fnUntraced(function* <Row extends object, Shown>(
  companyId: CompanyId,
  list: RowList,
  asked: ListPage,
  how: {
    readonly page: Statement<Row>
    readonly shownOf: (row: Row) => Shown
    readonly idOf: (shown: Shown) => number
  },
) {
  const { sql, read } = yield* Database
  const { page, shownOf, idOf } = how
  if (asked.after !== undefined) return pageOf((yield* read(companyId, page)).map(shownOf), asked.pageSize, idOf)
  const [found] = yield* read(companyId, countedPage(sql, companyId, list, { page, search: asked.search }))
  return { ...pageOf((found?.rows ?? []).map(shownOf), asked.pageSize, idOf), counts: found?.counts ?? {} }
})

/** What is read of a projection's rows: a page of them, or the one with an id. */
export type RowPage = ListPage & { readonly id?: number }

/**
 * The end of a statement that lists a company's rows of a projection, which stand under `alias`: those that are not
 * deleted, with a name that contains `search`, in a state, ordered, and one more than the page holds. Newest first
 * where nothing else is asked for.
 */
export const pageOfRows = (
  sql: PgClient,
  companyId: CompanyId,
  list: RowList,
  { id, after, pageSize, search, state, sort = "-id" }: RowPage,
): Fragment => {
  const { row, all, shown } = conditions(sql, companyId, list, search === undefined ? {} : { search })
  const ordering = { columns: list.columns, id: `${list.alias}.id` }
  const { beyond, by } = ordered(
    sql,
    ordering,
    { sort, after },
    (one) => sql`from read_models ${row} where ${all} and ${row}.id = ${one}`,
  )
  return sql`where ${shown}
    ${id === undefined ? sql`` : sql`and ${row}.id = ${id}`}
    ${state === undefined ? sql`` : sql`and ${row}.state = ${state}`}
    ${beyond} order by ${by} ${limitOf(sql, pageSize)}`
}

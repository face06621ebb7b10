import type { PgClient } from "@effect/sql-pg/PgClient"
import { Effect } from "effect"
import type { Fragment } from "effect/sql/Statement"
import type { CompanyId } from "#schemas/ids.ts"
import type { Projection } from "#server/decider.ts"
import { Database } from "./Database.ts"
import { rowsOf } from "./readModels.ts"
import { orNotFound } from "./orNotFound.ts"

type Kind = Pick<Projection<never, never>, "category">

/** Joins the public id of each row of a projection, as `h`; written out, so that plans know how many there are. */
export const withHashedId = (sql: PgClient, alias: string, { category }: Kind): Fragment =>
  sql.literal(
    `join hashed_ids h on h.company_id = ${alias}.company_id and h.kind = '${category}' and h.id = ${alias}.id`,
  )

/** The number of a company's thing by its public id, as a subquery; null when the company has none or has deleted it. */
export const numberOf = (sql: PgClient, companyId: CompanyId, kind: Kind, hashedId: string): Fragment => sql`(
  select r.id from read_models r ${withHashedId(sql, "r", kind)}
  where r.company_id = ${companyId} and ${rowsOf(sql, "r", kind)} and h.hashed_id = ${hashedId} and r.state <> 'deleted')`

/** The number of a company's thing by its public id; absent when the company has none or has deleted it. */
export const findThing = Effect.fn("store.findThing")(function* <Id extends number>(
  companyId: CompanyId,
  kind: Kind,
  hashedId: string,
) {
  const { sql, read } = yield* Database
  const [row] = yield* read(companyId, sql<{ id: Id | null }>`select ${numberOf(sql, companyId, kind, hashedId)} as id`)
  return row?.id ?? undefined
})

/** The same; fails with NotFound. */
export const foundThing = <Id extends number>(companyId: CompanyId, kind: Kind, hashedId: string) =>
  orNotFound(findThing<Id>(companyId, kind, hashedId))

/** The public id of a thing; absent while it has none. */
export const readHashedId = Effect.fn("store.readHashedId")(function* (
  companyId: CompanyId,
  { category }: Kind,
  id: number,
) {
  const { sql, read } = yield* Database
  const [row] = yield* read(
    companyId,
    sql<{ hashed_id: string }>`
      select hashed_id from hashed_ids where company_id = ${companyId} and kind = ${category} and id = ${id}`,
  )
  return row?.hashed_id
})

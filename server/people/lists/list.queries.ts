import type { PgClient } from "@effect/sql-pg/PgClient"
import { Effect } from "effect"
import { limits } from "#schemas/constants.ts"
import type { CompanyId, ListId } from "#schemas/ids.ts"
import type { PatientList } from "#schemas/people/patient.ts"
import { problem } from "#schemas/problem.ts"
import { importProjection } from "#server/people/imports/import.projection.ts"
import { Database } from "#server/store/Database.ts"
import { rowsOf } from "#server/store/readModels.ts"
import { whenTaken } from "#server/store/takenKeys.ts"

/** The sentence for a list name that is taken. */
export const listNameTaken = () =>
  problem("AlreadyExists", "A list with this name already exists.", {
    errors: [{ field: "listName", message: "A list with this name already exists." }],
  })

/** Whether a company has a list of this name, whatever its case. */
export const hasList = Effect.fn("store.hasList")(function* (companyId: CompanyId, name: string) {
  const { sql, company } = yield* Database
  const rows = yield* company(companyId)(
    sql`select from patient_lists where company_id = ${companyId} and lower(name) = lower(${name})`,
  )
  return rows.length > 0
})

/** Takes the next list id. */
export const nextListId = Effect.fn("store.nextListId")(function* () {
  const { sql } = yield* Database
  const [row] = yield* Effect.orDie(sql<{ id: ListId }>`select nextval('list_ids')::int as id`)
  return row === undefined ? yield* Effect.die(new Error("The sequence gave no id")) : row.id
})

/**
 * Makes an empty list; fails with `AlreadyExists` when the name is taken, and the
 * open transaction with it. `at` is an ISO instant, by the Clock service.
 */
export const makeList = Effect.fn("store.makeList")(function* (
  companyId: CompanyId,
  { listId, name, at }: { readonly listId: ListId; readonly name: string; readonly at: string },
) {
  const { sql, company } = yield* Database
  yield* company(companyId)(
    sql`insert into patient_lists (company_id, list_id, name, created_at)
        values (${companyId}, ${listId}, ${name}, ${at}::timestamptz)`.pipe(
      whenTaken(["patient_lists_name"], listNameTaken),
    ),
  )
})

/** Whether an import still adds people to the list that a query calls `l`. For use inside a transaction of the company. */
const beingImported = (sql: PgClient, companyId: CompanyId) => sql`
  exists (select from read_models i where i.company_id = ${companyId} and ${rowsOf(sql, "i", importProjection)}
            and i.state = 'running' and (i.row ->> 'listId')::int = l.list_id)`

const select = Effect.fnUntraced(function* (companyId: CompanyId, listId?: ListId) {
  const { sql, company } = yield* Database
  const rows = yield* company(companyId)(
    sql<Omit<PatientList, "createdOn"> & { readonly createdOn: Date }>`
      select l.list_id as "listId", l.name, l.people, l.created_at as "createdOn",
        ${beingImported(sql, companyId)} as "isBeingImported"
      from patient_lists l
      where l.company_id = ${companyId} and ${listId === undefined ? sql`true` : sql`l.list_id = ${listId}`}
      order by l.created_at desc, l.list_id desc limit ${limits.offeredLists}`,
  )
  return rows.map((row): PatientList => ({ ...row, createdOn: row.createdOn.toISOString() }))
})

/** A company's lists, the newest first. */
export const readLists = Effect.fn("store.readLists")(function* (companyId: CompanyId) {
  return yield* select(companyId)
})

/** One list; undefined for an absent one and another company's alike. */
export const readList = Effect.fn("store.readList")(function* (companyId: CompanyId, listId: ListId) {
  return (yield* select(companyId, listId))[0]
})

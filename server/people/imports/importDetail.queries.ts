import { Effect } from "effect"
import type { CompanyId, ImportId } from "#schemas/ids.ts"
import type { Rejection } from "#schemas/people/import.ts"
import type { Forecast, ImportDetail, RejectionReason } from "#schemas/people/importDetail.ts"
import { actorsOf } from "#server/administration/activity/actor.queries.ts"
import { Database } from "#server/store/Database.ts"
import { EventStore } from "#server/store/EventStore.ts"
import { streamId } from "#server/decider.ts"
import { importProjection } from "./import.projection.ts"
import { readImport } from "./import.queries.ts"

/** How many reasons are shown, and how many rows of each; the file has them all. */
const shown = { reasons: 50, rows: 10 }
/** The batches say how far it is, which the import's own counts say too. */
const batches: ReadonlySet<string> = new Set(["ImportBatchChecked", "ImportBatchStored"])

const readHistory = Effect.fnUntraced(function* (companyId: CompanyId, importId: ImportId) {
  const all = yield* (yield* EventStore).readStream(companyId, streamId(importProjection, importId))
  const events = all.filter(({ type }) => !batches.has(type))
  const actorOf = yield* actorsOf(events)
  return events.map((event) => ({ type: event.type, at: event.at, actor: actorOf(event) }))
})

/** Why rows are not taken, the reason of most rows first, each with its first rows. */
const readReasons = Effect.fnUntraced(function* (companyId: CompanyId, importId: ImportId) {
  const { sql } = yield* Database
  const rows = yield* sql<Rejection & { readonly rows: number }>`
    select line, column_name as "column", reason, value, rows from (
      select *, count(*) over same::int as rows, row_number() over (same order by line) as place
      from import_rejections where company_id = ${companyId} and import_id = ${importId}
      window same as (partition by column_name, reason)) placed
    where place <= ${shown.rows} order by rows desc, column_name, reason, line limit ${shown.reasons * shown.rows}`
  const byReason = Map.groupBy(rows, ({ column, reason }) => JSON.stringify([column, reason]))
  return [...byReason.values()].flatMap((same): ReadonlyArray<RejectionReason> => {
    const [one] = same
    if (one === undefined) return []
    const first = same.map(({ line, column, reason, value }) => ({ line, column, reason, value }))
    return [{ column: one.column, reason: one.reason, rows: one.rows, first }]
  })
})

const readFound = Effect.fnUntraced(function* (companyId: CompanyId, importId: ImportId) {
  const { sql } = yield* Database
  const ofImport = sql`company_id = ${companyId} and import_id = ${importId}`
  const [file] = yield* sql<{ forecast: Forecast | null }>`select forecast from imports where ${ofImport}`
  const [rejected] = yield* sql<{ rows: number }>`
    select count(distinct line)::int as rows from import_rejections where ${ofImport}`
  const [earlier] = yield* sql<{ importId: ImportId }>`
    select other.import_id as "importId" from imports i join imports other
      on other.company_id = i.company_id and other.content_hash = i.content_hash and other.import_id < i.import_id
    where i.company_id = ${companyId} and i.import_id = ${importId} and i.content_hash <> ''
    order by other.import_id desc limit 1`
  return { forecast: file?.forecast ?? null, rejectedRows: rejected?.rows ?? 0, earlierId: earlier?.importId }
})

/** An import as its page shows it; undefined for an absent one and another company's alike. */
export const readImportDetail = Effect.fn("store.readImportDetail")(function* (
  companyId: CompanyId,
  importId: ImportId,
) {
  const { company } = yield* Database
  const found = yield* readImport(companyId, importId)
  if (found === undefined) return undefined
  const { forecast, rejectedRows, earlierId } = yield* company(companyId)(readFound(companyId, importId))
  const earlier = earlierId === undefined ? undefined : yield* readImport(companyId, earlierId)
  return {
    import: found,
    forecast,
    rejectedRows,
    reasons: yield* company(companyId)(readReasons(companyId, importId)),
    earlier:
      earlier === undefined ? null : { importId: earlier.importId, state: earlier.state, createdOn: earlier.createdOn },
    history: yield* readHistory(companyId, importId),
  } satisfies ImportDetail
})

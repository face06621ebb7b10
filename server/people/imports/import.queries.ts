import { Effect } from "effect"
import type { CompanyId, ImportId, ListId } from "#schemas/ids.ts"
import { waitingImports, type Import, type Rejection } from "#schemas/people/import.ts"
import { importProjection, type ImportRow } from "./import.projection.ts"
import { Database } from "#server/store/Database.ts"
import { limitOf, pageOf, type ListPage } from "#server/store/ordering.ts"
import { readRow, rowsOf } from "#server/store/readModels.ts"

type FileFields = Omit<Import, keyof ImportRow>

const rowOf = readRow(importProjection)

const importOf = ({ row, ...file }: FileFields & { readonly row: unknown }): Import => ({ ...rowOf(row), ...file })

const select = Effect.fnUntraced(function* (
  companyId: CompanyId,
  only: {
    readonly id?: number
    readonly listId?: ListId
    readonly after?: number | undefined
    readonly isWaiting?: boolean
  },
  pageSize: number,
) {
  const { sql, company } = yield* Database
  const rows = yield* company(companyId)(
    sql<FileFields & { readonly row: unknown }>`
      select i.file_name as "fileName", i.encoding, i.delimiter, i.mapping, i.sample, i.dates, i.list_name as "listName", m.row,
        m.stream_version as "streamVersion"
      from imports i
      join read_models m on m.company_id = ${companyId} and ${rowsOf(sql, "m", importProjection)} and m.id = i.import_id
      where i.company_id = ${companyId}
        and ${only.id === undefined ? sql`true` : sql`i.import_id = ${only.id}`}
        and ${only.listId === undefined ? sql`true` : sql`(m.row ->> 'listId')::int = ${only.listId}`}
        and ${only.isWaiting === true ? sql.in("m.state", waitingImports) : sql`true`}
        and ${only.after === undefined ? sql`true` : sql`i.import_id < ${only.after}`}
      order by i.import_id desc ${limitOf(sql, pageSize)}`,
  )
  return rows.map(importOf)
})

/** One import; undefined for an absent one and another company's alike. */
export const readImport = Effect.fn("store.readImport")(function* (companyId: CompanyId, importId: ImportId) {
  return (yield* select(companyId, { id: importId }, 1))[0]
})

/** The imports that filled a list, the newest first. */
export const readImportsOf = Effect.fn("store.readImportsOf")(function* (companyId: CompanyId, listId: ListId) {
  return yield* select(companyId, { listId }, 100)
})

/** A company's imports, the newest first, all or those that wait for a person, and the id after which the next page goes on. */
export const readImports = Effect.fn("store.readImports")(function* (
  companyId: CompanyId,
  { after, pageSize, isWaiting = false }: ListPage & { readonly isWaiting?: boolean },
) {
  return pageOf(yield* select(companyId, { after, isWaiting }, pageSize), pageSize, ({ importId }) => importId)
})

/** A rejection with its place, for reading on behind it, and the row as it stood in its file, where this is the first error about it. */
export type RejectionWithRow = Rejection & { readonly position: number; readonly cells: ReadonlyArray<string> | null }

type Behind = {
  readonly after?: { readonly line: number; readonly position: number } | undefined
  readonly limit: number
}

/** Why rows of an import are not taken, in the file's order, behind a place, with the rows themselves. */
export const readRejectedRows = Effect.fn("store.readRejectedRows")(function* (
  companyId: CompanyId,
  importId: ImportId,
  { after, limit }: Behind,
) {
  const { sql, company } = yield* Database
  return yield* company(companyId)(
    sql<RejectionWithRow>`
      select line, position::int as position, column_name as "column", reason, value, cells from import_rejections
      where company_id = ${companyId} and import_id = ${importId}
        and (line, position) > (${after?.line ?? 0}, ${after?.position ?? -2})
      order by line, position limit ${limit}`,
  )
})

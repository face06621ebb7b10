import { Effect } from "effect"
import type { CompanyId, ImportId } from "#schemas/ids.ts"
import type { Import } from "#schemas/people/import.ts"
import type { Forecast } from "#schemas/people/importDetail.ts"
import type { RowContext, RowRejection } from "./patientRow.rule.ts"
import { textedNations } from "#server/people/patients/zone.rule.ts"
import { Database } from "#server/store/Database.ts"
import { integers, texts } from "#server/store/columnArrays.ts"
import { isoNow } from "#server/store/isoNow.ts"

/** What a worker must know of an import's file. */
export type ImportFile = Pick<
  Import,
  "bytes" | "encoding" | "delimiter" | "mapping" | "sample" | "dates" | "listName"
> & {
  /** What the check found so far that the import will do. */
  readonly forecast: Forecast | null
}

/** A received file with what was found out about it. */
export type NewImportFile = Omit<ImportFile, "listName" | "forecast"> &
  Pick<Import, "fileName"> & {
    /** Of its bytes: the same for the same file under any name. */
    readonly contentHash: string
  }

/** Takes the next import id. */
export const nextImportId = Effect.fn("store.nextImportId")(function* () {
  const { sql } = yield* Database
  const [row] = yield* Effect.orDie(sql<{ id: ImportId }>`select nextval('import_ids')::int as id`)
  return row === undefined ? yield* Effect.die(new Error("The sequence gave no id")) : row.id
})

/** Stores one piece of a file, numbered from 0. */
export const storeChunk = Effect.fn("store.storeChunk")(function* (
  companyId: CompanyId,
  importId: ImportId,
  chunk: number,
  bytes: Uint8Array,
) {
  const { sql, company } = yield* Database
  const at = yield* isoNow
  yield* company(companyId)(
    sql`insert into import_chunks (company_id, import_id, chunk, bytes, at)
        values (${companyId}, ${importId}, ${chunk}, ${bytes}, ${at}::timestamptz)`,
  )
})

/** One piece of a file; undefined behind the last. */
export const readChunk = Effect.fn("store.readChunk")(function* (
  companyId: CompanyId,
  importId: ImportId,
  chunk: number,
) {
  const { sql, company } = yield* Database
  const [row] = yield* company(companyId)(
    sql<{ bytes: Uint8Array }>`
      select bytes from import_chunks where company_id = ${companyId} and import_id = ${importId} and chunk = ${chunk}`,
  )
  return row?.bytes
})

/** Removes a file's pieces. */
export const dropChunks = Effect.fn("store.dropChunks")(function* (companyId: CompanyId, importId: ImportId) {
  const { sql, company } = yield* Database
  yield* company(companyId)(sql`delete from import_chunks where company_id = ${companyId} and import_id = ${importId}`)
})

/** Removes pieces older than `before` (ISO) whose upload never ended. */
export const dropOrphanChunks = Effect.fn("store.dropOrphanChunks")(function* (before: string) {
  const { sql, everyCompany } = yield* Database
  yield* everyCompany(
    sql`delete from import_chunks chunk where at < ${before}::timestamptz and not exists (
          select from imports i where i.company_id = chunk.company_id and i.import_id = chunk.import_id)`,
  )
})

/** Keeps what is known of a received file. */
export const saveImportFile = Effect.fn("store.saveImportFile")(function* (
  companyId: CompanyId,
  importId: ImportId,
  file: NewImportFile,
) {
  const { sql, company } = yield* Database
  const at = yield* isoNow
  yield* company(companyId)(
    sql`insert into imports
          (company_id, import_id, file_name, bytes, encoding, delimiter, mapping, sample, dates, content_hash, created_at)
        values (${companyId}, ${importId}, ${file.fileName}, ${file.bytes}, ${file.encoding}, ${file.delimiter},
          ${sql.json(file.mapping)}, ${sql.json(file.sample)}, ${sql.json(file.dates)}, ${file.contentHash},
          ${at}::timestamptz)`,
  )
})

/** What is known of a file; undefined for an absent import and another company's alike. */
export const readImportFile = Effect.fn("store.readImportFile")(function* (companyId: CompanyId, importId: ImportId) {
  const { sql, company } = yield* Database
  const [row] = yield* company(companyId)(
    sql<ImportFile>`
      select bytes, encoding, delimiter, mapping, sample, dates, list_name as "listName", forecast
      from imports where company_id = ${companyId} and import_id = ${importId}`,
  )
  return row
})

/** Keeps what a check found so far that the import will do; joins the batch's transaction. */
export const saveForecast = Effect.fn("store.saveForecast")(function* (
  companyId: CompanyId,
  importId: ImportId,
  forecast: Forecast,
) {
  const { sql } = yield* Database
  yield* sql`update imports set forecast = ${sql.json(forecast)}
             where company_id = ${companyId} and import_id = ${importId}`
})

/** Keeps the mapping and the list's name of a new check, and forgets what the one before found. */
export const saveMapping = Effect.fn("store.saveMapping")(function* (
  companyId: CompanyId,
  importId: ImportId,
  { mapping, listName }: { readonly mapping: Import["mapping"]; readonly listName: string },
) {
  const { sql, company } = yield* Database
  yield* company(companyId)(
    Effect.andThen(
      sql`update imports set mapping = ${sql.json(mapping)}, list_name = ${listName}, forecast = null
          where company_id = ${companyId} and import_id = ${importId}`,
      sql`delete from import_rejections where company_id = ${companyId} and import_id = ${importId}`,
    ),
  )
})

/** A row as JSON that the database takes: no NUL, no half of a surrogate pair. */
const jsonCells = (cells: ReadonlyArray<string> | undefined): string | null =>
  cells === undefined ? null : JSON.stringify(cells.map((cell) => cell.replaceAll("\0", "").toWellFormed()))

/** Keeps why rows are not taken. Kept twice, a reason stands once. */
export const storeRejections = Effect.fn("store.storeRejections")(function* (
  companyId: CompanyId,
  importId: ImportId,
  rejections: ReadonlyArray<RowRejection>,
) {
  if (rejections.length === 0) return
  const { sql, company } = yield* Database
  yield* company(companyId)(
    sql`insert into import_rejections (company_id, import_id, line, position, column_name, reason, value, cells)
        select ${companyId}, ${importId}, line, position, column_name, reason, value, cells::jsonb
        from unnest(${integers(rejections.map(({ line }) => line))}::int[],
                    ${integers(rejections.map(({ position }) => position))}::int[],
                    ${texts(rejections.map(({ column }) => column))}::text[],
                    ${texts(rejections.map(({ reason }) => reason))}::text[],
                    ${texts(rejections.map(({ value }) => value))}::text[],
                    ${texts(rejections.map(({ cells }) => jsonCells(cells)))}::text[])
             as row (line, position, column_name, reason, value, cells)
        on conflict do nothing`,
  )
})

/** What a company's rows are judged against, but for the day. */
export const readRowContext = Effect.fn("store.readRowContext")(function* (companyId: CompanyId) {
  const { sql, company } = yield* Database
  const [row] = yield* company(companyId)(
    sql<{ country: string; textCountries: ReadonlyArray<string> }>`
      select country, text_countries as "textCountries" from companies where company_id = ${companyId}`,
  )
  if (row === undefined) return yield* Effect.die(new Error(`There is no company ${companyId}`))
  return { country: row.country, countries: textedNations(row) } satisfies Omit<RowContext, "today">
})

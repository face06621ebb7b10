import { Effect, Option, Stream } from "effect"
import { retention } from "#schemas/constants.ts"
import type { CampaignId, CompanyId, UserId } from "#schemas/ids.ts"
import type { ExportId, PastExport, PastExportAsked, PastExportState } from "#schemas/reporting/pastExport.ts"
import type { FileType } from "#schemas/reporting/report.ts"
import { campaignProjection } from "#server/outreach/campaigns/campaign.projection.ts"
import { Database } from "#server/store/Database.ts"
import { isoColumn } from "#server/store/isoColumn.ts"
import { isoNow } from "#server/store/isoNow.ts"
import { rowsOf } from "#server/store/readModels.ts"

/** How much of one file is kept, and of all files of a company together, in bytes. */
export const keptBytes = { file: 32_000_000, company: 256_000_000 } as const

/** What is known of an export when it has ended. */
export type EndedExport = {
  readonly exportId: ExportId
  readonly userId: UserId
  readonly fileName: string
  readonly fileType: FileType
  readonly campaignId: CampaignId | null
  readonly asked: PastExportAsked
  readonly rows: number
  readonly bytes: number
  readonly sha256: string
  readonly state: Exclude<PastExportState, "expired" | "removed" | "displaced">
}

/** Takes the next number of an export. */
export const nextExportId = Effect.fn("reporting.nextExportId")(function* () {
  const { sql } = yield* Database
  const [row] = yield* Effect.orDie(sql<{ id: ExportId }>`select nextval('export_ids')::int as id`)
  return row === undefined ? yield* Effect.die(new Error("The sequence gave no id")) : row.id
})

/** Stores one part of a file, numbered from 0, in a round trip of its own. */
export const storeExportPart = Effect.fn("reporting.storeExportPart")(function* (
  companyId: CompanyId,
  exportId: ExportId,
  part: number,
  bytes: Uint8Array,
) {
  const { sql, write } = yield* Database
  const at = yield* isoNow
  yield* write(
    companyId,
    sql`insert into past_export_parts (company_id, export_id, part, bytes, at)
        select ${companyId}::int, ${exportId}::int, ${part}::int, ${bytes}::bytea, ${at}::timestamptz
        from tenant where tenant.seen is not null`,
  )
})

/** Removes the parts of a file. */
export const dropExportParts = Effect.fn("reporting.dropExportParts")(function* (
  companyId: CompanyId,
  exportId: ExportId,
) {
  const { sql, company } = yield* Database
  yield* company(companyId)(
    sql`delete from past_export_parts where company_id = ${companyId} and export_id = ${exportId}`,
  )
})

/**
 * Writes the line of an export that has ended. Of a file that is not kept no part stays; neither do those of older files
 * that have no room any more, next to a new one.
 */
export const endExport = Effect.fn("reporting.endExport")(function* (companyId: CompanyId, ended: EndedExport) {
  const { sql, company } = yield* Database
  const at = yield* isoNow
  const { exportId, userId, fileName, fileType, campaignId, asked, rows, bytes, sha256, state } = ended
  yield* company(companyId)(
    Effect.gen(function* () {
      yield* sql`
        insert into past_exports
          (company_id, export_id, user_id, file_name, file_type, campaign_id, asked, rows, bytes, sha256, state, at)
        select ${companyId}, ${exportId}, ${userId}, ${fileName}, ${fileType}, ${campaignId}::int, ${sql.json(asked)},
          ${rows}, ${bytes}, ${sha256},
          case when ${state} <> 'kept' or stored.bytes = ${bytes} then ${state} else 'notKept' end, ${at}::timestamptz
        from (select coalesce(sum(length(bytes)), 0) as bytes from past_export_parts
              where company_id = ${companyId} and export_id = ${exportId}) stored`
      yield* sql`
        update past_exports set state = 'displaced' where company_id = ${companyId} and export_id in (
          select export_id from (
            select export_id, sum(bytes) over (order by at desc, export_id desc) as together
            from past_exports where company_id = ${companyId} and state = 'kept') newest
          where together > ${keptBytes.company})`
      yield* sql`
        delete from past_export_parts p using past_exports e
        where p.company_id = ${companyId} and e.company_id = p.company_id and e.export_id = p.export_id and e.state <> 'kept'`
    }),
  )
})

/** The beginning of the time for which files are kept, in SQL. */
const keptSince = Effect.map(
  Effect.all([Database, isoNow]),
  ([{ sql }, now]) => sql`${now}::timestamptz - ${retention.exportFileMillis} * interval '1 millisecond'`,
)

/** A page of a company's exports, the newest first. */
export const listPastExports = Effect.fn("reporting.listPastExports")(function* (
  companyId: CompanyId,
  { after, pageSize }: { readonly after: number | undefined; readonly pageSize: number },
) {
  const { sql, everyCompany } = yield* Database
  const since = yield* keptSince
  // Who took one may belong to another company: a Super Admin who acted.
  const rows = yield* everyCompany(
    sql<PastExport>`
      select e.export_id as "exportId", ${sql.literal(isoColumn("e.at"))} as at,
        coalesce(a.display_name, 'User ' || e.user_id) as by, e.file_name as "fileName", e.file_type as "fileType",
        case when e.campaign_id is not null then jsonb_build_object(
          'hashedId', case when c.state <> 'deleted' then h.hashed_id end, 'name', coalesce(c.row ->> 'name', '')) end as campaign,
        e.asked, e.rows, e.bytes::float8 as bytes, e.sha256,
        case when e.state = 'kept' and e.at <= ${since} then 'expired' else e.state end as state,
        ${sql.literal(isoColumn(`(e.at + ${retention.exportFileMillis} * interval '1 millisecond')`))} as "keptUntil"
      from past_exports e
      left join accounts a on a.user_id = e.user_id
      left join read_models c on c.company_id = ${companyId} and ${rowsOf(sql, "c", campaignProjection)} and c.id = e.campaign_id
      left join hashed_ids h on h.company_id = ${companyId} and h.kind = 'campaign' and h.id = e.campaign_id
      where e.company_id = ${companyId} ${after === undefined ? sql`` : sql`and e.export_id < ${after}`}
      order by e.export_id desc limit ${pageSize + 1}`,
  )
  const page = rows.slice(0, pageSize)
  return { rows: page, next: rows.length > pageSize ? page.at(-1)?.exportId : undefined }
})

/** An export whose file may be fetched or removed. */
export type FoundExport = Omit<EndedExport, "userId" | "state"> & { readonly state: PastExportState }

/** One export of a company; undefined where it has none with this number. */
export const findPastExport = Effect.fn("reporting.findPastExport")(function* (
  companyId: CompanyId,
  exportId: ExportId,
) {
  const { sql, company } = yield* Database
  const since = yield* keptSince
  const [row] = yield* company(companyId)(
    sql<FoundExport>`
      select export_id as "exportId", file_name as "fileName", file_type as "fileType", campaign_id as "campaignId",
        asked, rows, bytes::float8 as bytes, sha256, case when state = 'kept' and at <= ${since} then 'expired' else state end as state
      from past_exports where company_id = ${companyId} and export_id = ${exportId}`,
  )
  return row
})

/** The bytes of a kept file, a part at a time; between two parts no connection is held. */
export const keptFile = (
  companyId: CompanyId,
  { exportId, bytes: total }: Pick<FoundExport, "exportId" | "bytes">,
): Stream.Stream<Uint8Array, never, Database> =>
  Stream.paginate({ part: 0, sent: 0 }, ({ part, sent }) =>
    Effect.gen(function* () {
      const { sql, read } = yield* Database
      const [row] = yield* read(
        companyId,
        sql<{ bytes: Uint8Array }>`
          select bytes from past_export_parts
          where company_id = ${companyId} and export_id = ${exportId} and part = ${part}`,
      )
      // Half a file must not look like a whole one: without the rest the download breaks off.
      if (row === undefined)
        return yield* Effect.die(new Error("The file of an export was removed while it was fetched"))
      const next = { part: part + 1, sent: sent + row.bytes.length }
      return [[row.bytes], next.sent < total ? Option.some(next) : Option.none()] as const
    }),
  )

/** Removes the file of an export; false where it was not kept. */
export const removeKeptFile = Effect.fn("reporting.removeKeptFile")(function* (
  companyId: CompanyId,
  exportId: ExportId,
) {
  const { sql, company } = yield* Database
  return yield* company(companyId)(
    Effect.gen(function* () {
      const removed = yield* sql`
        update past_exports set state = 'removed'
        where company_id = ${companyId} and export_id = ${exportId} and state = 'kept' returning export_id`
      yield* dropExportParts(companyId, exportId)
      return removed.length > 0
    }),
  )
})

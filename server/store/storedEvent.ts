import type { Metadata } from "./Metadata.ts"
import { upcast } from "./upcasters.ts"
import type { CompanyId } from "#schemas/ids.ts"

/** An event as read from the log, its data in the newest schema version. */
export interface StoredEvent {
  readonly companyId: CompanyId
  readonly stream: string
  /** From 1, without holes, within the stream. */
  readonly version: number
  readonly type: string
  readonly schemaVersion: number
  readonly data: unknown
  readonly metadata: Metadata
  /** By the Clock service, ISO 8601 in UTC. */
  readonly at: string
  readonly position: Position
}

/** A place in the global order: by transaction first, then by number. Numbers alone miss what commits late. */
export interface Position {
  readonly tx: string
  readonly pos: number
}

/** Before the first event. */
export const start: Position = { tx: "0", pos: 0 }

/** A row of `events` as `columns` selects it. */
export interface EventRow {
  readonly company_id: CompanyId
  readonly stream_id: string
  readonly version: number
  readonly type: string
  readonly schema_version: number
  readonly data: unknown
  readonly meta: Metadata
  readonly at: Date
  readonly tx: string
  readonly pos: bigint
}

/** What every read of the log selects. Its `tx` is text: order by `events.tx`, or "1000" comes before "999". */
export const columns = "company_id, stream_id, version, type, schema_version, data, meta, at, tx::text as tx, pos"

/** The event as it was written, without upcasting: what the hash chain covers. */
export const asWritten = (row: EventRow): StoredEvent => ({
  companyId: row.company_id,
  stream: row.stream_id,
  version: row.version,
  type: row.type,
  schemaVersion: row.schema_version,
  data: row.data,
  metadata: row.meta,
  at: row.at.toISOString(),
  position: { tx: row.tx, pos: Number(row.pos) },
})

/** The event in its newest form. */
export const inNewestForm = (written: StoredEvent): StoredEvent => ({
  ...written,
  ...upcast(written.type, written.schemaVersion, written.data),
})

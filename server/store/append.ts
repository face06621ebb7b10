import type { PgClient } from "@effect/sql-pg/PgClient"
import { Effect } from "effect"
import type { CompanyId } from "#schemas/ids.ts"
import { problem } from "#schemas/problem.ts"
import { CurrentTenancy } from "./Database.ts"
import type { Metadata } from "./Metadata.ts"
import type { Position } from "./storedEvent.ts"
import { whenTaken } from "./takenKeys.ts"

/** A fact to store: ids, never names, phones or texts (docs/architecture.md#personal-data). */
export interface NewEvent {
  readonly type: string
  /** Of `data`; 1 when absent. */
  readonly schemaVersion?: number
  /** Plain JSON. */
  readonly data: unknown
}

/** The row of a projection that must be readable at once, written in the same statement as its events. */
export interface ReadModel {
  /** The projection's. */
  readonly category: string
  readonly version: number
  readonly id: number
  /** What only one row of the company and category may have; null for none. */
  readonly uniqueKey: string | null
  readonly state: string
  /** Plain JSON. */
  readonly row: unknown
  /** The public id of a thing that begins here, which it keeps. */
  readonly hashedId?: string | undefined
}

/** Facts for one stream. */
export interface Append {
  readonly companyId: CompanyId
  readonly stream: string
  readonly events: ReadonlyArray<NewEvent>
  readonly metadata: Metadata
  readonly readModel?: ReadModel | undefined
}

/** Where the last of the appended events stands. */
export interface Appended {
  readonly version: number
  readonly position: Position
}

interface AppendedRow {
  readonly version: number
  readonly tx: string
  readonly pos: bigint
}

/** Who expects the version the stream has now, whatever it is. */
export const anyVersion = "any"

/** The sentence for someone who was second. */
export const staleVersion = () => problem("StaleVersion", "Someone changed this first. Look again and retry.")

/**
 * Events, read model and notifications in one statement, which also sets the
 * company for row-level security (decision 004). The later parts select from
 * the earlier ones so that the company is set before the first row is touched:
 * scalar and lateral aggregate subqueries are never turned into joins.
 */
const statement = (sql: PgClient, append: Append, expected: number | typeof anyVersion, tenancy: string) => {
  const { companyId, stream, metadata, readModel } = append
  const given = append.events.map((event) => ({ ...event, schemaVersion: event.schemaVersion ?? 1 }))
  const present =
    expected === anyVersion
      ? sql`(select coalesce(max(version), 0) from events
             where company_id = tenant.company_id and stream_id = ${stream})`
      : expected === 0
        ? sql`0`
        : sql`(select version from events
               where company_id = tenant.company_id and stream_id = ${stream} and version = ${expected})`
  return sql<AppendedRow>`
    with tenant as materialized (
      select ${companyId}::int as company_id, set_config('app.company_id', ${tenancy}, true) as tenancy),
    before as materialized (select tenant.company_id, ${present} as version from tenant),
    appended as (
      insert into events (company_id, stream_id, version, type, schema_version, data, meta, at)
      select before.company_id, ${stream}, before.version + given.number, given.event ->> 'type',
             (given.event ->> 'schemaVersion')::smallint, given.event -> 'data', ${sql.json(metadata)},
             ${metadata.at}::timestamptz
      from before, jsonb_array_elements(${sql.json(given)}) with ordinality as given (event, number)
      where before.version is not null
      returning company_id, stream_id, version, type, tx, pos)
    ${readModel === undefined ? sql`` : readModelPart(sql, readModel, metadata.at)}
    select version, tx::text as tx, pos,
           pg_notify('events', json_build_object('companyId', company_id, 'stream', stream_id, 'type', type,
             'version', version, 'pos', pos)::text)
    from appended order by version`
}

const readModelPart = (sql: PgClient, readModel: ReadModel, at: string) => sql`,
    projected as (
      insert into read_models (company_id, category, id, version, stream_version, unique_key, state, row, updated_at)
      select company_id, ${readModel.category}, ${readModel.id}::int, ${readModel.version}::smallint, max(version),
             ${readModel.uniqueKey}::text, ${readModel.state}, ${sql.json(readModel.row)}, ${at}::timestamptz
      from appended group by company_id
      on conflict (company_id, category, id) do update set version = excluded.version,
        stream_version = excluded.stream_version, unique_key = excluded.unique_key, state = excluded.state, row = excluded.row, updated_at = excluded.updated_at)
    ${readModel.hashedId === undefined ? sql`` : hashedIdPart(sql, readModel, readModel.hashedId)}`

const hashedIdPart = (sql: PgClient, { category, id }: ReadModel, hashedId: string) => sql`,
    called as (
      insert into hashed_ids (company_id, kind, id, hashed_id)
      select company_id, ${category}, ${id}::int, ${hashedId} from appended group by company_id
      on conflict (company_id, kind, id) do nothing)`

const nameTaken = () => problem("AlreadyExists", "This name is taken. Choose another one.")

/** Appends one event or more; with none the caller had nothing to say, which is a defect. */
export const appendTo = Effect.fn("EventStore.append")(function* (
  sql: PgClient,
  append: Append,
  expected: number | typeof anyVersion,
) {
  if (append.events.length === 0) return yield* Effect.die(new Error(`No event to append to ${append.stream}`))
  const tenancy = (yield* CurrentTenancy) ?? String(append.companyId)
  const rows = yield* statement(sql, append, expected, tenancy).pipe(
    whenTaken(["events_version"], staleVersion),
    whenTaken(["read_models_unique_key"], nameTaken),
    Effect.catchTag("SqlError", Effect.die),
  )
  const last = rows.at(-1)
  if (last === undefined) return yield* Effect.fail(staleVersion())
  return { version: last.version, position: { tx: last.tx, pos: Number(last.pos) } } satisfies Appended
})

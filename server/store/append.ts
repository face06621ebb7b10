import type { PgClient } from "@effect/sql-pg/PgClient"
import { Effect } from "effect"
import type { Fragment } from "effect/sql/Statement"
import type { CompanyId } from "#schemas/ids.ts"
import { problem } from "#schemas/problem.ts"
import type { Change } from "./changes.ts"
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

/**
 * A row that is changed by the statement that appends, before it does: an insert or update that returns the
 * `company_id` of `from`, a part with one row, or with none where nothing may happen.
 */
export type RowChange = {
  readonly change: (from: Fragment) => Fragment
  /**
   * Whether nothing is appended, nor changed by those that follow, where this changes no row. What stands before it is
   * changed all the same.
   */
  readonly isCondition: boolean
}

/** Facts for one stream. */
export interface Append {
  readonly companyId: CompanyId
  readonly stream: string
  readonly events: ReadonlyArray<NewEvent>
  readonly metadata: Metadata
  readonly readModel?: ReadModel | undefined
  /** What is changed with it, in this order. */
  readonly rows?: ReadonlyArray<RowChange> | undefined
}

/** Where the last of the appended events stands. */
export interface Appended {
  readonly version: number
  readonly position: Position
}

interface AppendedRow {
  readonly type: string
  readonly version: number
  readonly tx: string
  readonly pos: bigint
}

/** Who expects the version the stream has now, whatever it is. */
export const anyVersion = "any"

/** The sentence for someone who was second. */
export const staleVersion = () => problem("StaleVersion", "Someone changed this first. Look again and retry.")

/** The parts that change rows, and the condition that all which must have changed have. */
const rowParts = (sql: PgClient, rows: ReadonlyArray<RowChange>) => {
  const name = (index: number) => sql.literal(`row_${index}`)
  const before = (index: number) => rows.slice(0, index).findLastIndex(({ isCondition }) => isCondition)
  const parts = rows.map(({ change }, index) => {
    const condition = before(index)
    return sql`${name(index)} as (${change(condition === -1 ? sql.literal("due") : name(condition))}),`
  })
  // Each is asked for, so that none comes after the events.
  const all = rows.map(({ isCondition }, index) =>
    isCondition ? sql`and exists (select from ${name(index)})` : sql`and (select count(*) from ${name(index)}) >= 0`,
  )
  const joined = (fragments: ReadonlyArray<Fragment>) => fragments.reduce((one, next) => sql`${one} ${next}`, sql``)
  return { parts: joined(parts), hold: joined(all) }
}

/**
 * Events, read model and what changes with them in one statement, which also sets the
 * company for row-level security (decision 004). The later parts select from
 * the earlier ones so that the company is set before the first row is touched:
 * scalar and lateral aggregate subqueries are never turned into joins.
 */
const statement = (sql: PgClient, append: Append, expected: number | typeof anyVersion, tenancy: string) => {
  const { companyId, stream, metadata, readModel, rows = [] } = append
  const { parts, hold } = rowParts(sql, rows)
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
    due as materialized (select company_id, version from before where version is not null),
    ${parts}
    appended as (
      insert into events (company_id, stream_id, version, type, schema_version, data, meta, at)
      select due.company_id, ${stream}, due.version + given.number, given.event ->> 'type',
             (given.event ->> 'schemaVersion')::smallint, given.event -> 'data', ${sql.json(metadata)},
             ${metadata.at}::timestamptz
      from due, jsonb_array_elements(${sql.json(given)}) with ordinality as given (event, number)
      where true ${hold}
      returning company_id, stream_id, version, type, tx, pos)
    ${readModel === undefined ? sql`` : readModelPart(sql, readModel, metadata.at)}
    select type, version, tx::text as tx, pos from appended order by version`
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
  { sql, tell }: { readonly sql: PgClient; readonly tell: (changes: ReadonlyArray<Change>) => Effect.Effect<void> },
  append: Append,
  expected: number | typeof anyVersion,
) {
  if (append.events.length === 0) return yield* Effect.die(new Error(`No event to append to ${append.stream}`))
  const tenancy = (yield* CurrentTenancy) ?? String(append.companyId)
  const { companyId, stream } = append
  const rows = yield* statement(sql, append, expected, tenancy).pipe(
    whenTaken(["events_version"], staleVersion),
    whenTaken(["read_models_unique_key"], nameTaken),
    Effect.catchTag("SqlError", Effect.die),
    Effect.tap((appended) =>
      tell(appended.map(({ type, version, pos }) => ({ companyId, stream, type, version, pos: Number(pos) }))),
    ),
    // Outside a transaction this statement is the commit, so a caller who is interrupted now must still announce it.
    Effect.uninterruptible,
  )
  const last = rows.at(-1)
  if (last === undefined) return yield* Effect.fail(staleVersion())
  return { version: last.version, position: { tx: last.tx, pos: Number(last.pos) } } satisfies Appended
})

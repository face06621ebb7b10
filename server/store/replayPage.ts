import type { PgClient } from "@effect/sql-pg/PgClient"
import { Data, Effect } from "effect"
import { thingOf } from "#server/decider.ts"
import { Database } from "./Database.ts"
import { asWritten, columns, inNewestForm, type EventRow } from "./storedEvent.ts"
import type { AnyStream } from "./stream.ts"
import { whenTaken } from "./takenKeys.ts"
import type { CompanyId } from "#schemas/ids.ts"

/** About as many events a page may have: what is held in memory, and how long its rows stay locked. */
const maxEvents = 1_000

/** A stream of a projection by its name; all of them are ordered by it, then by company. */
export type Place = { readonly stream: string; readonly companyId: CompanyId }
type Found = Place & { readonly events: number }
type Thing = Place & { readonly id: number }
type Made = Thing & { readonly folded: AnyStream["initial"]; readonly at: string }

/** A row that was not what its stream comes to; `fields` are the names of what was otherwise, none where there was no row. */
export type Difference = { readonly companyId: CompanyId; readonly id: number; readonly fields: ReadonlyArray<string> }

/** A stream whose row cannot be made: an event that is not understood, or a key that another row has. */
export class NotReplayed extends Data.TaggedError("NotReplayed")<{ readonly message: string }> {}

/** The next streams of a category, `most` at most and not many events. */
export const streamsAfter = Effect.fnUntraced(function* (category: string, place: Place, most: number) {
  const { sql } = yield* Database
  const found = yield* sql<Found>`
    select stream_id as stream, company_id as "companyId", (
        select max(version) from events e where e.company_id = events.company_id and e.stream_id = events.stream_id) as events
    from events
    where version = 1 and stream_id collate "C" >= ${`${category}-`} and stream_id collate "C" < ${`${category}.`}
      and (stream_id collate "C", company_id) > (${place.stream}, ${place.companyId})
    order by stream_id collate "C", company_id limit ${most}`
  let events = 0
  const beyond = found.findIndex((one) => (events += one.events) > maxEvents)
  return beyond < 0 ? found : found.slice(0, Math.max(1, beyond))
})

/** The row of a `given` thing: looked up one by one, for a join without statistics reads the whole category. */
const rowOfGiven = (sql: PgClient, category: string) => sql`
  select * from read_models where company_id = given."companyId" and category = ${category} and id = given.id`

/** Locks the rows there are, as an append does by writing: what it adds afterwards is folded after us. */
const lockRows = Effect.fnUntraced(function* (category: string, things: ReadonlyArray<Thing>) {
  const { sql } = yield* Database
  const rows = yield* sql<{ companyId: CompanyId; id: number }>`
    select given.* from jsonb_to_recordset(${sql.json(things)}) as given ("companyId" int, id int)
    cross join lateral (${rowOfGiven(sql, category)} for update) r`
  return new Set(rows.map(({ companyId, id }) => `${companyId} ${id}`))
})

/** Folds the events of streams, a page at a time. */
const foldAll = Effect.fnUntraced(function* (stream: AnyStream, things: ReadonlyArray<Thing>) {
  const { sql } = yield* Database
  const made = new Map<number, Made>()
  let from = 0
  let version = 0
  while (true) {
    const rest = things.slice(from).map(({ companyId, stream: name }, index) => ({
      ...{ place: from + index, companyId, name },
      after: index === 0 ? version : 0,
    }))
    const rows = yield* sql<EventRow & { readonly place: number }>`
      select given.place, e.*
      from jsonb_to_recordset(${sql.json(rest)}) as given (place int, "companyId" int, name text, after int)
      cross join lateral (
        select ${sql.literal(columns)} from events
        where company_id = given."companyId" and stream_id = given.name and version > given.after
        order by events.version limit ${maxEvents}) e
      order by given.place, e.version limit ${maxEvents}`
    for (const row of rows) {
      const { folded, at } = yield* Effect.try({
        try: () => {
          const event = inNewestForm(asWritten(row))
          return { folded: stream.fold(made.get(row.place)?.folded ?? stream.initial, event), at: event.at }
        },
        catch: (cause) => new NotReplayed({ message: String(cause) }),
      })
      made.set(row.place, { ...(things[row.place] as Thing), folded, at })
      from = row.place
      version = row.version
    }
    if (rows.length < maxEvents) return [...made.values()]
  }
})

/** Writes the rows that are not what was folded, and says which fields they had otherwise. */
const writeRows = Effect.fnUntraced(function* (
  stream: AnyStream,
  made: ReadonlyArray<Made>,
  locked: ReadonlySet<string>,
) {
  const { sql } = yield* Database
  const { category, version } = stream
  const given = made.map(({ companyId, id, folded, at }) => {
    const { uniqueKey, state, row } = stream.readModel(id, folded.row)
    return {
      companyId,
      id,
      locked: locked.has(`${companyId} ${id}`),
      uniqueKey,
      state,
      row,
      at,
      events: folded.version,
    }
  })
  return yield* sql<Difference>`
    with given as (
      select * from jsonb_to_recordset(${sql.json(given)}) as given ("companyId" int, id int, locked boolean,
        "uniqueKey" text, state text, "row" jsonb, at timestamptz, events int)),
    compared as (
      select given.*, array_remove(array[
          case when r.stream_version <> given.events then 'version' end,
          case when r.unique_key is distinct from given."uniqueKey" then 'key' end,
          case when r.state <> given.state then 'state' end,
          case when r.updated_at <> given.at then 'time' end] || (
            select array_agg(field order by field) from jsonb_object_keys(r.row || given.row) field
            where (r.row -> field)::text is distinct from (given.row -> field)::text), null) as fields,
        r.version is distinct from ${version}::smallint as older
      from given left join lateral (${rowOfGiven(sql, category)} offset 0) r on true),
    written as (
      insert into read_models (company_id, category, id, version, stream_version, unique_key, state, row, updated_at)
      select "companyId", ${category}, id, ${version}::smallint, events, "uniqueKey", state, row, at
      from compared where not locked or older or fields <> '{}'
      on conflict (company_id, category, id) do update set version = excluded.version,
        stream_version = excluded.stream_version, unique_key = excluded.unique_key, state = excluded.state,
        row = excluded.row, updated_at = excluded.updated_at
      where (excluded.company_id, excluded.id) in (select "companyId", id from compared where locked))
    select "companyId", id, case when locked then fields else '{}' end as fields
    from compared where not locked or fields <> '{}' order by 1, 2`.pipe(
    whenTaken(["read_models_unique_key"], () => new NotReplayed({ message: "Another row has its key." })),
  )
})

/**
 * Makes the rows of the next streams after a place from their events, `most` at most, in the open transaction. Gives
 * the streams, and the rows that were otherwise. Rows that someone writes at the same time are right: who
 * has the row first is folded into what the second one writes. Fails when a row of them cannot be made.
 */
export const replayAfter = Effect.fn("store.replayAfter")(function* (stream: AnyStream, place: Place, most: number) {
  const streams = yield* streamsAfter(stream.category, place, most)
  const things = streams.map(({ stream: name, companyId }) => ({
    stream: name,
    companyId,
    id: thingOf(stream, name) ?? 0,
  }))
  if (things.length === 0) return { streams, differences: [], leftOut: [] }
  const locked = yield* lockRows(stream.category, things)
  const differences = yield* writeRows(stream, yield* foldAll(stream, things), locked)
  return { streams, differences, leftOut: [] }
})

import { randomBytes } from "node:crypto"
import type { PgClient } from "@effect/sql-pg/PgClient"
import { Clock, Deferred, Effect } from "effect"
import type { Append } from "./append.ts"
import { openBatches } from "./batches.ts"

/** Facts that nothing waits for in order, such as who looked at what. */
export type Note = Omit<Append, "readModel"> & {
  /** What makes two notes the same one: the second within a minute is there already. */
  readonly same: string
}

/** For so long the same note is written once, in milliseconds. */
const sameMillis = 60_000
/** Notes a process remembers; with more the oldest may be written again. */
const mostRemembered = 20_000

/**
 * All events of all companies in one statement. Nobody is notified: what follows the log
 * finds them at its next look.
 */
const write = (sql: PgClient, rows: ReadonlyArray<object>) => sql`
  with tenant as materialized (select set_config('app.company_id', '*', true) as seen)
  insert into events (company_id, stream_id, version, type, schema_version, data, meta, at)
  select given."companyId", given.stream, given.version, given.type, given."schemaVersion", given.data, given.metadata, given.at
  from tenant, lateral jsonb_to_recordset(${sql.json(rows)}) as given ("companyId" integer, stream text, version integer,
    type text, "schemaVersion" smallint, data jsonb, metadata jsonb, at timestamptz)
  where tenant.seen is not null`

/**
 * Writes notes to streams that only this process writes, `${stream}-${part}`: their versions
 * are known here, so writers never wait for each other and never lose a race. After a failure, of which
 * nobody knows how far it came, the process begins new streams.
 */
const openWriter = (sql: PgClient) => {
  const newPart = () => randomBytes(6).toString("hex")
  let part = newPart()
  const versions = new Map<string, number>()
  const rowsOf = ({ companyId, stream, metadata, events }: Note) =>
    events.map(({ type, schemaVersion = 1, data }) => {
      const own = `${stream}-${part}`
      const version = (versions.get(own) ?? 0) + 1
      versions.set(own, version)
      return { companyId, stream: own, version, type, schemaVersion, data, metadata, at: metadata.at }
    })
  const beginAgain = Effect.sync(() => {
    part = newPart()
    versions.clear()
  })
  return (notes: ReadonlyArray<Note>) =>
    Effect.suspend(() => write(sql, notes.flatMap(rowsOf))).pipe(
      Effect.onError(() => beginAgain),
      Effect.orDie,
      Effect.asVoid,
    )
}

type Written = { readonly at: number; readonly done: Deferred.Deferred<void> }

/** Opens the writing of notes; ends with the scope. */
export const openNotes = Effect.fnUntraced(function* (sql: PgClient) {
  const handIn = yield* openBatches(openWriter(sql), { waits: false })
  const written = new Map<string, Written>()

  /** Notes stand in the order they came in, so the old ones come first. */
  const forget = (now: number) => {
    for (const [key, { at }] of written) {
      if (Math.abs(now - at) < sameMillis && written.size < mostRemembered) return
      written.delete(key)
    }
  }
  return Effect.fn("EventStore.note")(function* (note: Note) {
    const now = yield* Clock.currentTimeMillis
    forget(now)
    const key = `${note.companyId} ${note.stream} ${note.same}`
    const before = written.get(key)
    if (before !== undefined && Math.abs(now - before.at) < sameMillis) return yield* Deferred.await(before.done)
    const done = handIn(note)
    written.delete(key)
    written.set(key, { at: now, done })
    yield* Effect.onError(Deferred.await(done), () =>
      Effect.sync(() => {
        if (written.get(key)?.done === done) written.delete(key)
      }),
    )
  })
})

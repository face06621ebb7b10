import { randomBytes } from "node:crypto"
import type { PgClient } from "@effect/sql-pg/PgClient"
import { Clock, Deferred, Effect } from "effect"
import type { Append } from "./append.ts"
import { openBatches } from "./batches.ts"

/** Facts that nothing waits for in order, such as who looked at what. */
export type Note = Omit<Append, "readModel" | "rows"> & {
  /** What makes two notes the same one: the second within a minute is there already. */
  readonly same: string
}

/** For so long the same note is written once, in milliseconds. */
const sameMillis = 60_000
/** Notes a process remembers; with more the oldest may be written again. */
const maxRemembered = 20_000

/**
 * All events of all companies in one statement. No one is notified: what follows the log
 * finds them at its next look.
 */
const write = (sql: PgClient, rows: ReadonlyArray<object>) => sql`
  with tenant as materialized (select set_config('app.company_id', '*', true) as seen)
  insert into events (company_id, stream_id, version, type, schema_version, data, meta, at)
  select given."companyId", given.stream, given.version, given.type, given."schemaVersion", given.data, given.metadata, given.at
  from tenant, lateral jsonb_to_recordset(${sql.json(rows)}) as given ("companyId" integer, stream text, version integer,
    type text, "schemaVersion" smallint, data jsonb, metadata jsonb, at timestamptz)
  where tenant.seen is not null`

/** What the names of the streams of notes match, and no others (POSIX). */
export const noteStream = "-[0-9a-f]{12}$"

/** Streams a process goes on with; the one it has not written to for longest is left, and begun again as another one. */
const maxStreams = 1_000

/** The streams that only this process writes, `${stream}-${part}`, and how far each is. */
const ownStreams = () => {
  const own = new Map<string, { readonly name: string; readonly version: number }>()
  return {
    /** Where the next event of a stream goes. */
    next: (stream: string) => {
      const last = own.get(stream) ?? { name: `${stream}-${randomBytes(6).toString("hex")}`, version: 0 }
      const next = { ...last, version: last.version + 1 }
      own.delete(stream)
      own.set(stream, next)
      const [longest] = own.keys()
      if (own.size > maxStreams && longest !== undefined) own.delete(longest)
      return next
    },
    clear: () => own.clear(),
  }
}

/**
 * Writes notes to streams that only this process writes: their versions are known here, so writers never wait for
 * each other and never lose a race. After a failure, which may have come any distance, the process begins new
 * streams.
 */
const openWriter = (sql: PgClient) => {
  const streams = ownStreams()
  const rowsOf = ({ companyId, stream, metadata, events }: Note) =>
    events.map(({ type, schemaVersion = 1, data }) => {
      const { name, version } = streams.next(stream)
      return { companyId, stream: name, version, type, schemaVersion, data, metadata, at: metadata.at }
    })
  return (notes: ReadonlyArray<Note>) =>
    Effect.suspend(() => write(sql, notes.flatMap(rowsOf))).pipe(
      Effect.onError(() => Effect.sync(streams.clear)),
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
      if (Math.abs(now - at) < sameMillis && written.size < maxRemembered) return
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

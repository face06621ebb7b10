import { Context, Effect, Layer, Stream } from "effect"
import type { CompanyId } from "#schemas/ids.ts"
import type { Problem } from "#schemas/problem.ts"
import { anyVersion, type Append, type Appended, appendTo } from "./append.ts"
import { type Change, openChanges, openNews } from "./changes.ts"
import { CurrentTenancy, Database } from "./Database.ts"
import { type Note, openNotes } from "./notes.ts"
import { openOwnership } from "./ownership.ts"
import { columns, asWritten, type EventRow, inNewestForm, type Position, type StoredEvent } from "./storedEvent.ts"
import { followEnd, readAfter, subscribeWith, type SubscriptionOptions } from "./subscription.ts"

export type { Append, Appended, NewEvent } from "./append.ts"
export type { Change } from "./changes.ts"
export { start, type Position, type StoredEvent } from "./storedEvent.ts"
export type { SubscriptionOptions } from "./subscription.ts"

/** How often an append without an expected version tries again when others are quicker. */
const nextAttempts = 30

const make = Effect.gen(function* () {
  const database = yield* Database
  const { sql, read } = database
  const listening = yield* openChanges(sql)
  const { changes } = listening
  const through = { sql, tell: yield* openNews(sql) }
  yield* followEnd(database, listening)
  const owns = yield* openOwnership(database)
  const noteApart = yield* openNotes(sql)

  const appendNext = Effect.fn("EventStore.appendNext")(function* (append: Append) {
    const once = appendTo(through, append, anyVersion)
    // A lost race spoils an open transaction, so in one every attempt gets a savepoint.
    const attempt = (yield* CurrentTenancy) === undefined ? once : sql.withTransaction(once)
    return yield* attempt.pipe(
      Effect.retry({
        while: (failure) => "problem" in failure && failure.problem === "StaleVersion",
        times: nextAttempts,
      }),
      Effect.catchTag("SqlError", Effect.die),
    )
  })

  return EventStore.of({
    append: ({ expectedVersion, ...append }) => appendTo(through, append, expectedVersion),
    appendNext,
    note: (note) =>
      Effect.flatMap(CurrentTenancy, (within) =>
        within === undefined ? noteApart(note) : Effect.asVoid(Effect.orDie(appendNext(note))),
      ),
    readStream: (companyId, stream, fromVersion = 1) =>
      Effect.map(
        read(
          companyId,
          sql<EventRow>`
            select ${sql.literal(columns)} from events
            where company_id = ${companyId} and stream_id = ${stream} and version >= ${fromVersion}
            order by version`,
        ),
        (rows) => rows.map((row) => inNewestForm(asWritten(row))),
      ),
    readAll: (after, limit) => Effect.map(readAfter(database, after, limit), ({ events }) => events.map(inNewestForm)),
    subscribe: (name, handler, options) =>
      subscribeWith(database, changes, owns)(
        name,
        (events) => handler(options?.asWritten === true ? events : events.map(inNewestForm)),
        options,
      ),
    changes: Stream.fromPubSub(changes),
  })
})

/**
 * The record: streams of events by company, appended with an expected version,
 * read by stream or in one global order that misses nothing.
 */
export class EventStore extends Context.Service<
  EventStore,
  {
    /**
     * Adds events to a stream that stands at `expectedVersion` (0: new), with
     * the read model row and other rows, in one statement; everything or nothing. Fails with
     * `StaleVersion` when the stream stands elsewhere or a condition among the rows is not met, with
     * `AlreadyExists` when another row has the read model's unique key. Inside `company` it
     * joins the transaction, which is lost when it fails.
     */
    readonly append: (append: Append & { readonly expectedVersion: number }) => Effect.Effect<Appended, Problem>
    /** Adds events after whatever is there, for audit streams whose order someone reads. Races are retried. */
    readonly appendNext: (append: Append) => Effect.Effect<Appended, Problem>
    /**
     * Adds events to this process's own part of a stream, with what others note at that moment in one
     * statement: no version to lose, and no one is notified. The same note again within a minute is
     * there already. Inside `company` it joins the transaction, as `appendNext` does.
     */
    readonly note: (note: Note) => Effect.Effect<void>
    /** The events of one stream from a version on, in order, in their newest form. */
    readonly readStream: (
      companyId: CompanyId,
      stream: string,
      fromVersion?: number,
    ) => Effect.Effect<ReadonlyArray<StoredEvent>>
    /** The events of all companies after a position (`start` for all), `limit` at most. */
    readonly readAll: (after: Position, limit: number) => Effect.Effect<ReadonlyArray<StoredEvent>>
    /**
     * Hands all events in global order to `handler` and remembers how far it
     * came under `name`. Runs until interrupted: fork it. See `SubscriptionOptions`.
     */
    readonly subscribe: <E, R>(
      name: string,
      handler: (events: ReadonlyArray<StoredEvent>) => Effect.Effect<void, E, R>,
      options?: SubscriptionOptions,
    ) => Effect.Effect<never, never, R>
    /** Committed events of all companies as they happen; a wake-up, not the record: a listener far behind misses some. */
    readonly changes: Stream.Stream<Change>
  }
>()("admin-view/store/EventStore") {
  static readonly layer = Layer.effect(EventStore, make)
}

import { Duration, Effect, PubSub } from "effect"
import { type Change, listeningAgain, logGrown } from "./changes.ts"
import type { Database } from "./Database.ts"
import { noteStream } from "./notes.ts"
import type { Owns } from "./ownership.ts"
import { asWritten, columns, type EventRow, type Position, start, type StoredEvent } from "./storedEvent.ts"

/** How a subscriber is served. */
export interface SubscriptionOptions {
  /** Most events handed over at once; 500 when absent. */
  readonly batch?: number
  /**
   * The handler runs in the transaction that moves the checkpoint, so that its
   * writes happen once. It may use nothing but the database's client: waiting
   * for `pool` or another system in there can stop the embedded engine. When
   * absent the checkpoint moves after the handler, which must bear repetition.
   */
  readonly exactlyOnce?: boolean
  /** Hands events over as they were written, not in their newest form. */
  readonly asWritten?: boolean
}

/** How long a subscriber waits for what is held back, or after a batch behind which more may have come. */
const shortSleep = Duration.millis(400)
/** How often a subscriber that another process serves is looked after: that process may have died. */
const sleepOfOthers = Duration.seconds(5)
/** How often the end of the log is looked at for all subscribers: a wake-up may be lost, and notes come without one. */
const longestSleep = Duration.seconds(30)
/** The pauses after a handler failed, so that a lasting trouble does not fill the log. */
const shortestPause = Duration.seconds(1)
const longestPause = Duration.seconds(30)

/**
 * Events after a position in global order, as written, `limit` at most. They end below the oldest transaction that
 * still runs: what that one wrote comes first in the order and is not visible yet. `heldBack` says that others stand
 * behind it.
 */
export const readAfter = ({ sql, everyCompany }: Database["Service"], after: Position, limit: number) =>
  sql<EventRow & { readonly settled: boolean }>`
    select ${sql.literal(columns)}, tx < pg_snapshot_xmin(pg_current_snapshot()) as settled from events
    where (tx, pos) > (${after.tx}::text::xid8, ${after.pos}::bigint)
    order by events.tx, events.pos limit ${limit}`.pipe(
    Effect.map((rows) => {
      const settled = rows.filter((row) => row.settled)
      return { events: settled.map(asWritten), heldBack: settled.length < rows.length }
    }),
    everyCompany,
  )

const readCheckpoint = ({ sql }: Database["Service"], name: string) =>
  sql<Position>`select tx::text as tx, pos::text::float8 as pos from checkpoints where name = ${name} for update`.pipe(
    Effect.map(([row]) => row ?? start),
  )

const writeCheckpoint = ({ sql }: Database["Service"], name: string, { tx, pos }: Position) =>
  sql`update checkpoints set tx = ${tx}::text::xid8, pos = ${pos}::bigint
      where name = ${name} and (tx, pos) < (${tx}::text::xid8, ${pos}::bigint)`

type Handler<E, R> = (events: ReadonlyArray<StoredEvent>) => Effect.Effect<void, E, R>

/** What a look at the log came to, which says when to look again. */
type Look = "all" | "some" | "none" | "of another process"

/** Hands the next batch over and moves the checkpoint. */
const look = Effect.fnUntraced(function* <E, R>(
  database: Database["Service"],
  name: string,
  handler: Handler<E, R>,
  { batch = 500, exactlyOnce = false }: SubscriptionOptions,
) {
  const { everyCompany } = database
  const step = Effect.gen(function* () {
    const after = yield* everyCompany(readCheckpoint(database, name))
    const { events, heldBack } = yield* readAfter(database, after, batch)
    const last = events.at(-1)
    if (last === undefined) return heldBack ? "some" : "none"
    yield* handler(events)
    yield* everyCompany(writeCheckpoint(database, name, last.position))
    return events.length === batch ? "all" : "some"
  })
  return (yield* exactlyOnce ? everyCompany(step) : step) satisfies Look
})

/** How long to sleep after a look; Infinity: until woken. */
const sleepAfter: Readonly<Record<Look, Duration.Duration>> = {
  all: Duration.zero,
  some: shortSleep,
  none: Duration.infinity,
  "of another process": sleepOfOthers,
}

/** Where the log ends; `settled`: where nothing can come before it any more. */
const readEnd = ({ sql, readEveryCompany }: Database["Service"], { settled }: { readonly settled: boolean }) =>
  readEveryCompany(
    sql<Position>`
      select tx::text as tx, pos::text::float8 as pos from events
      where ${settled ? sql`tx < pg_snapshot_xmin(pg_current_snapshot())` : sql`true`}
      order by events.tx desc, events.pos desc limit 1`,
  ).pipe(Effect.map(([row]) => row ?? start))

const isSame = (one: Position, other: Position): boolean => one.tx === other.tx && one.pos === other.pos

/** Most events that are compared with what was heard. */
const compared = 2_000

/** What was appended between two positions and is announced, in global order: all but notes. */
const readAppended = ({ sql, readEveryCompany }: Database["Service"], after: Position, end: Position) =>
  readEveryCompany(
    sql<Change>`
      select company_id as "companyId", stream_id as stream, type, version, pos::text::float8 as pos
      from events where (tx, pos) > (${after.tx}::text::xid8, ${after.pos}::bigint)
        and (tx, pos) <= (${end.tx}::text::xid8, ${end.pos}::bigint) and stream_id !~ ${noteStream}
      order by events.tx, events.pos limit ${compared}`,
  )

/**
 * Wakes all subscribers of this process when the log has grown, and announces to every listener the events that were not
 * heard: the process that appended them died before it announced them. Until the scope closes.
 */
export const followEnd = Effect.fnUntraced(function* (
  database: Database["Service"],
  { changes, wasHeard }: { readonly changes: PubSub.PubSub<Change>; readonly wasHeard: (pos: number) => boolean },
) {
  let end: Position | undefined
  let toldTo = yield* readEnd(database, { settled: true })
  const tellUnheard = Effect.gen(function* () {
    const settled = yield* readEnd(database, { settled: true })
    if (isSame(settled, toldTo)) return
    const events = yield* readAppended(database, toldTo, settled)
    toldTo = settled
    const unheard = events.filter(({ pos }) => !wasHeard(pos))
    // Much came at once: the demo was seeded, or nothing was heard for long. Everything is read again.
    yield* PubSub.publishAll(changes, events.length === compared ? [listeningAgain] : unheard)
  })
  const look = Effect.gen(function* () {
    const now = yield* readEnd(database, { settled: false })
    if (end === undefined || !isSame(now, end)) yield* PubSub.publish(changes, logGrown)
    end = now
    yield* tellUnheard
  })
  yield* look.pipe(
    Effect.catchCause((cause) => Effect.logWarning("The end of the log could not be read", cause)),
    Effect.andThen(Effect.sleep(longestSleep)),
    Effect.forever,
    Effect.forkScoped,
  )
})

/**
 * Hands every event, in global order, to `handler`, from where the checkpoint
 * `name` stands: runs until interrupted, so fork it. Among several processes
 * one serves each name. A handler that fails is logged and called again with
 * the same events after a pause.
 */
export const subscribeWith =
  (database: Database["Service"], changes: PubSub.PubSub<Change>, owns: Owns) =>
  <E, R>(name: string, handler: Handler<E, R>, options: SubscriptionOptions = {}): Effect.Effect<never, never, R> =>
    Effect.scoped(
      Effect.gen(function* () {
        const { sql, everyCompany } = database
        const woken = yield* PubSub.subscribe(changes)
        yield* everyCompany(
          sql`insert into checkpoints (name, tx, pos) values (${name}, '0', 0) on conflict do nothing`,
        )
        let pause = shortestPause
        while (true) {
          const found = yield* Effect.gen(function* () {
            const came: Look = (yield* owns(name))
              ? yield* look(database, name, handler, options)
              : "of another process"
            pause = shortestPause
            return came
          }).pipe(
            Effect.catchCause((cause) =>
              Effect.gen(function* () {
                yield* Effect.logError(`The subscriber ${name} failed and will try again`, cause)
                yield* Effect.sleep(pause)
                pause = Duration.min(Duration.times(pause, 2), longestPause)
                return "all" as const
              }),
            ),
          )
          const sleep = sleepAfter[found]
          if (Duration.isFinite(sleep)) yield* Effect.timeoutOption(PubSub.takeBetween(woken, 1, 4096), sleep)
          else yield* PubSub.takeBetween(woken, 1, 4096)
        }
      }),
    ) as Effect.Effect<never, never, R>

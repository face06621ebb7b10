import { Effect } from "effect"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import { Database } from "./Database.ts"
import { replayAfter, streamsAfter, type Difference, type Place } from "./replayPage.ts"
import type { AnyStream } from "./stream.ts"

/** Most streams of a page. After one that cannot be replayed, pages begin again with one stream and double. */
const maxStreams = 200
/** Who replays gives way: after this long, shorter than the database takes to look for a deadlock, a page is tried again. */
const lockPatience = "500ms"
/** How soon a page is tried again that another process, or a command, holds. */
const tryAgain = "200 millis"

/** How far a projection's rows are made by its version. */
export type Progress = {
  readonly category: string
  readonly version: number
  readonly state: "replaying" | "complete" | "incomplete"
  readonly streams: number
  /** Rows that were not what their streams come to. */
  readonly differed: number
  /** Streams whose row could not be made. */
  readonly leftOut: number
}

/** What a replay says of each page. */
export type Heard = {
  readonly differences: ReadonlyArray<Difference>
  /** Streams whose row could not be made, and why. */
  readonly leftOut: ReadonlyArray<Place & { readonly message: string }>
}

/** How far a projection is; absent where it was never replayed. */
export const progressOf = Effect.fn("store.progressOf")(function* ({ category }: Pick<AnyStream, "category">) {
  const { sql, everyCompany } = yield* Database
  const [row] = yield* everyCompany(sql<Progress>`
    select category, version, state, streams, differed, left_out as "leftOut" from projections where category = ${category}`)
  return row
})

const fromTheFirst = Effect.fnUntraced(function* ({ category, version }: AnyStream) {
  const { sql } = yield* Database
  return sql`
    insert into projections (category, version, state) values (${category}, ${version}, 'replaying')
    on conflict (category) do update set version = excluded.version, state = 'replaying', reached_stream = default,
      reached_company = default, streams = default, differed = default, left_out = default`
})

/** Begins a replay from the first stream, even if one is under way: a row that it has passed may be wrong by now. */
export const beginReplay = Effect.fn("store.beginReplay")(function* (stream: AnyStream) {
  const { everyCompany } = yield* Database
  yield* everyCompany(yield* fromTheFirst(stream))
})

/** Begins a replay from the first stream, unless one of this version is under way: that goes on where it stands. */
export const continueReplay = Effect.fn("store.continueReplay")(function* (stream: AnyStream) {
  const { sql, everyCompany } = yield* Database
  yield* everyCompany(sql`${yield* fromTheFirst(stream)}
    where projections.state <> 'replaying' or projections.version <> excluded.version`)
})

/** Takes the replay up where it stands, for this transaction; `held` when another process has it, `over` when it ended. */
const takeUp = Effect.fnUntraced(function* ({ category, version }: AnyStream) {
  const { sql } = yield* Database
  // A plan that is kept from the first page was made for few rows.
  yield* sql`
    select set_config('lock_timeout', ${lockPatience}, true), set_config('plan_cache_mode', 'force_custom_plan', true)`
  const isOpen = sql`category = ${category} and version = ${version} and state = 'replaying'`
  const [mine] = yield* sql<Place>`
    select reached_stream as stream, reached_company as "companyId" from projections where ${isOpen} for update skip locked`
  if (mine !== undefined) return mine
  return (yield* sql`select from projections where ${isOpen}`).length > 0 ? "held" : "over"
})

/** Rows without a stream: nothing made them. */
const removeOrphans = Effect.fnUntraced(function* (category: string) {
  const { sql } = yield* Database
  return yield* sql<Difference>`
    delete from read_models r where category = ${category} and not exists (
      select from events e where e.company_id = r.company_id and e.stream_id = r.category || '-' || r.id and e.version = 1)
    returning company_id as "companyId", id, array['stream'] as fields`
})

const end = Effect.fnUntraced(function* (category: string) {
  const { sql } = yield* Database
  const differences = yield* removeOrphans(category)
  yield* sql`
    update projections set state = case left_out when 0 then 'complete' else 'incomplete' end,
      differed = differed + ${differences.length} where category = ${category}`
  return { differences, leftOut: [] }
})

/** A stream alone: when its row cannot be made it keeps the one it has, and the replay goes on behind it. */
const replayAlone = Effect.fnUntraced(function* (stream: AnyStream, place: Place) {
  const { sql } = yield* Database
  return yield* sql.withTransaction(replayAfter(stream, place, 1)).pipe(
    Effect.catchTag("NotReplayed", ({ message }) =>
      Effect.map(streamsAfter(stream.category, place, 1), (streams) => ({
        streams,
        differences: [],
        leftOut: streams.map((one) => ({ ...one, message })),
      })),
    ),
  )
})

/** Replays one page, or ends the replay where there is none, in one transaction with the place it reaches. */
const replayOne = Effect.fnUntraced(function* (stream: AnyStream, most: number) {
  const { sql } = yield* Database
  const place = yield* takeUp(stream)
  if (typeof place === "string") return place
  const page = most === 1 ? yield* replayAlone(stream, place) : yield* replayAfter(stream, place, most)
  const last = page.streams.at(-1)
  if (last === undefined) return yield* end(stream.category)
  yield* sql`
    update projections set reached_stream = ${last.stream}, reached_company = ${last.companyId},
      streams = streams + ${page.streams.length}, differed = differed + ${page.differences.length},
      left_out = left_out + ${page.leftOut.length} where category = ${stream.category}`
  return page satisfies Heard
})

const isLockTimeout = (failure: unknown): failure is SqlError =>
  isSqlError(failure) && failure.reason._tag === "LockTimeoutError"

/** One page; a lock that is not given, or a stream among several whose row cannot be made, leaves it to a later try. */
const attempt = Effect.fnUntraced(function* (stream: AnyStream, most: number) {
  const { everyCompany } = yield* Database
  const page = Effect.catchIf(replayOne(stream, most), isLockTimeout, () => Effect.fail("held" as const))
  return yield* everyCompany(page).pipe(
    Effect.catch((why) => Effect.succeed(why === "held" ? why : ("smaller" as const))),
  )
})

/**
 * Replays a projection whose replay has begun, from where it stands to its end: streams in their order, a page a
 * transaction, so that it may be interrupted anywhere and others read and write meanwhile. Several processes
 * may do so at once; a page is done by one of them.
 */
export const replay = Effect.fn("store.replay")(function* <R = never>(
  stream: AnyStream,
  hear: (heard: Heard) => Effect.Effect<void, never, R>,
) {
  let most = maxStreams
  while (true) {
    const page = yield* attempt(stream, most)
    if (page === "over") return
    if (page === "held") yield* Effect.sleep(tryAgain)
    else if (page === "smaller") most = 1
    else {
      most = Math.min(maxStreams, most * 2)
      yield* hear(page)
    }
  }
})

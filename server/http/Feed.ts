import type { PgClient } from "@effect/sql-pg/PgClient"
import { Clock, Context, Duration, Effect, Layer, Metric, PubSub, Queue, type Scope, Stream } from "effect"
import type { HttpServerRequest } from "effect/http"
import type { GroupEvent, UserEvent } from "#schemas/administration/userEvents.ts"
import type { CompanyEvent } from "#schemas/administration/events.ts"
import { maxFeeds } from "#schemas/constants.ts"
import type { CompanyId, UserId } from "#schemas/ids.ts"
import { problem, type Problem } from "#schemas/problem.ts"
import type { SignInEvent } from "#schemas/session/events.ts"
import { Database } from "#server/store/Database.ts"
import { listeningAgain } from "#server/store/changes.ts"
import { type Change as EventChange, EventStore, start, type Position } from "#server/store/EventStore.ts"
import type { Change } from "#schemas/reporting/feed.ts"
import { isNoticeNews, personOf } from "#server/administration/notices/noticeNews.queries.ts"
import { openFeeds } from "./callMetrics.ts"
import { publicIds } from "./publicIds.ts"
import { sayRetryAfter } from "./retryAfter.ts"
import { unnamedNews, unnamedThings } from "./unnamedNews.ts"

/** A change with the company it belongs to; null: everyone may know. `only` names the one person who is told. */
type Announced = {
  readonly companyId: CompanyId | null
  readonly only?: UserId | undefined
  readonly change: Omit<Change, "pos">
}

/** Changes a slow reader may lie behind before it misses the oldest; it reads the things again anyway. */
const patience = 512
/** Changes of the same thing within this span reach a reader once: thousands of sends are one redraw. Rights do not wait. */
const gather = Duration.millis(250)
/** How often the position to resume from is looked up while things happen. */
const lookEvery = Duration.seconds(1)
/** Most things named to a reader that comes back. */
const maxMissed = 500

/** Events after which no one of a company may listen any more. */
const companyEndings: ReadonlySet<string> = new Set<CompanyEvent["_tag"]>([
  "CompanySuspended",
  "CompanyRetired",
  "ContractEnded",
])
/** Events after which one person may not listen any more, or not with the token they listen by. */
const personEndings: ReadonlySet<string> = new Set<SignInEvent["_tag"] | UserEvent["_tag"]>([
  "UserLocked",
  "UserDeactivated",
  "UserSignedOut",
  "OtherSignInsEnded",
  "SignedOut",
  "PasswordChanged",
  "AccountLinked",
])
const mayEnd = ({ type }: EventChange): boolean =>
  type === listeningAgain.type || companyEndings.has(type) || personEndings.has(type)
/** Events after which someone may have other rights or another profile: the user's own, or those of a group's members or a company's people. */
const rightsEvents: ReadonlySet<string> = new Set<UserEvent["_tag"] | GroupEvent["_tag"] | CompanyEvent["_tag"]>([
  "UserRevised",
  "ProfileSaved",
  "GroupRevised",
  "GroupDeleted",
  "CompanyRevised",
])

/** The people whose rights an event may have changed. */
const whoseRights = (
  sql: PgClient,
  { companyId, stream, version }: Pick<EventChange, "companyId" | "stream" | "version">,
) => sql<{ readonly userId: UserId }>`
  select a.user_id as "userId" from accounts a, events e
  where e.company_id = ${companyId} and e.stream_id = ${stream} and e.version = ${version}
    and a.company_id = ${companyId} and case e.type
      when 'UserRevised' then a.user_id = (e.data ->> 'userId')::int
        and e.data -> 'changed' ?| array['userType', 'accessIds', 'groupIds']
      when 'ProfileSaved' then a.user_id = (e.data ->> 'userId')::int
      when 'CompanyRevised' then e.data -> 'changed' ? 'selectedRolesList'
      else split_part(e.stream_id, '-', 2)::int = any(a.group_ids) end`

/** Whose feeds end; null: everyone's. */
type Ending = { readonly companyId: CompanyId } | { readonly userId: UserId } | null
/** Who listens, and the companies by which they may. */
export type Listening = { readonly userId: UserId; readonly companyIds: ReadonlyArray<CompanyId> }
const concerns = (ending: Ending, { userId, companyIds }: Listening): boolean => {
  if (ending === null) return true
  return "userId" in ending ? ending.userId === userId : companyIds.includes(ending.companyId)
}

const retrySeconds = 60
const refuseFeed = Effect.andThen(
  sayRetryAfter(retrySeconds),
  Effect.fail(
    problem("TooManyRequests", `Admin View is open in ${maxFeeds} browsers. Close one to see changes as they happen.`),
  ),
)

const writePosition = ({ tx, pos }: Position): string => `${tx}-${pos}`
const readPosition = (text: string | undefined): Position | undefined => {
  const match = /^(\d{1,18})-(\d{1,15})$/.exec(text ?? "")
  return match === null ? undefined : { tx: match[1] ?? "0", pos: Number(match[2]) }
}

const newestOfEach = (changes: ReadonlyArray<Omit<Change, "pos">>): ReadonlyArray<Omit<Change, "pos">> => [
  ...new Map(changes.map((change) => [`${change.thing} ${change.id}`, change])).values(),
]

const make = Effect.gen(function* () {
  const database = yield* Database
  const { sql } = database
  const store = yield* EventStore
  const idOf = yield* publicIds
  const announced = yield* PubSub.sliding<Announced>(4096)
  const ended = yield* PubSub.unbounded<Ending>()
  const open = new Map<UserId, number>()
  const happened = yield* Queue.sliding<void>(1)
  const now = Effect.map(Clock.currentTimeMillis, (millis) => new Date(millis).toISOString())

  /** Everything up to here has been announced: a feed that resumes from it misses nothing, and may hear something twice. */
  let settled = start
  const settle = Effect.gen(function* () {
    const [row] = yield* database.everyCompany(
      sql<{ tx: string; pos: number }>`
        select tx::text as tx, pos::float8 as pos from events
        where (tx, pos) > (${settled.tx}::text::xid8, ${settled.pos}::bigint) and tx < pg_snapshot_xmin(pg_current_snapshot())
        order by events.tx desc, events.pos desc limit 1`,
    )
    if (row !== undefined) settled = row
  })
  yield* settle
  yield* Queue.take(happened).pipe(
    Effect.andThen(Effect.sleep(lookEvery)),
    Effect.andThen(settle),
    Effect.catchCause((cause) => Effect.logWarning("The feed could not look up its position", cause)),
    Effect.forever,
    Effect.forkScoped,
  )

  const announce = (companyId: CompanyId | null, thing: Change["thing"], id: string, only?: UserId) =>
    Effect.flatMap(now, (at) => PubSub.publish(announced, { companyId, only, change: { thing, id, at } }))

  /** Tells those whose rights may have changed, wherever they work. */
  const announceRights = Effect.fnUntraced(function* ({ companyId, stream, version }: EventChange) {
    const people = yield* database.read(companyId, whoseRights(sql, { companyId, stream, version }))
    const listening = people.filter(({ userId }) => open.has(userId))
    yield* Effect.forEach(listening, ({ userId }) => announce(null, "rights", "own", userId), { discard: true })
  })

  /** Tells whoever has other notices than before. */
  const announceNotices = (change: EventChange) => {
    const userId = isNoticeNews(change) ? personOf(change) : undefined
    return userId === undefined || !open.has(userId) ? Effect.void : announce(null, "notices", "own", userId)
  }

  const whoOf = ({ companyId, stream, version }: EventChange) =>
    database
      .read(
        companyId,
        sql<{ userId: UserId | null }>`select (data ->> 'userId')::int as "userId" from events
          where company_id = ${companyId} and stream_id = ${stream} and version = ${version}`,
      )
      .pipe(
        Effect.map(([fact]) => fact?.userId ?? undefined),
        Effect.catchDefect((cause) =>
          Effect.as(Effect.logWarning("No one could say whose feeds end", cause), undefined),
        ),
      )

  const endFeeds = Effect.fnUntraced(function* (change: EventChange) {
    const { companyId, type } = change
    // An ending may be among what was not heard: everyone comes back and is judged.
    if (type === listeningAgain.type) yield* PubSub.publish(ended, null)
    if (companyEndings.has(type)) yield* PubSub.publish(ended, { companyId })
    if (!personEndings.has(type)) return
    const userId = yield* whoOf(change)
    // Where the fact names no person, everyone of the company comes back and is judged.
    yield* PubSub.publish(ended, userId === undefined ? { companyId } : { userId })
  })

  const loudly = <A, E, R>(work: Effect.Effect<A, E, R>) =>
    Effect.catchCause(work, (cause) => Effect.logWarning("A change could not be announced", cause))
  yield* store.changes.pipe(
    Stream.mapEffect((change) =>
      Effect.gen(function* () {
        const { companyId, stream } = change
        yield* Queue.offer(happened, undefined)
        const named = yield* idOf(companyId, stream)
        if (named !== undefined) yield* announce(companyId, named.thing, named.id)
        yield* announceNotices(change)
        yield* Effect.forEach(unnamedNews(change), (thing) => announce(companyId, thing, thing))
      }).pipe(loudly),
    ),
    Stream.runDrain,
    Effect.forkScoped,
  )
  // In lines of their own: while a campaign is sent there are many changes before them, and of too many the oldest are missed.
  yield* store.changes.pipe(
    Stream.filter(mayEnd),
    Stream.buffer({ capacity: "unbounded" }),
    Stream.runForEach((change) => loudly(endFeeds(change))),
    Effect.forkScoped,
  )
  yield* store.changes.pipe(
    Stream.filter(({ type }) => rightsEvents.has(type)),
    Stream.buffer({ capacity: "unbounded" }),
    Stream.runForEach((change) => loudly(announceRights(change))),
    Effect.forkScoped,
  )

  const missedSince = Effect.fn("Feed.missedSince")(function* (companyId: CompanyId, after: Position) {
    const rows = yield* database.company(companyId)(
      sql<{ stream_id: string; at: Date }>`
        select stream_id, max(at) as at from events
        where company_id = ${companyId} and (tx, pos) > (${after.tx}::text::xid8, ${after.pos}::bigint)
        group by stream_id order by max(pos) desc limit ${maxMissed}`,
    )
    const named = yield* Effect.forEach(rows, ({ stream_id, at }) =>
      Effect.map(idOf(companyId, stream_id), (found) => found && { ...found, at: at.toISOString() }),
    )
    return named.filter((change) => change !== undefined).toReversed()
  })

  const follow = (companyId: CompanyId, userId: UserId, lastEventId?: string): Stream.Stream<Change> =>
    Stream.unwrap(
      Effect.gen(function* () {
        // Heard from now on, then what was missed: in this order nothing falls between.
        const heard = yield* PubSub.subscribe(announced)
        const after = readPosition(lastEventId)
        const missed = after === undefined ? [] : yield* missedSince(companyId, after)
        const hello = { thing: "clock", id: "clock", at: yield* now } as const
        const unnamed = after === undefined ? [] : unnamedThings.map((thing) => ({ ...hello, thing, id: thing }))
        // One's own rights are heard of in a subscription of their own: they wait for nothing else.
        const heardRights = yield* PubSub.subscribe(announced)
        const ofThis = ({ companyId: of, only }: Announced): boolean =>
          (of === null || of === companyId) && (only === undefined || only === userId)
        const isRights = ({ change }: Announced): boolean => change.thing === "rights"
        const rights = Stream.fromSubscription(heardRights).pipe(
          Stream.filter((one) => isRights(one) && ofThis(one)),
          Stream.map(({ change }) => change),
        )
        const others = Stream.fromSubscription(heard).pipe(
          Stream.filter((one) => !isRights(one) && ofThis(one)),
          Stream.map(({ change }) => change),
          Stream.buffer({ capacity: patience, strategy: "sliding" }),
          Stream.groupedWithin(patience, gather),
          Stream.flatMap((changes) => Stream.fromIterable(newestOfEach(changes))),
        )
        const live = Stream.merge(rights, others)
        return Stream.concat(Stream.fromIterable([hello, ...missed, ...unnamed]), live).pipe(
          Stream.map((change) => ({ ...change, pos: writePosition(settled) })),
        )
      }),
    ).pipe(Stream.onStart(Metric.modify(openFeeds, 1)), Stream.ensuring(Metric.modify(openFeeds, -1)))

  const enter = (userId: UserId) =>
    Effect.acquireRelease(
      Effect.suspend(() => {
        const others = open.get(userId) ?? 0
        if (others >= maxFeeds) return refuseFeed
        open.set(userId, others + 1)
        return Effect.void
      }),
      () =>
        Effect.sync(() => {
          const others = (open.get(userId) ?? 1) - 1
          if (others > 0) open.set(userId, others)
          else open.delete(userId)
        }),
    )

  const closing = (listening: Listening) =>
    Effect.map(PubSub.subscribe(ended), (heard) =>
      Stream.fromSubscription(heard).pipe(
        Stream.filter((ending) => concerns(ending, listening)),
        Stream.runHead,
        Effect.asVoid,
      ),
    )

  return Feed.of({ announce, follow, enter, closing })
})

/**
 * What changed, for everyone who watches: the server's one ear on the event
 * store's notifications, shared by every open feed (docs/architecture.md#feed). Elements
 * say only which thing to read again.
 */
export class Feed extends Context.Service<
  Feed,
  {
    /** Sends the feeds of a company (null: all) a change that is no event: the demo clock, a handset. */
    readonly announce: (companyId: CompanyId | null, thing: Change["thing"], id: string) => Effect.Effect<void>
    /**
     * Changes of one company from now on, and of a person's own rights, the first element at once, before
     * them what happened since `lastEventId`. `pos` is where to resume.
     * A reader that is too slow loses the oldest.
     */
    readonly follow: (companyId: CompanyId, userId: UserId, lastEventId?: string) => Stream.Stream<Change>
    /** Counts a person's feed until the call's scope closes; fails with TooManyRequests beyond `maxFeeds`. */
    readonly enter: (userId: UserId) => Effect.Effect<void, Problem, Scope.Scope | HttpServerRequest.HttpServerRequest>
    /**
     * Hears from now on, and gives what is done when the person may have lost their right to listen: the account was
     * locked, a sign-in ended, or a company stopped, or what happened could not be heard for a while. Their feeds end then, and those who may listen come back.
     */
    readonly closing: (listening: Listening) => Effect.Effect<Effect.Effect<void>, never, Scope.Scope>
  }
>()("admin-view/http/Feed") {
  static readonly layer = Layer.effect(Feed, make)
}

import { Clock, Effect, Layer, Schedule, Stream } from "effect"
import type { NoticeType } from "#schemas/administration/notice.ts"
import { expiryOf } from "#server/administration/cards/card.rule.ts"
import { dayIn } from "#server/administration/companies/contract.rule.ts"
import { groupProjection } from "#server/administration/users/group.decider.ts"
import { thingOf } from "#server/decider.ts"
import { Database } from "#server/store/Database.ts"
import { EventStore, type StoredEvent } from "#server/store/EventStore.ts"
import { JobQueue } from "#server/store/JobQueue.ts"
import { keepMail, readDue, readKeptCards, readNewestReplies, tell, type Happened } from "./notice.queries.ts"
import { mailNotice, type MailJob } from "./notice.commands.ts"
import { newsMillis, toldBy, type Told } from "./notice.rule.ts"

const mailJob = "notices.mail"
/** How often it is looked for what happens without an event. */
const lookEvery = "1 minute"

const addMail = Effect.fnUntraced(function* (data: MailJob) {
  yield* (yield* JobQueue).add(mailJob, data, { key: String(data.noticeId) })
})

const tellAndMail = Effect.fnUntraced(function* (happened: Happened, whom: Parameters<typeof tell>[1]) {
  const due = yield* tell(happened, whom)
  yield* Effect.forEach(due, ({ noticeId }) => addMail({ companyId: happened.companyId, noticeId }), { discard: true })
})

/** The condition on who is concerned. */
const whomOf = Effect.fnUntraced(function* ({ companyId, stream, version, data }: StoredEvent, { whom }: Told) {
  const { sql } = yield* Database
  if (whom === "everyone") return sql`true`
  if (whom === "named") return sql`a.user_id = ${(data as { readonly userId?: number }).userId ?? 0}`
  if (whom === "group") return sql`${thingOf(groupProjection, stream) ?? 0} = any(a.group_ids)`
  return sql`a.user_id in (
    select began.user_id from jsonb_array_elements(${sql.json(whom.startedBy)}) as kind (types)
    cross join lateral (
      select coalesce(meta ->> 'actorId', meta ->> 'onBehalfOf')::int as user_id from events
      where company_id = ${companyId} and stream_id = ${stream} and version < ${version}
        and type in (select jsonb_array_elements_text(kind.types))
        and coalesce(meta ->> 'actorId', meta ->> 'onBehalfOf') is not null
      order by version desc limit 1) began)`
})

const isNews = ({ fields }: Told, data: unknown): boolean => {
  const { changed = [] } = data as { readonly changed?: ReadonlyArray<string> }
  return fields === undefined || fields.some((field) => changed.includes(field))
}

/** Tells people of what happened. Handed over again, an event tells no one twice. */
export const followNotices = Effect.fn("followNotices")(function* (events: ReadonlyArray<StoredEvent>) {
  const now = yield* Clock.currentTimeMillis
  for (const event of events) {
    const told = toldBy[event.type as NoticeType]
    const age = now - Date.parse(event.at)
    if (told === undefined || age > newsMillis.here || !isNews(told, event.data)) continue
    const { companyId, stream, version, at, metadata } = event
    const happened: Happened = {
      ...{ companyId, stream, version, at, kind: told.kind, type: event.type as NoticeType },
      doer: told.tellsDoer === true ? null : metadata.actorId,
      mayBeMailed: told.hasOwnMail !== true && age <= newsMillis.mail,
    }
    yield* tellAndMail(happened, yield* whomOf(event, told))
  }
})

/** Who has not yet read that a reply waits is not told of the next; who is only mailed, not again for an hour. */
const tellOfReplies = Effect.gen(function* () {
  const { sql } = yield* Database
  const now = yield* Clock.currentTimeMillis
  for (const { companyId, replyId, at } of yield* readNewestReplies(new Date(now - newsMillis.here).toISOString()))
    yield* tellAndMail(
      {
        ...{ companyId, at, kind: "reply", type: "ReplyWaits", stream: "replies", version: replyId, doer: null },
        mayBeMailed: now - Date.parse(at) <= newsMillis.mail,
      },
      sql`not exists (select from user_notices n where n.company_id = a.company_id and n.user_id = a.user_id
        and n.type = 'ReplyWaits' and (n.version = ${replyId} or case when n.is_shown then n.read_at is null
          else n.at > ${new Date(now - newsMillis.mail).toISOString()}::timestamptz end))`,
    )
})

const tellOfCards = Effect.gen(function* () {
  const { sql } = yield* Database
  const now = yield* Clock.currentTimeMillis
  const at = new Date(now).toISOString()
  for (const { companyId, id, version, lastMonth, timezone } of yield* readKeptCards)
    if (["thisMonth", "nextMonth"].includes(expiryOf(lastMonth, dayIn(timezone, now))))
      yield* tellAndMail(
        {
          ...{ companyId, at, kind: "card", type: "CardExpires", stream: `card-${id}`, version, doer: null },
          mayBeMailed: true,
        },
        sql`not exists (select from user_notices n where n.company_id = a.company_id and n.user_id = a.user_id
          and n.type = 'CardExpires' and n.stream_id = ${`card-${id}`} and n.version = ${version})`,
      )
})

/** Tells of what has no event: replies that wait, and cards that expire. */
export const lookForNotices = Effect.all([tellOfReplies, tellOfCards], { discard: true })

const loudly = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.catchCause(work, (cause) => Effect.logError("Notices could not be looked for", cause))

/** What tells people of things, for processes with the worker role (docs/policy.md#notices). */
export const noticeWork = Layer.effectDiscard(
  Effect.gen(function* () {
    const store = yield* EventStore
    const jobs = yield* JobQueue
    yield* jobs.define(mailJob, mailNotice, {
      givenUp: ({ companyId, noticeId }) => keepMail(companyId, noticeId, "given up"),
    })
    // What was due when every process stopped.
    yield* Effect.forEach(yield* readDue, addMail, { discard: true })
    yield* Effect.forkScoped(store.subscribe("notices", followNotices))
    yield* lookForNotices.pipe(loudly, Effect.repeat(Schedule.spaced(lookEvery)), Effect.forkScoped)
    yield* store.changes.pipe(
      Stream.filter(({ type }) => type === "TextReplied"),
      Stream.runForEach(() => loudly(tellOfReplies)),
      Effect.forkScoped,
    )
  }),
)

import { Effect } from "effect"
import type { Fragment } from "effect/sql/Statement"
import type { UserType } from "#schemas/access.ts"
import {
  isCovered,
  isSwitched,
  type Notice,
  type NoticeChoices,
  type NoticeId,
  type NoticeKind,
  noticeKinds,
  type NoticeType,
  shownNotices,
  usualNoticeChoices,
} from "#schemas/administration/notice.ts"
import type { Person } from "#schemas/caller.ts"
import type { CompanyId, UserId } from "#schemas/ids.ts"
import { namedThings, type Streams } from "#server/administration/activity/activityThings.queries.ts"
import { notifyChanges } from "#server/store/changes.ts"
import { integers } from "#server/store/columnArrays.ts"
import { Database } from "#server/store/Database.ts"
import { isoColumn } from "#server/store/isoColumn.ts"
import { noticeNews } from "./noticeNews.queries.ts"

/** Someone who may be told, with the rights in force (docs/policy.md#rights). */
type Listener = {
  readonly userId: UserId
  readonly userType: UserType
  readonly accessIds: ReadonlyArray<number>
  readonly choices: NoticeChoices | null
}

/** What happened, as the notices of it name it. */
export type Happened = {
  readonly companyId: CompanyId
  readonly kind: NoticeKind
  readonly type: NoticeType
  readonly stream: string
  readonly version: number
  readonly at: string
  /** Who did it, and is not told. */
  readonly doer: UserId | null
  readonly mayBeMailed: boolean
}

const readListeners = Effect.fnUntraced(function* (whom: Fragment, kind: NoticeKind) {
  const { sql } = yield* Database
  const people = yield* sql<Listener>`
    select a.user_id as "userId", a.user_type as "userType", a.notice_choices as choices,
      array(select distinct held.id from (select unnest(a.access_ids) as id
          union all select value::int from read_models g, jsonb_array_elements_text(g.row -> 'accessIds')
            where g.company_id = a.company_id and g.category = 'group' and g.state = 'active' and g.id = any(a.group_ids)) held
        where held.id = any(c.features)) as "accessIds"
    from accounts a join companies c on c.company_id = a.company_id
    where a.is_active and not a.locked and ${whom}`
  return people.filter((person) => isCovered(person, kind))
})

const wants = (choices: NoticeChoices | null, kind: NoticeKind, channel: keyof NoticeChoices): boolean =>
  !isSwitched(kind) || (choices ?? usualNoticeChoices)[channel].includes(kind)

/**
 * Keeps what people are told of, for those whose rights cover it and as they chose; done again, it changes nothing.
 * Gives the notices that wait for their mail.
 * @param whom the condition, in SQL on `a`, on who is concerned
 */
export const tell = Effect.fn("tellOfNotice")(function* (happened: Happened, whom: Fragment) {
  const { sql, company } = yield* Database
  const { companyId, kind, type, stream, version, at, doer, mayBeMailed } = happened
  return yield* company(companyId)(
    Effect.gen(function* () {
      const people = yield* readListeners(sql`a.company_id = ${companyId} and ${whom}`, kind)
      const rows = people
        .filter(({ userId }) => userId !== doer)
        .map(({ userId, choices }) => ({
          user_id: userId,
          is_shown: wants(choices, kind, "noticesHere"),
          mail: mayBeMailed && wants(choices, kind, "noticesByEmail") ? "due" : null,
        }))
        .filter(({ is_shown, mail }) => is_shown || mail !== null)
      if (rows.length === 0) return []
      const told = yield* sql<{ readonly userId: UserId }>`
        insert into user_notices (company_id, user_id, kind, type, stream_id, version, is_shown, at, mail)
        select ${companyId}, r.user_id, ${kind}, ${type}, ${stream}, ${version}, r.is_shown, ${at}::timestamptz, r.mail
        from jsonb_to_recordset(${sql.json(rows)}) as r (user_id int, is_shown boolean, mail text)
        on conflict (user_id, stream_id, version, type) do nothing returning user_id as "userId"`
      yield* notifyChanges(
        sql,
        told.map(({ userId }) => noticeNews(companyId, userId)),
      )
      return yield* sql<{ readonly noticeId: NoticeId }>`
        select notice_id as "noticeId" from user_notices
        where company_id = ${companyId} and stream_id = ${stream} and version = ${version} and type = ${type} and mail = 'due'
          and user_id = any(${integers(rows.map((row) => row.user_id))}::int[])`
    }),
  )
})

type NoticeRow = Pick<Notice, "noticeId" | "kind" | "type" | "at" | "isRead"> & { readonly stream: string }

/**
 * A person's own notices in their own company, the newest first, of the kinds that their rights cover now.
 * @param streams by which the things are named
 */
export const readNotices = Effect.fn("readNotices")(function* (streams: Streams, person: Person) {
  const { sql, company } = yield* Database
  const { companyId, userId } = person
  const kinds = noticeKinds.filter((kind) => isCovered(person, kind))
  return yield* company(companyId)(
    Effect.gen(function* () {
      const rows = yield* sql<NoticeRow>`
        select notice_id as "noticeId", kind, type, stream_id as stream, ${sql.literal(isoColumn("at"))} as at,
          read_at is not null as "isRead"
        from user_notices
        where company_id = ${companyId} and user_id = ${userId} and is_shown
          and kind in (select jsonb_array_elements_text(${sql.json(kinds)}))
        order by notice_id desc limit ${shownNotices}`
      const about = rows.map(({ noticeId, stream }) => ({
        pos: BigInt(noticeId),
        company_id: companyId,
        stream_id: stream,
        data: {},
      }))
      const things = yield* namedThings(streams, about, companyId)
      return rows.map(({ stream: _, ...row }): Notice => ({ ...row, thing: things.get(String(row.noticeId)) ?? null }))
    }),
  )
})

/** Marks a person's own notices as read, and with them those that are too old to be listed; others are left alone. */
export const markRead = Effect.fn("markNoticesRead")(function* (
  { companyId, userId }: Pick<Person, "companyId" | "userId">,
  noticeIds: ReadonlyArray<NoticeId>,
  at: string,
) {
  const { sql, company } = yield* Database
  yield* company(companyId)(
    Effect.gen(function* () {
      const read = yield* sql`
        update user_notices set read_at = ${at}::timestamptz
        where company_id = ${companyId} and user_id = ${userId} and read_at is null
          and (notice_id = any(${integers(noticeIds)}::int[]) or notice_id < (
            select min(notice_id) from (
              select notice_id from user_notices
              where company_id = ${companyId} and user_id = ${userId} and is_shown
              order by notice_id desc limit ${shownNotices}) listed))
        returning 1`
      if (read.length > 0) yield* notifyChanges(sql, [noticeNews(companyId, userId)])
    }),
  )
})

/** The mail that waits for a notice; undefined where it was sent already. */
export const readDueMail = Effect.fn("readDueMail")(function* (companyId: CompanyId, noticeId: NoticeId) {
  const { sql, company } = yield* Database
  const [mail] = yield* company(companyId)(sql<{ readonly to: string; readonly type: NoticeType }>`
    select a.email as to, n.type from user_notices n join accounts a on a.user_id = n.user_id
    where n.company_id = ${companyId} and n.notice_id = ${noticeId} and n.mail = 'due'`)
  return mail
})

/** Keeps what became of a notice's mail. */
export const keepMail = Effect.fnUntraced(function* (
  companyId: CompanyId,
  noticeId: NoticeId,
  mail: "sent" | "given up",
) {
  const { sql, company } = yield* Database
  yield* company(companyId)(
    sql`update user_notices set mail = ${mail} where company_id = ${companyId} and notice_id = ${noticeId}`,
  )
})

/** The notices whose mails wait, of all companies. */
export const readDue = Effect.flatMap(Database, ({ sql, readEveryCompany }) =>
  readEveryCompany(sql<{ readonly companyId: CompanyId; readonly noticeId: NoticeId }>`
    select company_id as "companyId", notice_id as "noticeId" from user_notices where mail = 'due' order by notice_id`),
)

/** Open replies that may be opt-outs, the newest of each company, and cards, of which people are told without an event. */
export const readNewestReplies = (since: string) =>
  Effect.flatMap(Database, ({ sql, readEveryCompany }) =>
    readEveryCompany(sql<{ readonly companyId: CompanyId; readonly replyId: number; readonly at: string }>`
      select company_id as "companyId", max(opt_out_id)::int as "replyId", ${sql.literal(isoColumn("max(at)"))} as at
      from opt_outs o where consent = 'unclear' and at > ${since}::timestamptz and not exists (
        select from opt_outs later where later.company_id = o.company_id and later.phone = o.phone
          and later.channel = o.channel and later.opt_out_id > o.opt_out_id)
      group by company_id`),
  )

/** The cards that are kept, with their last months and the days on which they are looked at. */
export const readKeptCards = Effect.flatMap(Database, ({ sql, readEveryCompany }) =>
  readEveryCompany(sql<{
    readonly companyId: CompanyId
    readonly id: number
    readonly version: number
    readonly lastMonth: string
    readonly timezone: string
  }>`
    select r.company_id as "companyId", r.id, r.stream_version as version, r.row ->> 'lastMonth' as "lastMonth", c.timezone
    from read_models r join companies c on c.company_id = r.company_id
    where r.category = 'card' and r.state = 'kept' and c.status = 'active'`),
)

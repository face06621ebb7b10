import { randomBytes } from "node:crypto"
import { Effect } from "effect"
import type { PgClient } from "@effect/sql-pg/PgClient"
import type { Fragment } from "effect/sql/Statement"
import { settingsKey } from "#server/administration/globalSettings/globalSettings.queries.ts"
import { type Change, notifyChanges } from "#server/store/changes.ts"
import type { Database } from "#server/store/Database.ts"
import { isoNow } from "#server/store/isoNow.ts"
import type { SendOutcome } from "./Carrier.ts"
import type { Channel } from "./channels/channel.ts"
import { lastConsent } from "#server/outreach/optOuts/consent.queries.ts"
import { repliesChanged } from "./replyNews.ts"
import type { ServedSender } from "./servedSender.ts"
import { type CampaignId, CompanyId, type SenderId } from "#schemas/ids.ts"
import type { CarrierName } from "#schemas/outreach/carrierName.ts"
import type { StatusReport } from "#schemas/outreach/delivery.ts"
import type { MessageId } from "#schemas/people/conversation.ts"

/** Most notices sent in one round: all at once, so that no one opts out while they wait behind others. */
const most = 16

type NoticeRow = Readonly<Record<"notice_id" | "state" | "phone" | "e164" | "body", string>> & {
  readonly carrier: CarrierName
}

/** What a company answers to HELP: its own words, else those for all companies, else the product's. */
const helpText = (sql: PgClient) => sql`
  coalesce(co.help_text,
    (select nullif(value ->> 'helpText', '') from settings where key = ${settingsKey}),
    co.name || ': please call us for help. Reply STOP to opt out.')`

/** Whether an answer is out of date: written an hour ago, or of a company that sends nothing by now. */
const isPast = (sql: PgClient, now: string) =>
  sql`(n.kind = 'answer' and (co.status <> 'active' or n.at < ${now}::timestamptz - interval '1 hour'))`

/** Whether the person said since that they want no texts: HELP is answered all the same, nothing else is sent. */
const hasOptedOut = (sql: PgClient, { name }: Channel) =>
  sql`${lastConsent(sql, name, { company: sql`n.company_id`, phone: sql`n.phone` })} in ('revoked', 'unclear')`

/** A notice of which nothing is known yet but that it is due. */
type DueNotice = {
  readonly companyId: CompanyId
  readonly senderId: SenderId
  readonly phone: string
  readonly body: string
  /** An ISO instant. */
  readonly at: string
  /** For an answer: the text that it answers, and the name of who wrote it; anything else is a link that was asked for. */
  readonly answer?: { readonly messageId: MessageId; readonly byName: string }
}

/** Wakes the sending engine for a notice that is due; it is no event. */
export const noticeQueued = (companyId: CompanyId, senderId: SenderId): Change => ({
  companyId,
  ...{ stream: `notices-${senderId}`, type: "NoticeQueued", version: 0, pos: 0 },
})

/** Has a text of our own sent by a number, once; inside a transaction of the company. */
export const queueNotice = Effect.fnUntraced(function* (sql: PgClient, notice: DueNotice) {
  const { companyId, senderId, phone, body, at, answer } = notice
  const kind = answer === undefined ? "link" : "answer"
  yield* sql`
    insert into notices (company_id, sender_id, phone, kind, state, body, at, message_id, by_name)
    values (${companyId}, ${senderId}, ${phone}, ${kind}, 'queued', ${body}, ${at}::timestamptz,
      ${answer?.messageId ?? null}, ${answer?.byName ?? null})`
  yield* notifyChanges(sql, [noticeQueued(companyId, senderId)])
})

/**
 * What changes notices, with the campaigns on whose pages that is seen: those that answered texts belong to. Answers to
 * texts of no campaign are announced here.
 */
const changing = ({ sql, company }: Database["Service"], companyId: CompanyId, update: Fragment) =>
  company(companyId)(
    Effect.gen(function* () {
      const rows = yield* sql<{ campaignId: CampaignId | null }>`
        with changed as (${update} returning n.message_id)
        select distinct i.campaign_id as "campaignId" from changed
        join inbound_messages i on i.company_id = ${companyId} and i.inbound_id = changed.message_id`
      const campaigns = rows.flatMap(({ campaignId }) => campaignId ?? [])
      if (campaigns.length < rows.length) yield* notifyChanges(sql, [repliesChanged(companyId)])
      return campaigns
    }),
  )

const begin = (
  { sql, company }: Database["Service"],
  { channel, companyId, senderId }: ServedSender,
  { key, now }: { readonly key: string; readonly now: string },
) =>
  company(companyId)(
    sql<NoticeRow>`
      update notices n set send_key = ${key} || n.notice_id,
        state = case when n.kind <> 'help' and (${isPast(sql, now)} or ${hasOptedOut(sql, channel)})
          then 'failed' else 'sending' end
      from senders s, companies co
      where n.company_id = ${companyId} and n.sender_id = ${senderId} and n.state = 'queued'
        and s.company_id = n.company_id and s.sender_id = n.sender_id and co.company_id = n.company_id
        and n.notice_id in (
          select notice_id from notices
          where company_id = ${companyId} and sender_id = ${senderId} and state = 'queued'
          order by notice_id limit ${most} for update skip locked)
      returning n.notice_id::text, n.state, n.phone, s.e164, s.carrier, coalesce(n.body, ${helpText(sql)}) as body`,
  )

const stateOf = ({ _tag }: SendOutcome) =>
  _tag === "Accepted"
    ? "sent"
    : _tag === "Refused"
      ? "failed"
      : _tag === "Deferred" || _tag === "HeldBack"
        ? "queued"
        : "unknown"

/** Our own key of one notice, carried in the status-callback address: it names its row. */
const keyForm = /^notice\.(\d{1,10})\.[A-Za-z0-9_-]{12}\.(\d{1,15})$/

/** Whether a key is one of a notice. */
export const isNotice = (key: string): boolean => key.startsWith("notice.")

/**
 * Sends our own texts that wait at a sender: recorded before and after, and
 * never again when the carrier's answer was lost.
 * @returns the campaigns whose people show another state of an answer
 */
export const sendNotices = Effect.fn("sendNotices")(function* (
  database: Database["Service"],
  sender: ServedSender,
  statusCallback: string,
) {
  const { channel, companyId } = sender
  const key = `notice.${companyId}.${randomBytes(9).toString("base64url")}.`
  const begun = yield* begin(database, sender, { key, now: yield* isoNow })
  if (begun.length === 0) return []
  const notices = begun.filter(({ state }) => state === "sending")
  const states = yield* Effect.forEach(
    notices,
    ({ notice_id, phone, e164, carrier, body }) =>
      Effect.map(
        channel.send({ key: key + notice_id, carrier, from: e164, to: phone, body, statusCallback }),
        (outcome) => ({
          id: notice_id,
          state: stateOf(outcome),
          sid: outcome._tag === "Accepted" ? outcome.sid : null,
        }),
      ),
    { concurrency: most },
  )
  const { sql } = database
  // One that was not sent says so already; a report may be faster than the answer to the request.
  const all = [
    ...states,
    ...begun.filter(({ state }) => state !== "sending").map(({ notice_id: id, state }) => ({ id, state, sid: null })),
  ]
  return yield* changing(
    database,
    companyId,
    sql`update notices n set state = s.state, sid = coalesce(s.sid, n.sid)
        from jsonb_to_recordset(${sql.json(all)}) as s (id bigint, state text, sid text)
        where n.company_id = ${companyId} and n.notice_id = s.id and (n.state = 'sending' or n.state = s.state
          or n.state = 'unknown' and n.send_key = ${key} || n.notice_id)`,
  )
})

const verdicts = { underway: "sent", delivered: "delivered", failed: "failed" } as const

/**
 * Records what the carrier reports of answers, however often and in whatever order it comes: a state never goes back.
 * Of other notices the outcome of sending them is enough.
 * @returns the campaigns whose people show another state of an answer, with their company
 */
export const recordNoticeReports = Effect.fn("recordNoticeReports")(function* (
  database: Database["Service"],
  { verdictOf }: Pick<Channel, "verdictOf">,
  reports: ReadonlyArray<StatusReport>,
) {
  const { sql } = database
  const said = reports.flatMap(({ key, status }) => {
    const [, company, id] = keyForm.exec(key ?? "") ?? []
    const verdict = verdictOf(status)
    return company === undefined || verdict === undefined ? [] : [{ company, id, key, state: verdicts[verdict] }]
  })
  const moved: Array<{ readonly companyId: CompanyId; readonly campaignId: CampaignId }> = []
  for (const [company, some] of Map.groupBy(said, (one) => one.company)) {
    const companyId = CompanyId.make(Number(company))
    // What is final stands after what is under way, and so holds.
    const inOrder = [...some.filter(({ state }) => state === "sent"), ...some.filter(({ state }) => state !== "sent")]
    const states = new Map(inOrder.map((one) => [one.id, one]))
    const campaigns = yield* changing(
      database,
      companyId,
      sql`update notices n set state = s.state
          from jsonb_to_recordset(${sql.json([...states.values()])}) as s (id bigint, key text, state text)
          where n.company_id = ${companyId} and n.notice_id = s.id and n.send_key = s.key and n.kind = 'answer'
            and n.state in ('queued', 'sending', 'sent', 'unknown')`,
    )
    moved.push(...campaigns.map((campaignId) => ({ companyId, campaignId })))
  }
  return moved
})

/** Gives up on notices that another process was sending when it ended. */
export const dropNotices = (database: Database["Service"], companyId: CompanyId, senderId: SenderId) =>
  changing(
    database,
    companyId,
    database.sql`update notices n set state = 'unknown'
        where n.company_id = ${companyId} and n.sender_id = ${senderId} and n.state = 'sending'`,
  )

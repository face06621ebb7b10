import { randomBytes } from "node:crypto"
import { Effect } from "effect"
import type { PgClient } from "@effect/sql-pg/PgClient"
import { settingsKey } from "#server/administration/globalSettings/globalSettings.queries.ts"
import type { Database } from "#server/store/Database.ts"
import type { SendOutcome } from "./Carrier.ts"
import type { Channel } from "./channels/channel.ts"
import { lastConsent } from "#server/outreach/optOuts/consent.queries.ts"
import type { ServedSender } from "./servedSender.ts"
import type { CompanyId, SenderId } from "#schemas/ids.ts"

/** Most notices sent in one round. */
const most = 50

type NoticeRow = Readonly<Record<"notice_id" | "state" | "phone" | "e164" | "body", string>>

/** What a company answers to HELP: its own words, else those for all companies, else the product's. */
const helpText = (sql: PgClient) => sql`
  coalesce(co.help_text,
    (select nullif(value ->> 'helpText', '') from settings where key = ${settingsKey}),
    co.name || ': please call us for help. Reply STOP to opt out.')`

/** Whether the person said since that they want no texts: HELP is answered all the same, a link is not sent. */
const hasOptedOut = (sql: PgClient, { name }: Channel) =>
  sql`${lastConsent(sql, name, { company: sql`n.company_id`, phone: sql`n.phone` })} in ('revoked', 'unclear')`

const begin = ({ sql, company }: Database["Service"], { channel, companyId, senderId }: ServedSender, key: string) =>
  company(companyId)(
    sql<NoticeRow>`
      update notices n set send_key = ${key} || n.notice_id,
        state = case when n.kind = 'link' and ${hasOptedOut(sql, channel)} then 'failed' else 'sending' end
      from senders s, companies co
      where n.company_id = ${companyId} and n.sender_id = ${senderId} and n.state = 'queued'
        and s.company_id = n.company_id and s.sender_id = n.sender_id and co.company_id = n.company_id
        and n.notice_id in (
          select notice_id from notices
          where company_id = ${companyId} and sender_id = ${senderId} and state = 'queued'
          order by notice_id limit ${most} for update skip locked)
      returning n.notice_id::text, n.state, n.phone, s.e164, coalesce(n.body, ${helpText(sql)}) as body`,
  ).pipe(Effect.map((rows) => rows.filter(({ state }) => state === "sending")))

const stateOf = ({ _tag }: SendOutcome) =>
  _tag === "Accepted"
    ? "sent"
    : _tag === "Refused"
      ? "failed"
      : _tag === "Deferred" || _tag === "HeldBack"
        ? "queued"
        : "unknown"

/**
 * Sends our own answers that wait at a sender: recorded before and after, and
 * never again when the carrier's answer was lost.
 */
export const sendNotices = Effect.fn("sendNotices")(function* (
  database: Database["Service"],
  sender: ServedSender,
  statusCallback: string,
) {
  const { channel, companyId } = sender
  const key = `notice.${randomBytes(9).toString("base64url")}.`
  const notices = yield* begin(database, sender, key)
  if (notices.length === 0) return
  const states = yield* Effect.forEach(
    notices,
    ({ notice_id, phone, e164, body }) =>
      Effect.map(channel.send({ key: key + notice_id, from: e164, to: phone, body, statusCallback }), (outcome) => ({
        id: notice_id,
        state: stateOf(outcome),
      })),
    { concurrency: 8 },
  )
  yield* database.company(companyId)(
    database.sql`
      update notices n set state = s.state from jsonb_to_recordset(${database.sql.json(states)}) as s (id bigint, state text)
      where n.company_id = ${companyId} and n.notice_id = s.id`,
  )
})

/** Gives up on notices that another process was sending when it ended. */
export const dropNotices = ({ sql, company }: Database["Service"], companyId: CompanyId, senderId: SenderId) =>
  company(companyId)(
    sql`update notices set state = 'unknown'
        where company_id = ${companyId} and sender_id = ${senderId} and state = 'sending'`,
  )

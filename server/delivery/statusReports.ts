import type { PgClient } from "@effect/sql-pg/PgClient"
import { Effect } from "effect"
import type { CompanyId } from "#schemas/ids.ts"
import type { StatusReport } from "#schemas/outreach/delivery.ts"
import type { RecipientFact } from "#schemas/outreach/events.ts"
import { readSendKey, type SendKey } from "./sendKey.rule.ts"
import type { Database } from "#server/store/Database.ts"
import { noRetries, recordCalls, retriesOf } from "./calls/callReports.ts"
import { lockCalls, type LockedCall } from "./calls/callRows.ts"
import { isTestCall } from "./calls/testCallKey.rule.ts"
import { recordTestReports } from "./calls/testCallRows.ts"
import type { Channel } from "./channels/channel.ts"
import { inCompany } from "./inCompany.ts"
import { recordLocked, type LedgerEntry } from "./ledger.ts"
import { type LedgerRow, lockRecipients, type Place } from "./recipientRows.ts"
import { isNotice, recordNoticeReports } from "./notices.ts"
import { keepStrays, type Stray } from "./strayReports.ts"

/** A report whose key is one of ours. */
export type Ours = { readonly report: StatusReport; readonly key: string; readonly place: SendKey }

/** What a report says: every one proves that the carrier took the message. */
export const factsOfReport = (
  { verdictOf }: Pick<Channel, "verdictOf">,
  { sid, status, errorCode }: Pick<StatusReport, "sid" | "status" | "errorCode">,
): ReadonlyArray<RecipientFact> => {
  const verdict = verdictOf(status)
  return [
    { _tag: "SendAccepted", sid },
    ...(verdict === "delivered" ? [{ _tag: "MessageDelivered" } as const] : []),
    ...(verdict === "failed" ? [{ _tag: "MessageFailed", code: errorCode ?? status } as const] : []),
  ]
}

/** Marks ids as seen; gives those that were new. For use inside a transaction of the company. */
export const markSeen = (sql: PgClient, companyId: CompanyId, ids: ReadonlyArray<string>, at: string) =>
  sql<{ id: string }>`
    insert into webhooks_seen (company_id, id, at)
    select ${companyId}::int, seen.id, ${at}::timestamptz
    from (select distinct value as id from jsonb_array_elements_text(${sql.json(ids)}) order by 1) seen
    on conflict do nothing returning id`.pipe(Effect.map((rows) => new Set(rows.map(({ id }) => id))))

/**
 * Earlier keys of rows that have another one now: what an abandoned try sent was taken after all. An attempt is `over`
 * once another one was decided on: nothing that is reported of it later moves anyone. The subquery is looked up row by
 * row: a planner without statistics would read all facts of the company.
 */
const earlierKeys = (sql: PgClient, companyId: CompanyId, asked: ReadonlyArray<Ours>) =>
  sql<{ key: string; over: boolean }>`
    select asked.key, found.over
    from jsonb_to_recordset(${sql.json(asked.map(({ key, place }) => ({ key, c: place.campaignId, r: place.recipientId })))})
      as asked (key text, c integer, r integer)
    cross join lateral (
      select bool_or(d.type = 'SendStarted') as started, bool_or(d.type = 'RetryScheduled') as over from deliveries d
      where d.company_id = ${companyId} and d.campaign_id = asked.c and d.recipient_id = asked.r
        and d.type in ('SendStarted', 'RetryScheduled') and d.data ->> 'key' = asked.key) found
    where found.started`

const noCalls: ReadonlyMap<string, LockedCall> = new Map()
const placeOf = ({ place }: Ours): Place => ({ campaignId: place.campaignId, recipientId: place.recipientId })
const nameOf = ({ campaignId, recipientId }: Place): string => `${campaignId}.${recipientId}`

const distinct = (ours: ReadonlyArray<Ours>): ReadonlyArray<Place> => [
  ...new Map(ours.map((one) => [nameOf(placeOf(one)), placeOf(one)])).values(),
]

const takeIn = Effect.fnUntraced(function* (
  sql: PgClient,
  channel: Channel,
  companyId: CompanyId,
  at: string,
  ours: ReadonlyArray<Ours>,
) {
  const seenNow = yield* markSeen(
    sql,
    companyId,
    ours.map(({ report }) => report.id),
    at,
  )
  const fresh = [
    ...new Map(ours.filter(({ report }) => seenNow.has(report.id)).map((one) => [one.report.id, one])).values(),
  ]
  if (fresh.length === 0) return { campaigns: [], strays: [] }
  const rows: ReadonlyArray<LedgerRow> = yield* lockRecipients(sql, companyId, distinct(fresh))
  const keys = new Map(
    rows.map((row) => [nameOf({ campaignId: row.campaign_id, recipientId: row.recipient_id }), row.send_key]),
  )
  const others = fresh.filter((one) => keys.get(nameOf(placeOf(one))) !== one.key)
  const earlier = new Map(
    others.length === 0 ? [] : (yield* earlierKeys(sql, companyId, others)).map(({ key, over }) => [key, over]),
  )
  const isKnown = (one: Ours) => keys.get(nameOf(placeOf(one))) === one.key || earlier.has(one.key)
  const known = fresh.filter(isKnown)
  const calls = channel.goesOn
    ? yield* lockCalls(
        sql,
        companyId,
        known.map(({ key }) => key),
      )
    : noCalls
  const retries = channel.goesOn ? yield* retriesOf(sql, channel, companyId, calls, at, known) : noRetries
  const entries = new Map<string, LedgerEntry>()
  for (const one of known.filter(({ key }) => earlier.get(key) !== true)) {
    const place = placeOf(one)
    const facts = [
      ...(entries.get(nameOf(place))?.facts ?? []),
      ...factsOfReport(channel, one.report),
      ...(retries.get(one.key) ?? []),
    ]
    entries.set(nameOf(place), { ...place, facts })
  }
  yield* recordLocked(sql, companyId, at, rows, [...entries.values()])
  yield* recordCalls(sql, channel, calls, at, known)
  const strays = fresh.flatMap((one): ReadonlyArray<Stray> => {
    if (!isKnown(one)) return [{ report: one.report, why: "noText" }]
    return channel.verdictOf(one.report.status) === undefined ? [{ report: one.report, why: "status" }] : []
  })
  return { campaigns: [...entries.values()].map(({ campaignId }) => campaignId), strays }
})

/**
 * Records reports of the carrier, however often and in whatever order they come
 * (docs/architecture.md#webhooks). What fits no text of ours is kept aside.
 * @param at when, as an ISO instant
 * @returns the campaigns whose numbers may have moved, with their company
 */
export const recordReports = Effect.fn("recordReports")(function* (
  database: Database["Service"],
  channel: Channel,
  at: string,
  reports: ReadonlyArray<StatusReport>,
) {
  const ours: Array<Ours> = []
  const notices: Array<StatusReport> = []
  const tests: Array<StatusReport> = []
  const strays: Array<Stray> = []
  for (const report of reports) {
    const { key } = report
    const place = key === null ? undefined : readSendKey(key)
    if (place !== undefined && key !== null) ours.push({ report, key, place })
    else if (key !== null && isNotice(key)) notices.push(report)
    else if (key !== null && isTestCall(key)) tests.push(report)
    else strays.push({ report, why: "noKey" })
  }
  const moved = yield* recordNoticeReports(database, channel, notices)
  yield* recordTestReports(database, channel, at, tests)
  for (const [companyId, some] of Map.groupBy(ours, ({ place }) => place.companyId)) {
    const taken = yield* inCompany(database, companyId, takeIn(database.sql, channel, companyId, at, some))
    moved.push(...[...new Set(taken.campaigns)].map((campaignId) => ({ companyId, campaignId })))
    strays.push(...taken.strays)
  }
  yield* keepStrays(database, at, strays)
  return moved
})

import type { PgClient } from "@effect/sql-pg/PgClient"
import { Effect, Result } from "effect"
import type { CampaignId, CompanyId } from "#schemas/ids.ts"
import type { CarrierName } from "#schemas/outreach/carrierName.ts"
import type { StatusReport } from "#schemas/outreach/delivery.ts"
import type { Database } from "#server/store/Database.ts"
import { Carrier } from "./Carrier.ts"
import { inCompany } from "./inCompany.ts"
import { noteJourneys, travellerOf } from "./journeyNews.ts"
import { type LedgerRow, lockRecipients, type Place } from "./recipientRows.ts"
import type { ServedSender } from "./servedSender.ts"
import { recordReports } from "./statusReports.ts"

/** Texts asked about in one round, and how many at once. */
const most = { inRound: 64, atOnce: 16 } as const
/** How long receipts of an SMSC, which cannot be asked, are waited for, in milliseconds. */
const receiptMillis = 120_000
/** How long a carrier that cannot be reached is asked, in milliseconds. */
const longestTrying = 3_600_000

/** Writes to rows that are locked by their places alone: a planner without statistics would read all rows of the company for each. */
const write = (sql: PgClient, rows: ReadonlyArray<LedgerRow>, asked: string | null, wanted: string | null) => sql`
  update recipients r set receipt_wanted_at = ${wanted}::timestamptz,
    receipt_asked_at = coalesce(${asked}::timestamptz, r.receipt_asked_at)
  where r.ctid = any(${`{${rows.map(({ place }) => `"${place}"`).join(",")}}`}::tid[])`

/**
 * Has the carrier asked what became of texts that it took and never reported. For use inside the company's transaction.
 * @param at since when it is to be asked, as an ISO instant
 */
export const wantReceipts = Effect.fnUntraced(function* (
  sql: PgClient,
  companyId: CompanyId,
  at: string,
  places: ReadonlyArray<Place>,
) {
  if (places.length > 0) yield* write(sql, yield* lockRecipients(sql, companyId, places), null, at)
})

type Silent = Pick<LedgerRow, "about" | "person"> & {
  readonly campaign_id: CampaignId
  readonly recipient_id: number
  readonly send_key: string
  readonly sid: string
  readonly carrier: CarrierName
  readonly wanted_at: Date
}

/** What came of a question; `isReached` is false where the carrier could not be asked. */
type Answer = { readonly text: Silent; readonly isReached: boolean; readonly reports: ReadonlyArray<StatusReport> }

const ask = Effect.fnUntraced(function* (text: Silent): Effect.fn.Return<Answer, never, Carrier> {
  // An SMSC cannot be asked: its receipt has come by now, or does not come.
  if (text.carrier === "smpp") return { text, isReached: true, reports: [] }
  const answer = yield* Effect.result(Carrier.use((one) => one.read(text.sid)))
  if (Result.isFailure(answer)) return { text, isReached: false, reports: [] }
  const report = answer.success
  return { text, isReached: true, reports: report === undefined ? [] : [{ ...report, key: text.send_key }] }
})

/** Texts of a sender's campaigns that are asked about now. Those of an SMSC are only once their receipts had the time to come. */
const silentTexts = (sql: PgClient, { companyId, senderId }: ServedSender, now: number) => sql<Silent>`
  select r.campaign_id, r.recipient_id, r.send_key, coalesce(r.sid, '') as sid, s.carrier, r.about, r.patient_id as person,
    r.receipt_wanted_at as wanted_at
  from campaign_runs c
  cross join lateral (
    select * from recipients r
    where r.company_id = c.company_id and r.campaign_id = c.campaign_id and r.receipt_wanted_at is not null offset 0) r
  -- A text that another number stood in for is asked about by that number's carrier.
  join senders s on s.company_id = c.company_id and s.sender_id = coalesce(r.sender_id, c.sender_id)
  where c.company_id = ${companyId} and c.sender_id = ${senderId}
    and (s.carrier <> 'smpp' or r.receipt_wanted_at <= ${new Date(now - receiptMillis).toISOString()}::timestamptz)
  order by r.receipt_wanted_at limit ${most.inRound}`

/** What came of a round: how many texts are asked about no more, and whether there may be more at once, the carrier could not be reached, or nothing is left. */
export type Asked = {
  readonly settled: number
  readonly next: "more" | "trouble" | "none"
  readonly campaigns: ReadonlyArray<CampaignId>
}

/**
 * Asks the carrier about texts of a sender whose receipt a ladder waits for, some at a time, and records what it says
 * (docs/decisions/103-multi-campaigns.md).
 * @param now milliseconds since 1970
 */
export const readLostReceipts = Effect.fn("readLostReceipts")(function* (
  database: Database["Service"],
  sender: ServedSender,
  now: number,
): Effect.fn.Return<Asked, Effect.Error<ReturnType<typeof recordReports>>, Carrier> {
  const { sql, company } = database
  const { channel, companyId } = sender
  const silent = yield* company(companyId)(silentTexts(sql, sender, now))
  if (silent.length === 0) return { settled: 0, next: "none", campaigns: [] }
  const answers = yield* Effect.forEach(silent, ask, { concurrency: most.atOnce })
  const at = new Date(now).toISOString()
  const reports = answers.flatMap((one) => one.reports)
  const moved = yield* recordReports(database, channel, at, reports)
  const over = answers.filter(({ isReached, text }) => isReached || text.wanted_at.getTime() <= now - longestTrying)
  const places = over.map(({ text }) => ({ campaignId: text.campaign_id, recipientId: text.recipient_id }))
  const settle = Effect.gen(function* () {
    yield* write(sql, yield* lockRecipients(sql, companyId, places), at, null)
    yield* noteJourneys(
      sql,
      companyId,
      over.flatMap(({ text }) => travellerOf(text)),
    )
  })
  if (over.length > 0) yield* inCompany(database, companyId, settle)
  const hasTrouble = answers.some(({ isReached }) => !isReached)
  const isFull = silent.length === most.inRound && over.length > 0
  const next = isFull ? "more" : hasTrouble ? "trouble" : "none"
  return { settled: over.length, next, campaigns: moved.map(({ campaignId }) => campaignId) }
})

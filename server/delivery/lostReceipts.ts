import type { PgClient } from "@effect/sql-pg/PgClient"
import { Effect, Result } from "effect"
import type { CampaignId, CompanyId } from "#schemas/ids.ts"
import type { CarrierName } from "#schemas/outreach/carrierName.ts"
import type { StatusReport } from "#schemas/outreach/delivery.ts"
import type { Database } from "#server/store/Database.ts"
import { Carrier } from "./Carrier.ts"
import { inCompany } from "./inCompany.ts"
import { noteJourneys, travellerOf } from "./journeyNews.ts"
import type { LedgerRow, Place } from "./recipientRows.ts"
import type { ServedSender } from "./servedSender.ts"
import { recordReports } from "./statusReports.ts"

/** Texts asked about in one round, and how many at once. */
const most = { inRound: 100, atOnce: 16 } as const

/** Has the carrier asked what became of texts that it took and never reported. For use inside the company's transaction. */
export const wantReceipts = (sql: PgClient, companyId: CompanyId, places: ReadonlyArray<Place>) =>
  places.length === 0
    ? Effect.void
    : sql`
        update recipients r set receipt = 'wanted'
        from jsonb_to_recordset(${sql.json(places.map(({ campaignId, recipientId }) => ({ c: campaignId, r: recipientId })))})
          as place (c integer, r integer)
        where r.company_id = ${companyId} and r.campaign_id = place.c and r.recipient_id = place.r and r.receipt is null`

type Silent = Pick<LedgerRow, "about" | "person"> & {
  readonly campaign_id: CampaignId
  readonly recipient_id: number
  readonly send_key: string
  readonly sid: string
  readonly carrier: CarrierName
}

/** What the carrier says of a text: a report, nothing more than before, or that it cannot be asked now. */
const ask = Effect.fnUntraced(function* ({ carrier, sid, send_key: key }: Silent) {
  // An SMSC cannot be asked: it reports once it is connected again.
  if (carrier === "smpp") return { isAnswered: true, reports: [] }
  const answer = yield* Effect.result(Carrier.use((one) => one.read(sid)))
  if (Result.isFailure(answer)) return { isAnswered: false, reports: [] }
  const reports: ReadonlyArray<StatusReport> = answer.success === undefined ? [] : [{ ...answer.success, key }]
  return { isAnswered: true, reports }
})

/**
 * Asks the carrier about texts of a sender's campaigns whose receipt a ladder waits for, some at a time, and records what it says
 * (docs/decisions/103-multi-campaigns.md). Where it cannot be asked, the ladder wants it again.
 * @param at as an ISO instant
 * @returns the campaigns whose numbers may have moved
 */
export const readLostReceipts = Effect.fn("readLostReceipts")(function* (
  database: Database["Service"],
  { channel, companyId, senderId }: ServedSender,
  at: string,
) {
  const { sql, company } = database
  const silent = yield* company(companyId)(sql<Silent>`
    select r.campaign_id, r.recipient_id, r.send_key, coalesce(r.sid, '') as sid, s.carrier, r.about, r.patient_id as person
    from campaign_runs c
    cross join lateral (
      select * from recipients r
      where r.company_id = c.company_id and r.campaign_id = c.campaign_id and r.receipt = 'wanted' offset 0) r
    -- A text that another number stood in for is asked about by that number's carrier.
    join senders s on s.company_id = c.company_id and s.sender_id = coalesce(r.sender_id, c.sender_id)
    where c.company_id = ${companyId} and c.sender_id = ${senderId}
    limit ${most.inRound}`)
  if (silent.length === 0) return []
  const answers = yield* Effect.forEach(silent, ask, { concurrency: most.atOnce })
  const moved = yield* recordReports(
    database,
    channel,
    at,
    answers.flatMap(({ reports }) => reports),
  )
  const asked = silent.map((one, index) => ({ ...one, isAnswered: answers[index]?.isAnswered === true }))
  const rows = asked.map(({ campaign_id: c, recipient_id: r, isAnswered }) => ({
    c,
    r,
    receipt: isAnswered ? "asked" : null,
  }))
  const settle = Effect.andThen(
    sql`
      update recipients r set receipt = place.receipt
      from jsonb_to_recordset(${sql.json(rows)}) as place (c integer, r integer, receipt text)
      where r.company_id = ${companyId} and r.campaign_id = place.c and r.recipient_id = place.r`,
    noteJourneys(sql, companyId, asked.filter(({ isAnswered }) => isAnswered).flatMap(travellerOf)),
  )
  yield* inCompany(database, companyId, settle)
  return moved.map(({ campaignId }) => campaignId)
})

import type { PgClient } from "@effect/sql-pg/PgClient"
import { Effect } from "effect"
import type { CompanyId } from "#schemas/ids.ts"
import type { RecipientFact } from "#schemas/outreach/events.ts"
import type { Channel } from "../channels/channel.ts"
import type { Ours } from "../statusReports.ts"
import { type LockedCall, placesOfCalls, recordCallReports } from "./callRows.ts"

/** The next attempts that reports bring about, by the key of the one that they end. */
export type Retries = ReadonlyMap<string, ReadonlyArray<RecipientFact>>

export const noRetries: Retries = new Map()

/** Campaigns in which no one gets anything any more; the share lock lets a cancellation wait for what is recorded now. */
const overCampaigns = (sql: PgClient, companyId: CompanyId, ours: ReadonlyArray<Ours>) =>
  sql<{ id: number }>`
    select campaign_id as id from campaign_runs where company_id = ${companyId} and state not in ('running', 'paused')
      and campaign_id in (select value::int from jsonb_array_elements_text(${sql.json([...new Set(ours.map(({ place }) => place.campaignId))])}))
    order by campaign_id for share`.pipe(Effect.map((rows) => new Set(rows.map(({ id }) => id))))

const minute = 60_000

/**
 * Which attempts that failed are followed by another one, and when: so many minutes after this one ended, as the call
 * flow says, at a full minute, so that those who wait together are shown together. The rules for calling are looked at again then.
 * @param locked the calls
 * @param at when the reports came, as an ISO instant
 */
export const retriesOf = Effect.fnUntraced(function* (
  sql: PgClient,
  channel: Channel,
  companyId: CompanyId,
  locked: ReadonlyMap<string, LockedCall>,
  at: string,
  ours: ReadonlyArray<Ours>,
) {
  const failed = ours.filter(({ report }) => channel.verdictOf(report.status) === "failed")
  if (failed.length === 0) return noRetries
  const places = yield* placesOfCalls(
    sql,
    companyId,
    failed.map(({ key }) => key),
  )
  const over = yield* overCampaigns(sql, companyId, failed)
  const retries = new Map<string, ReadonlyArray<RecipientFact>>()
  for (const one of failed) {
    const flow = locked.get(one.key)?.flow ?? null
    if (flow === null || over.has(one.place.campaignId)) continue
    const isLasting = channel.lastingCodes.includes(one.report.errorCode ?? "")
    const minutes = isLasting ? undefined : channel.retryAfter(flow, one.report.status, places.get(one.key) ?? 1)
    if (minutes === undefined) continue
    const until = new Date(Math.ceil(Date.parse(at) / minute + minutes) * minute).toISOString()
    retries.set(one.key, [{ _tag: "RetryScheduled", key: one.key, until }])
  }
  return retries as Retries
})

/** Records what the reports say of the calls themselves. */
export const recordCalls = (
  sql: PgClient,
  { verdictOf }: Pick<Channel, "verdictOf">,
  locked: ReadonlyMap<string, LockedCall>,
  at: string,
  ours: ReadonlyArray<Ours>,
) =>
  recordCallReports(
    sql,
    locked,
    at,
    ours.map(({ key, report }) => {
      const verdict = verdictOf(report.status)
      return { key, report, isOver: verdict === "delivered" || verdict === "failed" }
    }),
  )

import type { PgClient } from "@effect/sql-pg/PgClient"
import { Clock, Effect } from "effect"
import type { CompanyId } from "#schemas/ids.ts"
import type { ChannelName } from "#schemas/outreach/channel.ts"
import type { Reason } from "#schemas/outreach/recipient.ts"
import type { Place } from "#server/outreach/recipients/missingValues.queries.ts"
import { multiCampaignProjection } from "#server/outreach/multiCampaigns/multiCampaign.projection.ts"
import { holdOf, readyHolds, type Waiting } from "./hold.rule.ts"
import { holdReason } from "./holdReason.rule.ts"
import { readSendingRules } from "./sendingRules.queries.ts"

type WaitingRow = Place & Omit<Waiting, "until"> & { readonly until: Date; readonly channel: ChannelName }

const keyOf = ({ campaignId, recipientId }: Place): string => `${campaignId}.${recipientId}`

/** Those of some people who wait for a moment, each with what made them wait last. */
const readWaiting = (sql: PgClient, companyId: CompanyId, places: ReadonlyArray<Place>) => sql<WaitingRow>`
  select r.campaign_id as "campaignId", r.recipient_id as "recipientId", r.state, r.held_until as until, r.zone, n.channel,
    r.phone, p.timezone, p.zip, p.address_country as "addressCountry", c.state = 'paused' as "isPaused",
    coalesce(r.about like ${`${multiCampaignProjection.category}-%`}, false) as "isOfLadder", last.type as fact,
    coalesce(last.data ->> 'code', failed.code) as code
  from jsonb_to_recordset(${sql.json(places.map(({ campaignId: c, recipientId: r }) => ({ c, r })))}) as asked (c integer, r integer)
  join recipients r on r.company_id = ${companyId} and r.campaign_id = asked.c and r.recipient_id = asked.r
    and r.state in ('held', 'queued') and r.held_until is not null
  join campaign_runs c on c.company_id = ${companyId} and c.campaign_id = asked.c
  join senders n on n.company_id = ${companyId} and n.sender_id = c.sender_id
  join patients p on p.company_id = ${companyId} and p.patient_id = r.patient_id
  cross join lateral (
    select d.type, d.data from deliveries d
    where d.company_id = ${companyId} and d.campaign_id = asked.c and d.recipient_id = asked.r
      and d.type in ('RecipientHeld', 'RetryScheduled', 'SendDeferred')
    order by d.pos desc limit 1) last
  left join lateral (
    select d.data ->> 'code' as code from deliveries d
    where d.company_id = ${companyId} and d.campaign_id = asked.c and d.recipient_id = asked.r and d.type = 'MessageFailed'
    order by d.pos desc limit 1) failed on true`

/**
 * Why those of some people wait who do, with what would change it, by the rules in force now. Inside the company's
 * transaction.
 */
export const readHolds = Effect.fnUntraced(function* (
  sql: PgClient,
  companyId: CompanyId,
  places: ReadonlyArray<Place>,
) {
  const rows = places.length === 0 ? [] : yield* readWaiting(sql, companyId, places)
  const now = yield* Clock.currentTimeMillis
  const channels = [...new Set(rows.map(({ channel }) => channel))]
  const rules = new Map(
    yield* Effect.forEach(channels, (channel) =>
      Effect.map(readSendingRules(sql, companyId, channel), (found) => [channel, readyHolds(found)] as const),
    ),
  )
  const reasons = new Map<string, Reason>()
  for (const { channel, until, ...row } of rows) {
    const ready = rules.get(channel)
    const hold = ready === undefined ? null : holdOf({ ...row, until: until.getTime() }, now, ready)
    if (hold !== null) reasons.set(keyOf(row), holdReason(hold, channel, row))
  }
  return (place: Place): Reason | null => reasons.get(keyOf(place)) ?? null
})

import type { PgClient } from "@effect/sql-pg/PgClient"
import { Effect } from "effect"
import type { Purpose } from "#schemas/outreach/template.ts"
import type { CampaignId, CompanyId, UserId } from "#schemas/ids.ts"
import type { Campaign, CampaignDetail, campaignList, SentQuarter } from "#schemas/outreach/campaign.ts"
import type { Sender } from "#schemas/outreach/sender.ts"
import { actorsOf } from "#server/administration/activity/actor.queries.ts"
import { channelOf } from "#server/delivery/channels/channels.ts"
import { Database } from "#server/store/Database.ts"
import { EventStore } from "#server/store/EventStore.ts"
import { foundThing, withHashedId } from "#server/store/hashedIds.ts"
import type { ListPage } from "#server/store/ordering.ts"
import { pageOfRows, readPage, readRow, rowsOf, type RowPage } from "#server/store/readModels.ts"
import { templateProjection } from "#server/outreach/templates/template.projection.ts"
import { readFirstText } from "./firstText.queries.ts"
import { readConfirmation, submittedIn } from "./confirmation.queries.ts"
import { readStoredCheck } from "./storedCheck.queries.ts"
import { readStoodIn, readTrouble } from "./senderTrouble.queries.ts"
import { campaignProjection } from "#server/outreach/campaigns/campaign.projection.ts"
import { multiCampaignProjection } from "#server/outreach/multiCampaigns/multiCampaign.projection.ts"
import { accepted, peopleIn } from "#schemas/outreach/progress.ts"
import type { VersionContent } from "#server/outreach/templates/message.rule.ts"
import { versionContent } from "#server/outreach/templates/versionContent.queries.ts"
import { streamId } from "#server/decider.ts"
import { isBookedByLink } from "#server/scheduling/appointments/booked.queries.ts"
import { recipientStatus } from "#server/outreach/recipients/recipientStatus.queries.ts"

type StoredCampaign = {
  readonly row: unknown
  readonly hashed_id: string
  readonly stream_version: number
  readonly template_name: string | null
  readonly list_name: string | null
  readonly sender_number: string | null
  readonly total: number | null
  readonly sent_version: number | null
  readonly counts: Readonly<Record<string, number>> | null
  readonly stopped: Readonly<Record<string, number>> | null
}

/** Counters by state, with those who opted out too early for the text counted where they stand. */
const countsOf = ({ counts, stopped }: StoredCampaign): Campaign["counts"] => {
  if (stopped === null) return counts ?? {}
  const early = Object.values(stopped).reduce((sum, people) => sum + people, 0)
  return { ...counts, ...stopped, optedOut: Math.max(0, (counts?.["optedOut"] ?? 0) - early) }
}

const rowOf = readRow(campaignProjection)

const campaignOf = (companyId: CompanyId, stored: StoredCampaign): Campaign => {
  const row = rowOf(stored.row)
  return {
    ...row,
    templateVersion: stored.sent_version ?? row.templateVersion,
    campaignHashedId: stored.hashed_id,
    streamVersion: stored.stream_version,
    companyId,
    // A stored campaign was created.
    state: row.state as Campaign["state"],
    templateName: stored.template_name ?? "",
    listName: stored.list_name ?? "",
    senderNumber: stored.sender_number ?? "",
    total: stored.total ?? 0,
    counts: countsOf(stored),
  }
}

/** Campaigns in the order of a column; those that were never launched come first. */
const list = {
  alias: "c",
  projection: campaignProjection,
  columns: {
    name: `lower(c.row ->> 'name') collate "C"`,
    state: `c.state collate "C"`,
    people: `coalesce((select r.total from campaign_runs r where r.company_id = c.company_id and r.campaign_id = c.id), 0)`,
    purpose: `(c.row ->> 'purpose') collate "C"`,
    launched: `coalesce(c.row ->> 'launchedOn', '') collate "C"`,
  } satisfies Record<(typeof campaignList.columns)[number], string>,
}

type OfPurpose = { readonly purpose?: Purpose | undefined }

/** Which campaigns a page is asked for: those of one purpose, or all. */
export type CampaignPage = ListPage & OfPurpose

/** The campaigns, as `c`, that carry steps are listed with their multi-campaign, and opened from it. */
export const ofNoStep = (sql: PgClient) => sql`
  and not exists (select from ladder_steps s where s.company_id = c.company_id and s.campaign_id = c.id)`

const narrowedTo = (sql: PgClient, { id, purpose }: OfPurpose & Pick<RowPage, "id">) => ({
  ...list,
  narrowed: sql`${id === undefined ? ofNoStep(sql) : sql``} ${purpose === undefined ? sql`` : sql`and c.row ->> 'purpose' = ${purpose}`}`,
})

/** The statement of one page of campaigns, with one row more than it holds. */
export const campaignPage = (sql: PgClient, companyId: CompanyId, page: RowPage & OfPurpose) => {
  const { status, stoppedEarly } = recipientStatus(sql)
  return sql<StoredCampaign>`
    select c.row, h.hashed_id, c.stream_version, t.row ->> 'name' as template_name, l.name as list_name, s.e164 as sender_number, run.total, run.template_version as sent_version,
      (select jsonb_object_agg(k.state, k.people) from campaign_counts k
       where k.company_id = c.company_id and k.campaign_id = c.id and k.people > 0) as counts,
      (select jsonb_object_agg(early.status, early.people) from (
         select ${status} as status, count(*)::int as people from recipients r
         where r.company_id = c.company_id and r.campaign_id = c.id and ${stoppedEarly} group by 1) early) as stopped
    from read_models c
    ${withHashedId(sql, "c", campaignProjection)}
    left join campaign_runs run on run.company_id = c.company_id and run.campaign_id = c.id
    left join read_models t on t.company_id = c.company_id and ${rowsOf(sql, "t", templateProjection)} and t.id = (c.row ->> 'templateId')::int
    left join patient_lists l on l.company_id = c.company_id and l.list_id = (c.row ->> 'listId')::int
    left join senders s on s.company_id = c.company_id and s.sender_id = (c.row ->> 'senderId')::int
    ${pageOfRows(sql, companyId, narrowedTo(sql, page), page)}`
}

/**
 * One page of a company's campaigns without deleted ones, newest first where nothing else is asked for; `next` is the
 * id to go on after. With the first page comes how many stand in each state.
 */
export const readCampaigns = Effect.fn("readCampaigns")(function* (companyId: CompanyId, page: CampaignPage) {
  const { sql } = yield* Database
  return yield* readPage(companyId, narrowedTo(sql, page), page, {
    page: campaignPage(sql, companyId, page),
    shownOf: (row) => campaignOf(companyId, row),
    idOf: ({ campaignId }) => campaignId,
  })
})

/** One campaign of a company; absent when it was never created or is deleted. */
export const readCampaign = Effect.fn("readCampaign")(function* (companyId: CompanyId, campaignId: CampaignId) {
  const { sql, read } = yield* Database
  const [row] = yield* read(companyId, campaignPage(sql, companyId, { id: campaignId, pageSize: 1 }))
  return row === undefined ? undefined : campaignOf(companyId, row)
})

/** The number of a campaign by its public id; fails with NotFound when the company has none or has deleted it. */
export const foundCampaignId = (companyId: CompanyId, hashedId: string) =>
  foundThing<CampaignId>(companyId, campaignProjection, hashedId)

/** A text by which people book. */
const withBookingLink = /\{\{\s*bookingLink\s*\}\}/u

type Quarter = Omit<SentQuarter, "at"> & { readonly at: Date }

type Because = { readonly state: string; readonly reason: string; readonly count: number; readonly sent: number }

/** Why people were left out or failed: those who opted out before the send were left out like those who had before the launch. */
const withStopped = (reasons: ReadonlyArray<Because>, stopped: number): ReadonlyArray<Because> => {
  if (stopped === 0) return reasons
  const isSame = ({ state, reason }: Because) => state === "excluded" && reason === "optedOut"
  const before = reasons.find(isSame)?.count ?? 0
  const all = [
    ...reasons.filter((one) => !isSame(one)),
    { state: "excluded", reason: "optedOut", count: before + stopped, sent: 0 },
  ]
  return all.sort((left, right) => right.count - left.count)
}

/**
 * A campaign with what its page shows next to it; absent as in `readCampaign`.
 * @param viewer who asks
 * @param pace how fast it sends, where it does
 */
export const readCampaignDetail = Effect.fn("readCampaignDetail")(function* (
  companyId: CompanyId,
  campaignId: CampaignId,
  viewer: UserId,
  pace: CampaignDetail["sending"]["pace"] = null,
) {
  const { sql, company } = yield* Database
  const campaign = yield* readCampaign(companyId, campaignId)
  if (campaign === undefined) return undefined
  const channel = channelOf(campaign.campaignType)
  const ofCampaign = sql`company_id = ${companyId} and campaign_id = ${campaignId}`
  const { stoppedEarly } = recipientStatus(sql)
  const parts = yield* company(companyId)(
    Effect.gen(function* () {
      const [version] = yield* sql<VersionContent>`
        select ${versionContent(sql)} from template_versions v where v.company_id = ${companyId}
          and v.template_id = ${campaign.templateId} and v.version = ${campaign.templateVersion}`
      const held = yield* sql<{ until: Date; zone: string; people: number }>`
        select held_until as until, zone, count(*)::int as people from recipients
        where ${ofCampaign} and state = 'held' and held_until is not null group by 1, 2 order by 1, 2`
      const reasons = yield* sql<Because>`
        select state, coalesce(reason, '') as reason, count(*)::int as count, count(sent_at)::int as sent from recipients
        where ${ofCampaign} and state in ('excluded', 'failed') group by 1, 2 order by 3 desc, 2`
      const quarters = yield* sql<Quarter>`
        select quarter as at, coalesce(sum(people) filter (where outcome in ('delivered', 'replied', 'optedOut')), 0)::int as delivered,
          coalesce(sum(people) filter (where outcome = 'underway'), 0)::int as underway,
          coalesce(sum(people) filter (where outcome = 'failed'), 0)::int as failed
        from outcome_counts where ${ofCampaign} and quarter > ${campaign.launchedOn ?? "infinity"}::timestamptz - interval '15 minutes'
          and quarter <= coalesce(${campaign.endedOn}::timestamptz, 'infinity') and people > 0
        group by 1 order by 1`
      const [early] = yield* sql<{ count: number }>`
        select count(*)::int as count from recipients r where ${ofCampaign} and ${stoppedEarly} and r.sent_at is null`
      const [booked] = yield* sql<{ people: number }>`
        select count(distinct b.recipient_id)::int as people from read_models b
        where b.company_id = ${companyId} and ${isBookedByLink(sql)} and b.campaign_id = ${campaignId}`
      const [stepOf] = yield* sql<{ hashedId: string; name: string }>`
        select h.hashed_id as "hashedId", l.row ->> 'name' as name from ladder_steps s
        join read_models l on l.company_id = s.company_id and l.id = s.multi_campaign_id
          and ${rowsOf(sql, "l", multiCampaignProjection)} ${withHashedId(sql, "l", multiCampaignProjection)}
        where s.company_id = ${companyId} and s.campaign_id = ${campaignId}`
      const waits = campaign.state === "running" && peopleIn(campaign.counts, ["queued", "sending"]) > 0
      return {
        trouble: waits ? yield* readTrouble(sql, channel, companyId, campaign.senderId) : null,
        stoodIn: yield* readStoodIn(sql, companyId, campaignId),
        text: version === undefined ? "" : channel.heard(version.text),
        firstText: version === undefined ? null : yield* readFirstText(sql, channel, campaign, version),
        booked: booked?.people ?? 0,
        stepOf: stepOf ?? null,
        held,
        quarters,
        reasons: withStopped(reasons, early?.count ?? 0),
      }
    }),
  )
  const events = yield* (yield* EventStore).readStream(companyId, streamId(campaignProjection, campaignId))
  const actorOf = yield* actorsOf(events)
  const { isNeeded } =
    campaign.state === "unconfirmed" && campaign.listId !== null
      ? yield* readConfirmation(companyId, campaign.listId)
      : { isNeeded: false }
  const because = (state: string) => parts.reasons.filter((one) => one.state === state)
  const failedSent = because("failed").reduce((sum, { sent }) => sum + sent, 0)
  return {
    ...campaign,
    text: parts.text,
    firstText: parts.firstText,
    sent: peopleIn(campaign.counts, accepted) + failedSent,
    booked: parts.booked > 0 || withBookingLink.test(parts.text) ? parts.booked : null,
    held: parts.held.map(({ until, zone, people }) => ({ until: until.toISOString(), zone, people })),
    excluded: because("excluded").map(({ reason, count }) => ({
      reason: reason as CampaignDetail["excluded"][number]["reason"],
      count,
    })),
    failures: because("failed").map(({ reason, count }) => ({ code: reason, count })),
    sending: {
      quarters: parts.quarters.map(({ at, ...counts }) => ({ at: at.toISOString(), ...counts })),
      pace: campaign.state === "running" ? pace : null,
    },
    trouble: parts.trouble,
    stoodIn: parts.stoodIn,
    stepOf: parts.stepOf,
    check: yield* readStoredCheck(companyId, campaignId),
    submitted: submittedIn(campaign.state, events, viewer, isNeeded),
    history: events.map((event) => ({ type: event.type, at: event.at, actor: actorOf(event) })),
  } satisfies CampaignDetail
})

/** The numbers a company sends from. */
export const readSenders = Effect.fn("readSenders")(function* (companyId: CompanyId) {
  const { sql, company } = yield* Database
  return yield* company(companyId)(
    sql<Sender>`
      select sender_id as "senderId", channel, e164, label, segments_per_second as "segmentsPerSecond"
      from senders where company_id = ${companyId} order by sender_id`,
  )
})

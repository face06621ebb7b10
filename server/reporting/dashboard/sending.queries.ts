import { Clock, Effect } from "effect"
import type { CampaignId, CompanyId, SenderId } from "#schemas/ids.ts"
import { isOngoing } from "#schemas/outreach/campaign.ts"
import type { NextSend, RunningCampaign } from "#schemas/reporting/report.ts"
import { readCampaigns } from "#server/outreach/campaigns/campaign.queries.ts"
import { campaignProjection } from "#server/outreach/campaigns/campaign.projection.ts"
import { channelOf } from "#server/delivery/channels/channels.ts"
import { Database } from "#server/store/Database.ts"
import { rowsOf } from "#server/store/readModels.ts"
import { expectedEnds, type Backlog } from "./expectedEnd.rule.ts"

/** Campaigns that Home shows of each kind. */
const shown = 5
/** Texts looked at to know how long a campaign's texts are, and people counted at most of those released last. */
const [sample, countedRelease] = [100, 20_000]

type BacklogRow = Omit<Backlog, "people" | "lastRelease"> & {
  readonly isPlanned: boolean
  readonly isOngoing: boolean
  readonly queued: number
  readonly held: number
  readonly heldFrom: Date | null
  readonly heldUntil: Date | null
  readonly heldLast: number
  /** Texts the carrier took since `since`. */
  readonly sent: number
  readonly since: Date
}

/**
 * What the campaigns that send still have to send. Counters say how many; of the people themselves only those are
 * looked at who are first or last in an index.
 */
const readBacklogs = Effect.fnUntraced(function* (companyId: CompanyId, now: number) {
  const { sql, company } = yield* Database
  const people = (state: string) =>
    sql`coalesce((select people from campaign_counts k
          where k.company_id = c.company_id and k.campaign_id = c.campaign_id and k.state = ${state}), 0)::float8`
  const ofCampaign = sql`r.company_id = c.company_id and r.campaign_id = c.campaign_id`
  const at = new Date(now).toISOString()
  return yield* company(companyId)(
    sql<BacklogRow>`
      select c.campaign_id as "campaignId", c.sender_id as "senderId", s.segments_per_second as "costPerSecond",
        c.planned as "isPlanned", c.list_id is null as "isOngoing", ${people("queued")} as queued, ${people("held")} as held,
        held.first as "heldFrom", held.last as "heldUntil",
        (select count(*) from (select from recipients r
           where ${ofCampaign} and r.state = 'held' and r.held_until = held.last limit ${countedRelease}) taken)::float8 as "heldLast",
        coalesce((select avg(taken.segments) from (select r.segments from recipients r
           where ${ofCampaign} and r.state in ('queued', 'held') limit ${sample}) taken), 1)::float8 as cost,
        coalesce((select sum(o.people) from outcome_counts o
           where o.company_id = c.company_id and o.quarter >= lately.quarter and o.campaign_id = c.campaign_id and o.accepted), 0)::float8 as sent,
        greatest(lately.quarter, (m.row ->> 'launchedOn')::timestamptz) as since
      from campaign_runs c
      join senders s on s.company_id = c.company_id and s.sender_id = c.sender_id
      join read_models m on m.company_id = c.company_id and ${rowsOf(sql, "m", campaignProjection)} and m.id = c.campaign_id
      cross join lateral (select
        (select min(r.held_until) from recipients r where ${ofCampaign} and r.state = 'held') as first,
        (select max(r.held_until) from recipients r where ${ofCampaign} and r.state = 'held') as last) held
      cross join (select date_bin('15 minutes', ${at}::timestamptz, '2000-01-01Z') - interval '15 minutes' as quarter) lately
      where c.company_id = ${companyId} and c.state = 'running'`,
  )
})

const backlogOf = ({ queued, held, heldUntil, heldLast, ...row }: BacklogRow): Backlog => ({
  ...row,
  people: queued + held,
  lastRelease: heldUntil === null ? null : { at: heldUntil.getTime(), people: Math.min(heldLast, held) },
})

const minute = 60_000

/** Of each campaign that sends: its texts a minute lately, the most its number takes, and when its last is expected to leave. */
const pacesOf = (rows: ReadonlyArray<BacklogRow>, now: number) => {
  const ends = expectedEnds(rows.map(backlogOf), now)
  return new Map(
    rows.map((row) => {
      const end = ends.get(row.campaignId) ?? null
      const minutes = Math.max(1, (now - row.since.getTime()) / minute)
      return [
        row.campaignId,
        {
          perMinute: Math.round(row.sent / minutes),
          mostPerMinute: Math.round((row.costPerSecond * 60) / Math.max(row.cost, 1)),
          // As long as people are being added, no one knows how many there will be.
          endsAt: end === null || !row.isPlanned ? null : new Date(end).toISOString(),
        },
      ]
    }),
  )
}

/** The pace of a campaign that sends; null for any other. */
export const readPace = Effect.fn("reporting.readPace")(function* (companyId: CompanyId, campaignId: CampaignId) {
  const now = yield* Clock.currentTimeMillis
  return pacesOf(yield* readBacklogs(companyId, now), now).get(campaignId) ?? null
})

/**
 * The campaigns that send to a list with their pace, how many they are, and who waits for any campaign or is held.
 * Ongoing ones run all the time, so that they are no news.
 */
export const readRunning = Effect.fn("reporting.readRunning")(function* (companyId: CompanyId) {
  const now = yield* Clock.currentTimeMillis
  const rows = yield* readBacklogs(companyId, now)
  const none = { running: [], runningCount: 0, waiting: 0, held: { people: 0, from: null } }
  if (rows.length === 0) return none
  const paces = pacesOf(rows, now)
  const ongoing = rows.filter((row) => row.isOngoing).length
  const { rows: newest } = yield* readCampaigns(companyId, { state: "running", pageSize: shown + ongoing })
  const listed = newest.filter((campaign) => !isOngoing(campaign)).slice(0, shown)
  const running = listed.map(({ campaignId, campaignHashedId, name, templateName, total, counts }): RunningCampaign => {
    const { perMinute = 0, endsAt = null } = paces.get(campaignId) ?? {}
    return { campaignHashedId, name, templateName, total, counts, perMinute, endsAt }
  })
  const froms = rows.flatMap(({ heldFrom }) => heldFrom?.getTime() ?? [])
  return {
    running,
    runningCount: rows.length - ongoing,
    waiting: rows.reduce((sum, { queued }) => sum + queued, 0),
    held: {
      people: rows.reduce((sum, { held }) => sum + held, 0),
      from: froms.length === 0 ? null : new Date(Math.min(...froms)).toISOString(),
    },
  }
})

type ScheduledRow = Omit<NextSend, "startAt" | "endsAt"> & {
  readonly campaignId: CampaignId
  readonly senderId: SenderId
  readonly startAt: Date
  readonly costPerSecond: number
  readonly channel: string
  readonly text: string
}

/** The scheduled campaigns that start next; each is expected to end as if it were alone. */
export const readNextSends = Effect.fn("reporting.readNextSends")(function* (companyId: CompanyId) {
  const { sql, company } = yield* Database
  const rows = yield* company(companyId)(
    sql<ScheduledRow>`
      select h.hashed_id as "campaignHashedId", c.id as "campaignId", c.row ->> 'name' as name,
        (c.row ->> 'startAt')::timestamptz as "startAt", coalesce(l.people, 0)::float8 as people,
        s.sender_id as "senderId", s.segments_per_second as "costPerSecond", s.channel, coalesce(v.text, '') as text
      from read_models c
      join hashed_ids h on h.company_id = c.company_id and h.kind = 'campaign' and h.id = c.id
      join senders s on s.company_id = c.company_id and s.sender_id = (c.row ->> 'senderId')::int
      left join patient_lists l on l.company_id = c.company_id and l.list_id = (c.row ->> 'listId')::int
      left join template_versions v on v.company_id = c.company_id and v.template_id = (c.row ->> 'templateId')::int
        and v.version = (c.row ->> 'templateVersion')::int
      where c.company_id = ${companyId} and ${rowsOf(sql, "c", campaignProjection)} and c.state = 'scheduled'
        and c.row ->> 'startAt' is not null
      order by 4, 2 limit ${shown}`,
  )
  return rows.map(({ campaignId, senderId, costPerSecond, channel, text, startAt, ...row }): NextSend => {
    const alone = { campaignId, senderId, costPerSecond, cost: channelOf(channel).cost(text), lastRelease: null }
    const end = expectedEnds([{ ...alone, people: row.people }], startAt.getTime()).get(campaignId) ?? startAt.getTime()
    return { ...row, startAt: startAt.toISOString(), endsAt: new Date(end).toISOString() }
  })
})

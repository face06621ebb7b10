import { Clock, Effect } from "effect"
import type { Rights } from "#schemas/access.ts"
import { addDays } from "#schemas/calendar.ts"
import type { CompanyId } from "#schemas/ids.ts"
import { countedStatuses, type AppointmentsToday, type Dashboard, type FirstSteps } from "#schemas/reporting/report.ts"
import { needsYou, partsFor, type Attention, type FailedCampaign, type Part } from "./dashboard.rule.ts"
import { readNextSends, readRunning } from "./sending.queries.ts"
import { dayOf, daysOf, lastDays, wholeDays, type DayRange } from "#server/reporting/report/dayRange.rule.ts"
import { seriesOf } from "#server/reporting/report/figures.rule.ts"
import { appointmentProjection } from "#server/scheduling/appointments/appointment.projection.ts"
import { readLocationDays } from "#server/scheduling/appointments/locationDays.queries.ts"
import { cardProjection } from "#server/administration/cards/card.projection.ts"
import { expiryOf } from "#server/administration/cards/card.rule.ts"
import { Database } from "#server/store/Database.ts"
import { rowsOf } from "#server/store/readModels.ts"
import { textFacts } from "#schemas/outreach/textFacts.ts"
import { multiCampaignProjection } from "#server/outreach/multiCampaigns/multiCampaign.projection.ts"
import { templateProjection } from "#server/outreach/templates/template.projection.ts"
import { ofNoStep } from "#server/outreach/campaigns/campaign.queries.ts"
import { campaignProjection } from "#server/outreach/campaigns/campaign.projection.ts"
import { waitingImports } from "#schemas/people/import.ts"
import { importProjection } from "#server/people/imports/import.projection.ts"
import { readCompany, readDays } from "#server/reporting/report/reportTables.queries.ts"

type Counted = Omit<
  Attention,
  "cardExpiry" | "contractDaysLeft" | "today" | "failedToday" | "stuckIn" | "unknownIn" | "unconfirmed"
> & {
  readonly launchedCampaigns: number
  readonly publishedTemplates: number
  readonly hasPeople: boolean
  readonly sender: string | null
  /** The last month of the card; null without one. */
  readonly cardLastMonth: string | null
  /** Of today and tomorrow, by day and status. */
  readonly visits: Readonly<Record<string, AppointmentsToday["counts"]>> | null
}

/**
 * Counts by category and state of the read models, and of the tables next to them, in one statement.
 * @param days the days of which appointments are counted; none for a person who may not see them
 */
const readCounts = Effect.fnUntraced(function* (companyId: CompanyId, days: ReadonlyArray<string>) {
  const { sql, company } = yield* Database
  const inState = (projection: Parameters<typeof rowsOf>[2], ...states: ReadonlyArray<string>) =>
    sql`(select count(*)::float8 from read_models where company_id = ${companyId} and ${rowsOf(sql, "read_models", projection)} and ${sql.in("state", states)})`
  const campaignsAlone = (state: string) =>
    sql`(select count(*)::float8 from read_models c where c.company_id = ${companyId} and ${rowsOf(sql, "c", campaignProjection)}
      and c.state = ${state} ${ofNoStep(sql)})`
  const textsInState = (...states: ReadonlyArray<string>) =>
    sql`(select count(*)::float8 from read_models where company_id = ${companyId} and ${rowsOf(sql, "read_models", templateProjection)}
      and row ->> 'channel' = ${textFacts.name} and ${sql.in("state", states)})`
  const visits = sql`
    (select json_object_agg(date, states) from (
       select date, json_object_agg(state, appointments) as states from (
         select row ->> 'date' as date, state, count(*)::int as appointments from read_models
         where company_id = ${companyId} and ${rowsOf(sql, "read_models", appointmentProjection)}
           and ${sql.in("state", countedStatuses)} and row ->> 'date' in ${sql.in(days)} group by 1, 2) counted group by 1) by_day)`
  const [row] = yield* company(companyId)(
    sql<Counted>`
      select ${campaignsAlone("paused")} as "pausedCampaigns",
             ${inState(campaignProjection, "draft")} as "draftCampaigns",
             ${inState(campaignProjection, "unconfirmed")} as "unconfirmedCampaigns",
             ${inState(multiCampaignProjection, "paused")} as "pausedMultiCampaigns",
             ${inState(multiCampaignProjection, "draft")} as "draftMultiCampaigns",
             ${inState(multiCampaignProjection, "unconfirmed")} as "unconfirmedMultiCampaigns",
             ${inState(campaignProjection, "scheduled", "running", "paused", "completed", "cancelled")} as "launchedCampaigns",
             ${textsInState("draft")} as "draftTemplates",
             ${textsInState("revised")} as "revisedTemplates",
             ${textsInState("published", "revised")} as "publishedTemplates",
             ${inState(importProjection, ...waitingImports)} as "waitingImports",
             ${days.length === 0 ? sql`null::json` : visits} as visits,
             exists (select from patients where company_id = ${companyId}) as "hasPeople",
             (select row ->> 'lastMonth' from read_models where company_id = ${companyId}
                and ${rowsOf(sql, "read_models", cardProjection)} and state = 'kept') as "cardLastMonth",
             (select hashed_id from companies where company_id = ${companyId}) as "companyHashedId",
             (select e164 from senders where company_id = ${companyId} order by sender_id limit 1) as sender`,
  )
  return row ?? (yield* Effect.die("Counting gave no row"))
})

/** The campaigns of which texts failed on a day, those with the most failures first; deleted ones too, which have no page. */
const readFailed = Effect.fnUntraced(function* (companyId: CompanyId, { from, until }: DayRange) {
  const { sql, company } = yield* Database
  return yield* company(companyId)(
    sql<FailedCampaign>`
      select h.hashed_id as "campaignHashedId", c.row ->> 'name' as name, o.today, c.state = 'deleted' as "isDeleted",
        coalesce((select people from campaign_counts k
          where k.company_id = ${companyId} and k.campaign_id = o.campaign_id and k.state = 'failed'), 0)::float8 as people
      from (select campaign_id, sum(people)::float8 as today from outcome_counts
            where company_id = ${companyId} and quarter >= ${from}::timestamptz and quarter < ${until}::timestamptz
              and outcome = 'failed' and people > 0 group by 1) o
      join hashed_ids h on h.company_id = ${companyId} and h.kind = 'campaign' and h.id = o.campaign_id
      join read_models c on c.company_id = ${companyId} and ${rowsOf(sql, "c", campaignProjection)} and c.id = o.campaign_id
      order by o.today desc, o.campaign_id desc`,
  )
})

/** The running campaigns in which people wait for a number that cannot send. */
const readStuck = Effect.fnUntraced(function* (companyId: CompanyId) {
  const { sql, company } = yield* Database
  return yield* company(companyId)(
    sql<Attention["stuckIn"][number]>`
      select h.hashed_id as "campaignHashedId", c.row ->> 'name' as name, k.people::float8 as people
      from senders s
      join campaign_runs run on run.company_id = s.company_id and run.sender_id = s.sender_id and run.state = 'running'
      join campaign_counts k on k.company_id = s.company_id and k.campaign_id = run.campaign_id and k.state = 'queued'
        and k.people > 0
      join hashed_ids h on h.company_id = s.company_id and h.kind = 'campaign' and h.id = k.campaign_id
      join read_models c on c.company_id = s.company_id and ${rowsOf(sql, "c", campaignProjection)} and c.id = k.campaign_id
      where s.company_id = ${companyId} and s.trouble_code is not null
      order by k.people desc, k.campaign_id desc`,
  )
})

/** The campaigns with texts whose fate is unknown. */
const readUnknown = Effect.fnUntraced(function* (companyId: CompanyId) {
  const { sql, company } = yield* Database
  return yield* company(companyId)(
    sql<Attention["unknownIn"][number]>`
      select h.hashed_id as "campaignHashedId", c.row ->> 'name' as name, k.people::float8 as people
      from campaign_counts k
      join hashed_ids h on h.company_id = ${companyId} and h.kind = 'campaign' and h.id = k.campaign_id
      join read_models c on c.company_id = ${companyId} and ${rowsOf(sql, "c", campaignProjection)} and c.id = k.campaign_id
        and c.state <> 'deleted'
      where k.company_id = ${companyId} and k.state = 'unknown' and k.people > 0
      order by k.people desc, k.campaign_id desc`,
  )
})

const readLastImport = Effect.fnUntraced(function* (companyId: CompanyId) {
  const { sql, company } = yield* Database
  const [row] = yield* company(companyId)(
    sql<{ listName: string; on: Date; people: number }>`
      select i.list_name as "listName", m.updated_at as "on", coalesce(l.people, 0)::float8 as people
      from read_models m
      join imports i on i.company_id = ${companyId} and i.import_id = m.id
      left join patient_lists l on l.company_id = ${companyId} and l.name = i.list_name
      where m.company_id = ${companyId} and ${rowsOf(sql, "m", importProjection)} and m.state = 'done'
      order by m.updated_at desc limit 1`,
  )
  return row === undefined ? null : { ...row, on: row.on.toISOString() }
})

const daysLeft = (today: string, contractEnd: string | null): number | null =>
  contractEnd === null ? null : contractEnd < today ? 0 : daysOf({ startDate: today, endDate: contractEnd }).length - 1

const firstStepsOf = (counts: Counted): FirstSteps => ({
  sender: counts.sender,
  hasPeople: counts.hasPeople,
  template: counts.publishedTemplates > 0 ? "published" : counts.draftTemplates > 0 ? "draft" : "none",
  campaign: counts.draftCampaigns > 0 ? "draft" : "none",
})

/** The days up to today, and where today's failures are when all of them are in one campaign. */
const readTexts = Effect.fnUntraced(function* (
  companyId: CompanyId,
  range: DayRange,
  failed: ReadonlyArray<FailedCampaign>,
) {
  const days = seriesOf(range, yield* readDays({ companyId, campaignId: null }, range))
  const [only, ...others] = failed
  // The rows behind the link must be as many as the number: an earlier day's failures of the campaign would join them.
  const isWhole = only !== undefined && !only.isDeleted && others.length === 0 && only.people === only.today
  return { days, failedIn: isWhole ? only.campaignHashedId : null }
})

/** How many days from today on their free seats are counted. */
const seatDays = 7

const readToday = Effect.fnUntraced(function* (companyId: CompanyId, day: string, { visits }: Counted) {
  const span = { startDate: day, endDate: addDays(day, seatDays - 1) }
  const places = yield* readLocationDays(companyId, span, undefined)
  const seatsLeft = places.flatMap(({ days }) => days).reduce((sum, one) => sum + one.seatsLeft, 0)
  return { day, counts: visits?.[day] ?? {}, seatsLeft } satisfies AppointmentsToday
})

/** The dashboard of a company for a person: only the parts they may see (docs/policy.md#home). */
export const makeDashboard = Effect.fn("reporting.makeDashboard")(function* (companyId: CompanyId, rights: Rights) {
  const now = yield* Clock.currentTimeMillis
  const { timezone: zone, contractEnd } = yield* readCompany(companyId)
  const today = dayOf(now, zone)
  const failed = yield* readFailed(companyId, wholeDays(today, today, zone))
  const parts = partsFor(rights)
  const sees = (part: Part) => parts.has(part)
  const tomorrow = addDays(today, 1)
  const counts = yield* readCounts(companyId, sees("appointments") ? [today, tomorrow] : [])
  const texts = sees("texts") ? yield* readTexts(companyId, lastDays(today, zone), failed) : {}
  const campaigns = sees("campaigns")
    ? { ...(yield* readRunning(companyId)), nextSends: yield* readNextSends(companyId) }
    : {}
  const attention = {
    ...counts,
    stuckIn: yield* readStuck(companyId),
    unknownIn: yield* readUnknown(companyId),
    today,
    failedToday: failed,
    unconfirmed: { day: tomorrow, appointments: counts.visits?.[tomorrow]?.["booked"] ?? 0 },
    contractDaysLeft: daysLeft(today, contractEnd),
    cardExpiry: counts.cardLastMonth === null ? "later" : expiryOf(counts.cardLastMonth, today),
  }
  const sends = sees("campaigns") || sees("texts") || sees("people")
  const dashboard: Dashboard = {
    asOf: new Date(now).toISOString(),
    zone,
    ...texts,
    ...campaigns,
    ...(sees("appointments") ? { appointments: yield* readToday(companyId, today, counts) } : {}),
    ...(sees("people") ? { lastImport: yield* readLastImport(companyId) } : {}),
    ...(counts.launchedCampaigns === 0 && sends ? { firstSteps: firstStepsOf(counts) } : {}),
    needsYou: needsYou(attention, rights),
  }
  return dashboard
})

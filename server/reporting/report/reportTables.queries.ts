import type { PgClient } from "@effect/sql-pg/PgClient"
import { Effect } from "effect"
import type { CampaignId, CompanyId, TemplateId } from "#schemas/ids.ts"
import { sharesOfPeople, type RecipientStatus } from "#schemas/outreach/progress.ts"
import type { FileType } from "#schemas/reporting/report.ts"
import type { DayRange } from "./dayRange.rule.ts"
import type { Alike, Distinct, NamedCampaign, OptedOut } from "./breakdowns.rule.ts"
import type { DayCounts } from "./figures.rule.ts"
import type { Outcome } from "#server/outreach/recipients/outcome.rule.ts"
import { recipientStatus } from "#server/outreach/recipients/recipientStatus.queries.ts"
import { Database } from "#server/store/Database.ts"
import { campaignChannel } from "#server/outreach/campaigns/campaignChannel.queries.ts"
import { withHashedId } from "#server/store/hashedIds.ts"
import { rowsOf } from "#server/store/readModels.ts"
import { responseFileProjection } from "#server/outreach/responseFiles/responseFile.decider.ts"
import { campaignProjection } from "#server/outreach/campaigns/campaign.projection.ts"
import { inScope, isByPerson, ofCampaigns, type Scope } from "./scope.queries.ts"

/** What everyone of a company sees time by, and until when its contract runs. */
export type CompanyFacts = { readonly name: string; readonly timezone: string; readonly contractEnd: string | null }

/** The company's name, zone and contract end. */
export const readCompany = Effect.fn("reporting.readCompany")(function* (companyId: CompanyId) {
  const { sql, company } = yield* Database
  const [row] = yield* company(companyId)(
    sql<CompanyFacts>`
      select name, timezone, contract_end::text as "contractEnd" from companies where company_id = ${companyId}`,
  )
  return row ?? (yield* Effect.die(`There is no company ${companyId}`))
})

/** A campaign as reports name it. */
export type ReportedCampaign = {
  readonly campaignId: CampaignId
  readonly templateId: TemplateId
  readonly name: string
  /** When it was launched, or made as long as it is not; milliseconds since 1970. */
  readonly since: number
  /** When it ended and nothing more happened to its recipients; null while it may still change. */
  readonly lastAt: number | null
}

/** Campaigns that a choice offers; older ones are found through the list of campaigns. */
const maxListed = 500

/** The campaigns of a company that were launched, newest first: what a report may be about. */
export const listCampaigns = Effect.fn("reporting.listCampaigns")(function* (companyId: CompanyId) {
  const { sql, company } = yield* Database
  return yield* company(companyId)(
    sql<{ campaignHashedId: string; name: string; responseFile: FileType | null }>`
      select h.hashed_id as "campaignHashedId", c.row ->> 'name' as name, l.layout ->> 'format' as "responseFile"
      from read_models c ${withHashedId(sql, "c", campaignProjection)}
      left join read_models f on f.company_id = ${companyId} and ${rowsOf(sql, "f", responseFileProjection)} and f.state = 'kept'
        and f.id = (c.row ->> 'templateId')::int
      left join response_file_layouts l on l.company_id = ${companyId} and l.template_id = f.id
        and l.version = (f.row ->> 'version')::int
      where c.company_id = ${companyId} and ${rowsOf(sql, "c", campaignProjection)} and c.state not in ('draft', 'unconfirmed', 'scheduled', 'deleted')
      order by c.id desc limit ${maxListed}`,
  )
})

/** The campaign with a public id, or undefined when the company has none or has deleted it. */
export const findCampaign = Effect.fn("reporting.findCampaign")(function* (companyId: CompanyId, hashedId: string) {
  const { sql, company } = yield* Database
  const [row] = yield* company(companyId)(
    sql<ReportedCampaign>`
      select c.id as "campaignId", (c.row ->> 'templateId')::int as "templateId", c.row ->> 'name' as name,
             extract(epoch from coalesce(c.row ->> 'launchedOn', c.row ->> 'createdOn')::timestamptz)::float8 * 1000 as since,
             case when c.state in ('completed', 'cancelled') then extract(epoch from greatest(c.updated_at,
               (select max(r.updated_at) from recipients r
                where r.company_id = ${companyId} and r.campaign_id = c.id)))::float8 * 1000 end as "lastAt"
      from read_models c ${withHashedId(sql, "c", campaignProjection)}
      where c.company_id = ${companyId} and ${rowsOf(sql, "c", campaignProjection)} and c.state <> 'deleted'
        and h.hashed_id = ${hashedId}`,
  )
  return row
})

/** Counts a scope's recipients in the database, in one look, so that whatever is added up from it agrees. */
export const readAlike = Effect.fn("reporting.readAlike")(function* (scope: Scope) {
  const { sql, read } = yield* Database
  const condition = yield* inScope(scope)
  const { status } = recipientStatus(sql)
  return yield* read(
    scope.companyId,
    sql<Alike>`
      select g.*, ${campaignChannel(sql, { company: sql`${scope.companyId}::int`, campaign: sql`g."campaignId"` })} as channel from (
      select r.campaign_id as "campaignId", ${status} as status,
             case when r.state in ('excluded', 'failed') then r.reason end as reason, r.sent_at is not null as accepted,
             count(*)::float8 as people, coalesce(sum(r.segments) filter (where r.sent_at is not null), 0)::float8 as cost
      from recipients r where ${condition} group by 1, 2, 3, 4) g`,
  )
})

/** What someone had said last when they opted out, of the table `recipients` named `r`. */
export const lastOptOut = (sql: PgClient) => sql`(
  select w.source, case when w.source = 'reply' then w.evidence end as said from opt_outs w
  where w.company_id = r.company_id and w.phone = r.phone and w.channel = ${campaignChannel(sql, { company: sql`r.company_id`, campaign: sql`r.campaign_id` })} and w.consent = 'revoked'
    and w.at <= r.opted_out_at
  order by w.opt_out_id desc limit 1)`

/** What the people of a scope who opted out had said last by then. */
export const readOptedOut = Effect.fn("reporting.readOptedOut")(function* (scope: Scope) {
  const { sql, read } = yield* Database
  const condition = yield* inScope(scope)
  const { hasOptedOut } = recipientStatus(sql)
  return yield* read(
    scope.companyId,
    sql<OptedOut>`
      select o.source, o.said, count(*)::float8 as people
      from recipients r left join lateral ${lastOptOut(sql)} o on true
      where ${condition} and ${hasOptedOut} group by 1, 2`,
  )
})

/** Counts the different people of a scope, whatever the number of campaigns they are in. */
export const readDistinct = Effect.fn("reporting.readDistinct")(function* (scope: Scope) {
  const { sql, read } = yield* Database
  const condition = yield* inScope(scope)
  const { isDelivered, hasOptedOut } = recipientStatus(sql)
  const [distinct] = yield* read(
    scope.companyId,
    sql<Distinct>`
      select count(distinct r.patient_id) filter (where ${isDelivered})::float8 as "distinctDelivered",
             count(distinct r.patient_id) filter (where ${hasOptedOut})::float8 as "distinctOptedOut"
      from recipients r where ${condition}`,
  )
  return distinct ?? (yield* Effect.die("Counting gave no row"))
})

/** The names and channels of some campaigns of a company. */
export const readNames = Effect.fn("reporting.readNames")(function* (
  companyId: CompanyId,
  ids: ReadonlyArray<CampaignId>,
) {
  const { sql, read } = yield* Database
  return ids.length === 0
    ? []
    : yield* read(
        companyId,
        sql<NamedCampaign>`
          select c.id as "campaignId", case when c.state <> 'deleted' then h.hashed_id end as "campaignHashedId",
                 c.row ->> 'name' as name,
                 ${campaignChannel(sql, { company: sql`c.company_id`, campaign: sql`c.id` })} as channel
          from read_models c join hashed_ids h on h.company_id = ${companyId} and h.kind = 'campaign' and h.id = c.id
          where c.company_id = ${companyId} and ${rowsOf(sql, "c", campaignProjection)} and ${sql.in("c.id", ids)}`,
      )
})

type DayScope = Omit<Scope, "range">

/** The quarters of a scope's campaigns, from counters, whatever the number of people. */
const countedQuarters = (sql: PgClient, scope: DayScope, range: DayRange) => sql`
  select quarter, accepted, outcome, people from outcome_counts
  where company_id = ${scope.companyId} and quarter >= ${range.from}::timestamptz and quarter < ${range.until}::timestamptz
    and people > 0 and ${ofCampaigns(sql, scope, sql`campaign_id`)}`

/** The same of people who are narrowed to one by one, who are not counted on their own. */
const quartersOfPeople = Effect.fnUntraced(function* (scope: DayScope, range: DayRange) {
  const { sql } = yield* Database
  const { status } = recipientStatus(sql)
  const underway: ReadonlyArray<RecipientStatus> = sharesOfPeople.underway
  return sql`
    select coalesce(r.sent_at, r.updated_at) as quarter, r.sent_at is not null as accepted,
      case when ${status} in ${sql.in(underway)} then 'underway' else ${status} end as outcome, 1 as people
    from recipients r where ${yield* inScope({ ...scope, range })} and ${status} in ${sql.in([...underway, ...outcomes])}`
})

const outcomes = ["delivered", "replied", "optedOut", "failed"] as const satisfies ReadonlyArray<Outcome["outcome"]>

/** What became of the texts of each day of a range, in the range's zone. */
export const readDays = Effect.fn("reporting.readDays")(function* (scope: DayScope, range: DayRange) {
  const { sql, company } = yield* Database
  const { companyId } = scope
  const people = (...outcomes: ReadonlyArray<Outcome["outcome"]>) =>
    sql`coalesce(sum(people) filter (where ${sql.in("outcome", outcomes)}), 0)::float8`
  const counted = isByPerson(scope) ? yield* quartersOfPeople(scope, range) : countedQuarters(sql, scope, range)
  return yield* company(companyId)(
    sql<DayCounts>`
      select (quarter at time zone ${range.zone})::date::text as day,
             coalesce(sum(people) filter (where accepted), 0)::float8 as sent,
             ${people("delivered", "replied", "optedOut")} as delivered, ${people("underway")} as underway,
             ${people("failed")} as failed, ${people("replied", "optedOut")} as replied,
             ${people("optedOut")} as "optedOut"
      from (${counted}) counted
      group by 1`,
  )
})

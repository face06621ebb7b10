import type { PgClient } from "@effect/sql-pg/PgClient"
import { Effect } from "effect"
import type { Fragment } from "effect/sql/Statement"
import type { CampaignId, CompanyId, TemplateId } from "#schemas/ids.ts"
import { sentStates } from "#schemas/language/translationFacts.ts"
import type { MultiCampaignId } from "#schemas/outreach/multiCampaign.ts"
import type { RecipientFilter } from "#schemas/outreach/recipientFilter.ts"
import { reportedStatuses } from "#schemas/reporting/report.ts"
import type { LanguageTag } from "#schemas/administration/companyDraft.ts"
import type { LocationId } from "#schemas/scheduling/location.ts"
import { isChosen, isSearched } from "#server/outreach/recipients/chosenRecipients.queries.ts"
import { appointmentProjection } from "#server/scheduling/appointments/appointment.projection.ts"
import { Database } from "#server/store/Database.ts"
import { rowsOf } from "#server/store/readModels.ts"
import type { DayRange } from "./dayRange.rule.ts"

/** What a scope is narrowed to apart from its campaign and days. */
export type Narrowing = {
  readonly language?: LanguageTag
  readonly template?: { readonly templateId: TemplateId; readonly version: number | undefined }
  readonly multiCampaign?: { readonly multiCampaignId: MultiCampaignId; readonly step: number | undefined }
  readonly locationId?: LocationId
}

/** What a report is about: one campaign or all of a company, all time (`range` null) or some days. */
export type Scope = {
  readonly companyId: CompanyId
  readonly campaignId: CampaignId | null
  readonly range: DayRange | null
  readonly narrowing?: Narrowing
  /** The people of the campaign that its page shows; `country` is the company's, for numbers without one's code. */
  readonly people?: (RecipientFilter & { readonly search?: string | undefined; readonly country: string }) | undefined
}

/** The condition for the campaigns of a scope, of a column that holds a campaign. */
export const ofCampaigns = (
  sql: PgClient,
  {
    companyId,
    campaignId,
    narrowing: { template, multiCampaign } = {},
  }: Pick<Scope, "companyId" | "campaignId" | "narrowing">,
  column: Fragment,
): Fragment => {
  const ofVersion = template?.version === undefined ? sql`` : sql`and n.template_version = ${template.version}`
  const ofStep = multiCampaign?.step === undefined ? sql`` : sql`and s.step_id = ${multiCampaign.step}`
  return sql.and([
    campaignId === null ? sql`true` : sql`${column} = ${campaignId}`,
    template === undefined
      ? sql`true`
      : sql`${column} in (select n.campaign_id from campaign_runs n
          where n.company_id = ${companyId} and n.template_id = ${template.templateId} ${ofVersion})`,
    multiCampaign === undefined
      ? sql`true`
      : sql`${column} in (select s.campaign_id from ladder_steps s
          where s.company_id = ${companyId} and s.multi_campaign_id = ${multiCampaign.multiCampaignId} ${ofStep})`,
  ])
}

/** The language of a company's own texts, as an expression. */
export const ownLanguage = (sql: PgClient, companyId: CompanyId): Fragment =>
  sql`(select coalesce(c.languages ->> 0, 'en') from companies c where c.company_id = ${companyId})`

/**
 * The condition for who gets the text of their campaign in a language, as `ofLanguage` says it of one person. Each
 * campaign is asked once for each language that people have, not once for each person.
 */
const inLanguage = (sql: PgClient, companyId: CompanyId, language: LanguageTag): Fragment => sql`
  (r.campaign_id, coalesce((select p.language from patients p where p.company_id = r.company_id and p.patient_id = r.patient_id), '')) in (
    select n.campaign_id, spoken.language
    from campaign_runs n
    cross join (select distinct coalesce(language, '') as language from patients where company_id = ${companyId} union select '') spoken
    where n.company_id = ${companyId} and ${language} = coalesce(
      (select t.language from template_translations t
       where t.company_id = n.company_id and t.template_id = n.template_id and t.version = n.template_version
         and t.state in ${sql.in(sentStates)} and t.language in (spoken.language, split_part(spoken.language, '-', 1))
       order by length(t.language) desc limit 1),
      ${ownLanguage(sql, companyId)}))`

/** The condition for whose text is about an appointment at a location, or led to one there. */
const atLocation = (sql: PgClient, companyId: CompanyId, locationId: LocationId): Fragment => {
  const there = sql`a.company_id = ${companyId} and ${rowsOf(sql, "a", appointmentProjection)} and a.location_id = ${locationId}`
  return sql`(r.about in (select ${sql.literal(`'${appointmentProjection.category}-' || a.id`)} from read_models a where ${there})
    or (r.campaign_id, r.recipient_id) in (select a.campaign_id, a.recipient_id from read_models a
      where ${there} and a.campaign_id is not null and a.recipient_id is not null and ${sql.in("a.state", reportedStatuses)}))`
}

/** Whether people are counted one by one: what is counted of campaigns and days alone says nothing of these. */
export const isByPerson = ({ narrowing }: Pick<Scope, "narrowing">): boolean =>
  narrowing?.language !== undefined || narrowing?.locationId !== undefined

/** The condition for a scope's recipients: each belongs to the day it was sent, or when it was decided that it is not. */
export const inScope = Effect.fnUntraced(function* (scope: Scope) {
  const { sql } = yield* Database
  const { companyId, range, people, narrowing: { language, locationId } = {} } = scope
  const inRange =
    range === null
      ? sql`true`
      : sql`((r.sent_at >= ${range.from}::timestamptz and r.sent_at < ${range.until}::timestamptz)
          or (r.sent_at is null and r.updated_at >= ${range.from}::timestamptz and r.updated_at < ${range.until}::timestamptz))`
  return sql.and([
    sql`r.company_id = ${companyId}`,
    ofCampaigns(sql, scope, sql`r.campaign_id`),
    inRange,
    people === undefined ? sql`true` : isChosen(sql, people),
    people?.search === undefined ? sql`true` : isSearched(sql, companyId, people.search, people.country),
    language === undefined ? sql`true` : inLanguage(sql, companyId, language),
    locationId === undefined ? sql`true` : atLocation(sql, companyId, locationId),
  ])
})

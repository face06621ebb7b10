import type { PgClient } from "@effect/sql-pg/PgClient"
import { Effect } from "effect"
import { missingRight, type Rights } from "#schemas/access.ts"
import type { CompanyId, TemplateId } from "#schemas/ids.ts"
import type { LanguageTag } from "#schemas/administration/companyDraft.ts"
import { sentStates } from "#schemas/language/translationFacts.ts"
import type { MultiCampaignId } from "#schemas/outreach/multiCampaign.ts"
import { problem } from "#schemas/problem.ts"
import type { ReportChoices } from "#schemas/reporting/reportChoices.ts"
import type { Narrowed, ReportFilters } from "#schemas/reporting/reportQuestion.ts"
import type { LocationId } from "#schemas/scheduling/location.ts"
import type { Projection } from "#server/decider.ts"
import { multiCampaignProjection } from "#server/outreach/multiCampaigns/multiCampaign.projection.ts"
import { templateProjection } from "#server/outreach/templates/template.projection.ts"
import { appointmentProjection } from "#server/scheduling/appointments/appointment.projection.ts"
import { locationProjection } from "#server/scheduling/locations/location.projection.ts"
import { campaignProjection } from "#server/outreach/campaigns/campaign.projection.ts"
import { Database } from "#server/store/Database.ts"
import { withHashedId } from "#server/store/hashedIds.ts"
import { rowsOf } from "#server/store/readModels.ts"
import { ownLanguage, type Narrowing } from "./scope.queries.ts"

const seeAppointments = "Appointment.GetBookedAppointments"

/** Fails with Forbidden for who narrows a report to a location, and may not see appointments: it would say who has one there. */
export const refuseHiddenLocation = (person: Rights, { locationHashedId }: ReportFilters) => {
  const missing = locationHashedId === undefined ? undefined : missingRight(person, seeAppointments)
  return missing === undefined ? Effect.void : Effect.fail(problem("Forbidden", missing))
}

const refuse = (field: keyof ReportFilters, message: string) =>
  Effect.fail(problem("Invalid", message, { errors: [{ field, message }] }))

/** A thing by its public id, deleted or not: what it sent is still counted. */
const named = Effect.fnUntraced(function* <Id extends number>(
  companyId: CompanyId,
  kind: Pick<Projection<never, never>, "category">,
  hashedId: string,
) {
  const { sql, read } = yield* Database
  const [row] = yield* read(
    companyId,
    sql<{ id: Id; name: string }>`
      select t.id, t.row ->> 'name' as name from read_models t ${withHashedId(sql, "t", kind)}
      where t.company_id = ${companyId} and ${rowsOf(sql, "t", kind)} and h.hashed_id = ${hashedId}`,
  )
  return row
})

const wasLaunched = Effect.fnUntraced(function* (companyId: CompanyId, templateId: TemplateId, version: number) {
  const { sql, read } = yield* Database
  const rows = yield* read(
    companyId,
    sql`select 1 from campaign_runs
      where company_id = ${companyId} and template_id = ${templateId} and template_version = ${version} limit 1`,
  )
  return rows.length > 0
})

/** The steps of multi-campaigns, each named as its newest campaign is. */
const namedSteps = (sql: PgClient, companyId: CompanyId) => sql`
  select distinct on (s.multi_campaign_id, s.step_id) s.multi_campaign_id, s.step_id, c.row ->> 'name' as name
  from ladder_steps s join read_models c on c.company_id = s.company_id
    and ${rowsOf(sql, "c", campaignProjection)} and c.id = s.campaign_id
  where s.company_id = ${companyId} order by s.multi_campaign_id, s.step_id, s.variant, s.campaign_id desc`

const stepName = Effect.fnUntraced(function* (companyId: CompanyId, multiCampaignId: MultiCampaignId, step: number) {
  const { sql, read } = yield* Database
  const [row] = yield* read(
    companyId,
    sql<{ name: string }>`select name from (${namedSteps(sql, companyId)}) s
      where s.multi_campaign_id = ${multiCampaignId} and s.step_id = ${step}`,
  )
  return row?.name
})

/**
 * What a report is narrowed to, and in which names people know it. Fails with Invalid for a thing that is not the
 * company's, and for a version or a step of nothing.
 */
export const readNarrowing = Effect.fn("reporting.readNarrowing")(function* (
  companyId: CompanyId,
  { language, templateHashedId, templateVersion, multiCampaignHashedId, step, locationHashedId }: ReportFilters,
) {
  const narrowing: { -readonly [Key in keyof Narrowing]: Narrowing[Key] } = {}
  const narrowed: Array<Narrowed> = []
  const add = (by: Narrowed["by"], name: string, number?: number): void =>
    void narrowed.push({ by, name, ...(number === undefined ? {} : { number }) })
  if (templateVersion !== undefined && templateHashedId === undefined)
    return yield* refuse("templateVersion", "Choose the template that the version is of.")
  if (step !== undefined && multiCampaignHashedId === undefined)
    return yield* refuse("step", "Choose the multi-campaign that the step is of.")
  if (language !== undefined) {
    narrowing.language = language
    add("language", language)
  }
  if (templateHashedId !== undefined) {
    const found = yield* named<TemplateId>(companyId, templateProjection, templateHashedId)
    if (found === undefined)
      return yield* refuse("templateHashedId", "This template does not exist. Choose one of those offered.")
    const version = templateVersion === undefined ? undefined : Number(templateVersion)
    if (version !== undefined && !(yield* wasLaunched(companyId, found.id, version)))
      return yield* refuse(
        "templateVersion",
        "No campaign was launched with this version. Choose one of those offered.",
      )
    narrowing.template = { templateId: found.id, version }
    add("template", found.name, version)
  }
  if (multiCampaignHashedId !== undefined) {
    const found = yield* named<MultiCampaignId>(companyId, multiCampaignProjection, multiCampaignHashedId)
    if (found === undefined)
      return yield* refuse("multiCampaignHashedId", "This multi-campaign does not exist. Choose one of those offered.")
    const number = step === undefined ? undefined : Number(step)
    const name = number === undefined ? found.name : yield* stepName(companyId, found.id, number)
    if (name === undefined) return yield* refuse("step", "This step does not exist. Choose one of those offered.")
    narrowing.multiCampaign = { multiCampaignId: found.id, step: number }
    add("multiCampaign", name)
  }
  if (locationHashedId !== undefined) {
    const found = yield* named<LocationId>(companyId, locationProjection, locationHashedId)
    if (found === undefined)
      return yield* refuse("locationHashedId", "This location does not exist. Choose one of those offered.")
    narrowing.locationId = found.id
    add("location", found.name)
  }
  return { narrowing: narrowing satisfies Narrowing, narrowed }
})

/** The languages, versions of templates and steps of what was launched, and the locations that have appointments. */
export const readChoices = Effect.fn("reporting.readChoices")(function* (
  companyId: CompanyId,
  { hasAppointments }: { readonly hasAppointments: boolean },
) {
  const { sql, read } = yield* Database
  const languages = yield* read(
    companyId,
    sql<{ language: LanguageTag }>`
      select t.language from campaign_runs n join template_translations t on t.company_id = n.company_id
        and t.template_id = n.template_id and t.version = n.template_version and t.state in ${sql.in(sentStates)}
      where n.company_id = ${companyId}
      union select ${ownLanguage(sql, companyId)} order by 1`,
  )
  const templates = yield* read(
    companyId,
    sql<ReportChoices["templates"][number]>`
      select h.hashed_id as "hashedId", t.row ->> 'name' as name, n.versions
      from (select template_id, array_agg(distinct template_version order by template_version desc) as versions
            from campaign_runs where company_id = ${companyId} group by 1) n
      join read_models t on t.company_id = ${companyId} and ${rowsOf(sql, "t", templateProjection)} and t.id = n.template_id
      ${withHashedId(sql, "t", templateProjection)}
      order by lower(t.row ->> 'name') collate "C", t.id`,
  )
  const multiCampaigns = yield* read(
    companyId,
    sql<ReportChoices["multiCampaigns"][number]>`
      select h.hashed_id as "hashedId", t.row ->> 'name' as name, s.steps
      from (select multi_campaign_id, jsonb_agg(jsonb_build_object('step', step_id, 'name', name) order by name, step_id) as steps
            from (${namedSteps(sql, companyId)}) step
            group by 1) s
      join read_models t on t.company_id = ${companyId} and ${rowsOf(sql, "t", multiCampaignProjection)} and t.id = s.multi_campaign_id
      ${withHashedId(sql, "t", multiCampaignProjection)}
      order by lower(t.row ->> 'name') collate "C", t.id`,
  )
  const locations = hasAppointments
    ? yield* read(
        companyId,
        sql<ReportChoices["locations"][number]>`
          select h.hashed_id as "hashedId", t.row ->> 'name' as name
          from read_models t ${withHashedId(sql, "t", locationProjection)}
          where t.company_id = ${companyId} and ${rowsOf(sql, "t", locationProjection)} and exists (
            select from read_models a where a.company_id = ${companyId} and ${rowsOf(sql, "a", appointmentProjection)} and a.location_id = t.id)
          order by lower(t.row ->> 'name') collate "C", t.id`,
      )
    : []
  return {
    languages: languages.map(({ language }) => language),
    templates,
    multiCampaigns,
    locations,
  } satisfies ReportChoices
})

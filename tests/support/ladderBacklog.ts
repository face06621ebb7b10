import { Effect } from "effect"
import type { CompanyId } from "#schemas/ids.ts"
import { Database } from "#server/store/Database.ts"

/**
 * Puts so many more people into the queue of the step of a company's only ladder, as looks do; each is a patient with a
 * number of their own.
 */
export const queueBehindStep = Effect.fnUntraced(function* (companyId: CompanyId, people: number) {
  const { sql, company } = yield* Database
  yield* company(companyId)(sql`
    with added as (
      insert into patients (company_id, identity, first_name, last_name, timezone, phone, phone_kind, updated_at)
      select ${companyId}::int, 'b:' || n, 'Person' || n, 'Doe', 'America/New_York', '+1' || (3050000000 + n), 'mobile', now()
      from generate_series(1, ${people}::int) n returning patient_id, phone),
    step as (select campaign_id, multi_campaign_id from ladder_steps limit 1),
    queued as (
      insert into recipients (company_id, campaign_id, recipient_id, patient_id, phone, zone, state, segments, updated_at, key, about, own_values)
      select ${companyId}::int, step.campaign_id, 1000 + row_number() over (), patient_id, phone, 'America/New_York', 'queued', 1,
        now(), '1', 'multiCampaign-' || step.multi_campaign_id, '{}'
      from added, step),
    walking as (
      insert into journeys (company_id, multi_campaign_id, patient_id, state, at_rung, since, entered_at)
      select ${companyId}::int, step.multi_campaign_id, patient_id, 'underway', 1, now(), now() from added, step)
    insert into campaign_counts (company_id, campaign_id, state, people)
    select ${companyId}::int, campaign_id, 'queued', ${people}::int from step
    on conflict (company_id, campaign_id, state) do update set people = campaign_counts.people + excluded.people`)
})

import type { PgClient } from "@effect/sql-pg/PgClient"
import type { CampaignId, CompanyId } from "#schemas/ids.ts"
import type { RecipientFact } from "#schemas/outreach/events.ts"
import { releaseTo, type ReadyRules } from "#server/outreach/sendingHours/sendingRules.rule.ts"
import type { Channel } from "#server/delivery/channels/channel.ts"
import type { ReadyMessage } from "#server/outreach/templates/message.rule.ts"
import { isTooLate, withOwnValues, type Addressee, type Assessment, type Origin } from "./assess.rule.ts"
import { foldFact, planned } from "./recipient.rule.ts"

/** What one recipient of an ongoing campaign brings along. */
export type OwnRecipient = {
  /** One text for each key: another one is the same text again. */
  readonly key: string
  /** What the text is about: `appointment-7`; null where only the person counts. */
  readonly about: string | null
  /** What the message may write besides what is known of the person. */
  readonly values: Readonly<Record<string, string>>
  /** When it is too late for the text, in milliseconds since 1970; null where it never is. */
  readonly notAfter: number | null
}

type Planned = {
  readonly p: number
  readonly r: number
  readonly phone: string | null
  readonly zone: string
  readonly state: string
  readonly reason: string | null
  readonly until: string | null
  readonly cost: number
  /** What an ongoing campaign was given for the person. */
  readonly own: OwnRecipient | null
  readonly facts: ReadonlyArray<RecipientFact>
}

/** What people are judged by when they get their place in a campaign. */
export type Plan = {
  readonly channel: Channel
  readonly message: ReadyMessage
  readonly origin: Origin
  readonly taken: Set<string>
  readonly rules: ReadyRules
  readonly now: number
  readonly at: string
}

/** Judges a person for a place in a campaign, and whether what they were given for it still leaves in time. */
export const judgeOne = (person: Addressee, plan: Plan, own: OwnRecipient | null): Assessment => {
  const whole = withOwnValues(person, own?.values ?? null)
  const judged = plan.channel.assess(plan.message, whole, plan.origin, plan, plan.taken)
  return judged.eligible && own !== null && isTooLate(own.notAfter, judged.release.at ?? plan.now)
    ? { eligible: false, reason: "tooLate" }
    : judged
}

/**
 * The place of a person in a campaign, with the facts that it begins with.
 * @param own what an ongoing campaign was given for the person
 * @param judged whether they get the message, where that is known already
 */
export const planOne = (
  person: Addressee,
  recipientId: number,
  plan: Plan,
  own: OwnRecipient | null = null,
  judged: Assessment = judgeOne(person, plan, own),
): Planned => {
  const facts: Array<RecipientFact> = []
  if (judged.eligible) {
    plan.taken.add(judged.phone)
    const { at } = judged.release
    facts.push({ _tag: "RecipientQueued" })
    if (at !== null) facts.push({ _tag: "RecipientHeld", until: new Date(at).toISOString() })
  } else facts.push({ _tag: "RecipientExcluded", reason: judged.reason })
  const row = facts.reduce((folded, fact) => foldFact(folded, fact, plan.at), planned)
  return {
    p: person.patientId,
    r: recipientId,
    phone: person.phone,
    zone: releaseTo(person, plan.now, plan.rules).release.zone,
    state: row.state,
    reason: row.reason,
    until: row.heldUntil,
    cost: judged.eligible ? judged.cost : 0,
    own,
    facts,
  }
}

/** Stores places that were planned, with their facts and counters. */
export const writePlanned = (
  sql: PgClient,
  companyId: CompanyId,
  campaignId: CampaignId,
  rows: ReadonlyArray<Planned>,
  at: string,
) => sql`
  with given as materialized (
    select * from jsonb_to_recordset(${sql.json(rows)}) as g (
      p integer, r integer, phone text, zone text, state text, reason text, until timestamptz, cost smallint, own jsonb, facts jsonb)),
  added as (
    insert into recipients (company_id, campaign_id, recipient_id, patient_id, phone, zone, state, reason, held_until, segments, updated_at,
      key, about, own_values, not_after)
    select ${companyId}::int, ${campaignId}::int, g.r, g.p, g.phone, g.zone, g.state, g.reason, g.until, g.cost, ${at}::timestamptz,
      coalesce(g.own ->> 'key', ''), g.own ->> 'about', g.own -> 'values', to_timestamp((g.own ->> 'notAfter')::float8 / 1000)
    from given g),
  recorded as (
    insert into deliveries (company_id, campaign_id, recipient_id, type, data, at)
    select ${companyId}::int, ${campaignId}::int, g.r, f.value ->> '_tag', f.value - '_tag', ${at}::timestamptz
    from given g cross join lateral jsonb_array_elements(g.facts) with ordinality f
    order by g.r, f.ordinality),
  run as (
    update campaign_runs set total = total + ${rows.length}::int, planned_to = ${rows.at(-1)?.p ?? 0}::int
    where company_id = ${companyId} and campaign_id = ${campaignId})
  insert into campaign_counts (company_id, campaign_id, state, people)
  select ${companyId}::int, ${campaignId}::int, g.state, count(*)::int from given g group by g.state order by g.state
  on conflict (company_id, campaign_id, state) do update set people = campaign_counts.people + excluded.people`

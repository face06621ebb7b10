import type { PgClient } from "@effect/sql-pg/PgClient"
import { Clock, Effect, Result } from "effect"
import { assess, type Addressee, type Origin } from "./assess.rule.ts"
import { readMessage, type Message } from "#server/outreach/templates/message.rule.ts"
import type { CampaignId, CompanyId, ListId } from "#schemas/ids.ts"
import type { RecipientFact } from "#schemas/outreach/events.ts"
import { readyRules, releaseTo, type ReadyRules } from "#server/outreach/sendingHours/sendingRules.rule.ts"
import { foldFact, planned } from "./recipient.rule.ts"
import { inCompany } from "#server/delivery/inCompany.ts"
import {
  linkParameters,
  type LinkParametersColumn,
} from "#server/outreach/linkParameters/linkParameterColumn.queries.ts"
import { LiveCounts } from "#server/delivery/LiveCounts.ts"
import { Database } from "#server/store/Database.ts"
import { readSendingRules } from "#server/outreach/sendingHours/sendingRules.queries.ts"
import { sampleBookingLink } from "#server/scheduling/patientLinks/patientLink.queries.ts"
import { companyFacts, peopleOfList } from "./audience.queries.ts"

/** People planned in one transaction: small enough that a webhook never waits long. */
const batch = 1_000

type Run = {
  readonly list_id: ListId
  readonly planned_to: number
  readonly total: number
  readonly text: string
} & LinkParametersColumn

type Planned = {
  readonly p: number
  readonly r: number
  readonly phone: string | null
  readonly zone: string
  readonly state: string
  readonly reason: string | null
  readonly until: string | null
  readonly segments: number
  readonly facts: ReadonlyArray<RecipientFact>
}

/** The run, locked so that one planner works on it; absent when there is nothing to plan (any more). */
const lockRun = (sql: PgClient, companyId: CompanyId, campaignId: CampaignId) =>
  sql<Run>`
    select c.list_id, c.planned_to, c.total, v.text, ${linkParameters(sql)}
    from campaign_runs c
    join template_versions v on v.company_id = c.company_id and v.template_id = c.template_id and v.version = c.template_version
    where c.company_id = ${companyId} and c.campaign_id = ${campaignId} and not c.planned and c.state in ('running', 'paused')
    for update of c`.pipe(Effect.map(([row]) => row))

const takenPhones = (sql: PgClient, companyId: CompanyId, campaignId: CampaignId, people: ReadonlyArray<Addressee>) =>
  sql<{ phone: string }>`
    select asked.value as phone
    from jsonb_array_elements_text(${sql.json(people.flatMap(({ phone }) => phone ?? []))}) asked
    cross join lateral (
      select from recipients r
      where r.company_id = ${companyId} and r.phone = asked.value and r.campaign_id = ${campaignId} and r.state <> 'excluded'
      limit 1) taken`.pipe(Effect.map((rows) => new Set(rows.map(({ phone }) => phone))))

type Plan = {
  readonly message: Message
  readonly origin: Origin
  readonly taken: Set<string>
  readonly rules: ReadyRules
  readonly now: number
  readonly at: string
}

const planOne = (person: Addressee, recipientId: number, plan: Plan): Planned => {
  const judged = assess(plan.message, person, plan.origin, plan, plan.taken)
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
    segments: judged.eligible ? judged.segments : 0,
    facts,
  }
}

const writePlanned = (
  sql: PgClient,
  companyId: CompanyId,
  campaignId: CampaignId,
  rows: ReadonlyArray<Planned>,
  at: string,
) => sql`
  with given as materialized (
    select * from jsonb_to_recordset(${sql.json(rows)}) as g (
      p integer, r integer, phone text, zone text, state text, reason text, until timestamptz, segments smallint, facts jsonb)),
  added as (
    insert into recipients (company_id, campaign_id, recipient_id, patient_id, phone, zone, state, reason, held_until, segments, updated_at)
    select ${companyId}::int, ${campaignId}::int, g.r, g.p, g.phone, g.zone, g.state, g.reason, g.until, g.segments, ${at}::timestamptz
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

const planSome = Effect.fnUntraced(function* (sql: PgClient, companyId: CompanyId, campaignId: CampaignId) {
  const run = yield* lockRun(sql, companyId, campaignId)
  if (run === undefined) return false
  const people = yield* peopleOfList(sql, { companyId, listId: run.list_id, after: run.planned_to, most: batch })
  if (people.length === 0) {
    yield* sql`update campaign_runs set planned = true where company_id = ${companyId} and campaign_id = ${campaignId}`
    return false
  }
  const now = yield* Clock.currentTimeMillis
  const at = new Date(now).toISOString()
  const message = Result.getOrThrow(readMessage(run.text, run.parameters))
  const { name } = yield* companyFacts(sql, companyId)
  const taken = yield* takenPhones(sql, companyId, campaignId, people)
  const rules = readyRules(yield* readSendingRules(sql, companyId))
  const origin = { companyName: name, campaignId, bookingLink: yield* sampleBookingLink }
  const plan = { message, origin, taken, rules, now, at }
  const rows = people.map((person, index) => planOne(person, run.total + index + 1, plan))
  yield* writePlanned(sql, companyId, campaignId, rows, at)
  return true
})

/**
 * Makes the recipients of a launched campaign from its list, batch by batch;
 * sending begins with the first. May end at any moment and go on later: where
 * it stands is in the database.
 */
export const planRecipients = Effect.fn("planRecipients")(function* (companyId: CompanyId, campaignId: CampaignId) {
  const database = yield* Database
  const counts = yield* LiveCounts
  while (yield* inCompany(database, companyId, planSome(database.sql, companyId, campaignId))) {
    counts.changed(companyId, campaignId)
  }
  counts.changed(companyId, campaignId)
})

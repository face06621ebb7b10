import type { PgClient } from "@effect/sql-pg/PgClient"
import { Clock, Effect, Result } from "effect"
import type { Addressee } from "./assess.rule.ts"
import { planOne, writePlanned } from "./plannedRecipients.queries.ts"
import { channelOf } from "#server/delivery/channels/channels.ts"
import type { CampaignId, CompanyId, ListId } from "#schemas/ids.ts"
import { readyRules } from "#server/outreach/sendingHours/sendingRules.rule.ts"
import { inCompany } from "#server/delivery/inCompany.ts"
import type { VersionContent } from "#server/outreach/templates/message.rule.ts"
import { versionContent } from "#server/outreach/templates/versionContent.queries.ts"
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
  readonly channel: string
} & VersionContent

/** The run, locked so that one planner works on it; absent when there is nothing to plan (any more). */
const lockRun = (sql: PgClient, companyId: CompanyId, campaignId: CampaignId) =>
  sql<Run>`
    select c.list_id, c.planned_to, c.total, s.channel, ${versionContent(sql)}
    from campaign_runs c
    join senders s on s.company_id = c.company_id and s.sender_id = c.sender_id
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

const planSome = Effect.fnUntraced(function* (sql: PgClient, companyId: CompanyId, campaignId: CampaignId) {
  const run = yield* lockRun(sql, companyId, campaignId)
  if (run === undefined) return false
  const channel = channelOf(run.channel)
  const from = { companyId, channel: channel.name, listId: run.list_id, after: run.planned_to }
  const people = yield* peopleOfList(sql, { ...from, most: batch })
  if (people.length === 0) {
    yield* sql`update campaign_runs set planned = true where company_id = ${companyId} and campaign_id = ${campaignId}`
    return false
  }
  const now = yield* Clock.currentTimeMillis
  const at = new Date(now).toISOString()
  const message = Result.getOrThrow(channel.read(run))
  const { name } = yield* companyFacts(sql, companyId)
  const taken = yield* takenPhones(sql, companyId, campaignId, people)
  const rules = readyRules(yield* readSendingRules(sql, companyId, channel.name))
  const origin = { companyName: name, campaignId, bookingLink: yield* sampleBookingLink }
  const plan = { channel, message, origin, taken, rules, now, at }
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

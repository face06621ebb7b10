import type { PgClient } from "@effect/sql-pg/PgClient"
import { Clock, Effect, Result } from "effect"
import type { CampaignId, CompanyId, PatientId } from "#schemas/ids.ts"
import { channelOf } from "#server/delivery/channels/channels.ts"
import type { ChannelName } from "#schemas/outreach/channel.ts"
import type { VersionContent } from "#server/outreach/templates/message.rule.ts"
import { versionContent } from "#server/outreach/templates/versionContent.queries.ts"
import { readSendingRules } from "#server/outreach/sendingHours/sendingRules.queries.ts"
import { readyRules } from "#server/outreach/sendingHours/sendingRules.rule.ts"
import { sampleBookingLink } from "#server/scheduling/patientLinks/patientLink.queries.ts"
import { Database } from "#server/store/Database.ts"
import { addresseeColumns, addresseeOf, type AddresseeRow } from "./addressee.queries.ts"
import { companyFacts } from "./audience.queries.ts"
import { judgeOne, type OwnRecipient, type Plan } from "./plannedRecipients.queries.ts"

/** One text for one person through an ongoing campaign. */
export type OngoingText = OwnRecipient & { readonly campaignId: CampaignId; readonly patientId: PatientId }

type Run = {
  readonly total: number
  readonly channel: ChannelName
  /** Of the template. */
  readonly version: number
} & VersionContent

/** The run of an ongoing campaign; absent where it takes no one. Locked, places are numbered one after the other. */
export const readRun = (sql: PgClient, companyId: CompanyId, campaignId: CampaignId, isLocked: boolean) =>
  sql<Run>`
    select c.total, s.channel, v.version, ${versionContent(sql)}
    from campaign_runs c
    join senders s on s.company_id = c.company_id and s.sender_id = c.sender_id
    join template_versions v on v.company_id = c.company_id and v.template_id = c.template_id and v.version = c.template_version
    where c.company_id = ${companyId} and c.campaign_id = ${campaignId} and c.list_id is null and c.state in ('running', 'paused')
    ${isLocked ? sql`for update of c` : sql``}`.pipe(Effect.map(([row]) => row))

/** A person by their number. */
export const personOf = (sql: PgClient, companyId: CompanyId, patientId: PatientId, { channel }: Run) =>
  sql<AddresseeRow>`
    select ${addresseeColumns(sql, channel)} from patients p
    where p.company_id = ${companyId} and p.patient_id = ${patientId}`.pipe(Effect.map(([row]) => row))

/** What a person is judged by for a text of an ongoing campaign, now. */
export const planNow = Effect.fnUntraced(function* (companyId: CompanyId, campaignId: CampaignId, run: Run) {
  const { sql } = yield* Database
  const now = yield* Clock.currentTimeMillis
  const { name: companyName } = yield* companyFacts(sql, companyId)
  const channel = channelOf(run.channel)
  return {
    channel,
    message: Result.getOrThrow(channel.read(run)),
    origin: { companyName, campaignId, bookingLink: yield* sampleBookingLink },
    ...{ taken: new Set<string>(), rules: readyRules(yield* readSendingRules(sql, companyId, channel.name)) },
    ...{ now, at: new Date(now).toISOString() },
  } satisfies Plan
})

/**
 * How a text would read for a person and when it would leave, or why they would be left out; nothing is queued.
 * Undefined where the campaign takes no one. Joins the open transaction of the company.
 */
export const judgeOngoingText = Effect.fn("judgeOngoingText")(function* (companyId: CompanyId, text: OngoingText) {
  const { sql } = yield* Database
  const run = yield* readRun(sql, companyId, text.campaignId, false)
  if (run === undefined) return undefined
  const person = yield* personOf(sql, companyId, text.patientId, run)
  if (person === undefined) return undefined
  return judgeOne(addresseeOf(person), yield* planNow(companyId, text.campaignId, run), text)
})

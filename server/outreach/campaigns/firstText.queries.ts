import type { PgClient } from "@effect/sql-pg/PgClient"
import { Effect, Result } from "effect"
import { isOngoing, type Campaign, type CampaignDetail } from "#schemas/outreach/campaign.ts"
import { addresseeColumns, addresseeOf, type AddresseeRow } from "#server/outreach/recipients/addressee.queries.ts"
import { valuesOf } from "#server/outreach/recipients/assess.rule.ts"
import { companyFacts } from "#server/outreach/recipients/audience.queries.ts"
import type { Channel } from "#server/delivery/channels/channel.ts"
import type { VersionContent } from "#server/outreach/templates/message.rule.ts"
import { segmentsOf } from "#schemas/outreach/segments.ts"
import { sampleBookingLink } from "#server/scheduling/patientLinks/patientLink.queries.ts"
import { fullName } from "./checkCampaign.queries.ts"

/**
 * The message of a launched campaign as the first of its people reads or hears it, with what is known of them today: texts
 * themselves are not kept. Null before the launch, where everyone was left out, and where each text is about something
 * of its own. Joins the caller's transaction.
 */
export const readFirstText = Effect.fnUntraced(function* (
  sql: PgClient,
  channel: Channel,
  { companyId, campaignId, listId, launchedOn }: Campaign,
  version: VersionContent,
) {
  if (launchedOn === null || isOngoing({ listId })) return null
  const [row] = yield* sql<AddresseeRow>`
    select ${addresseeColumns(sql, channel.name)} from (
      select patient_id from recipients
      where company_id = ${companyId} and campaign_id = ${campaignId} and state not in ('excluded', 'cancelled')
      order by recipient_id limit 1) r
    join patients p on p.company_id = ${companyId} and p.patient_id = r.patient_id`
  const read = channel.read(version)
  if (row === undefined || Result.isFailure(read)) return null
  const person = addresseeOf(row)
  const { name } = yield* companyFacts(sql, companyId)
  const values = valuesOf(person, { companyName: name, campaignId, bookingLink: yield* sampleBookingLink })
  const text = channel.heard(read.success.render(values, person.language).text)
  return { patient: fullName(person), text, segments: segmentsOf(text) } satisfies CampaignDetail["firstText"]
})

import type { PgClient } from "@effect/sql-pg/PgClient"
import { Effect } from "effect"
import type { CampaignId, CompanyId } from "#schemas/ids.ts"
import type { ChannelName } from "#schemas/outreach/channel.ts"
import { campaignChannel } from "#server/outreach/campaigns/campaignChannel.queries.ts"
import type { Place } from "./recipientRows.ts"

/** Every place of the company where a message of a channel to one of these numbers is still to come. */
export const openPlaces = (sql: PgClient, companyId: CompanyId, channel: ChannelName, phones: ReadonlyArray<string>) =>
  phones.length === 0
    ? Effect.succeed([])
    : sql<{ campaign_id: CampaignId; recipient_id: number }>`
        select r.campaign_id, r.recipient_id
        from (select distinct value as phone from jsonb_array_elements_text(${sql.json(phones)})) asked
        cross join lateral (
          select * from recipients r where r.company_id = ${companyId} and r.phone = asked.phone
            and r.state in ('queued', 'held', 'sending', 'unknown') offset 0) r
        where ${campaignChannel(sql, { company: sql`r.company_id`, campaign: sql`r.campaign_id` })} = ${channel}`.pipe(
        Effect.map((rows) =>
          rows.map((row): Place => ({ campaignId: row.campaign_id, recipientId: row.recipient_id })),
        ),
      )

import type { PgClient } from "@effect/sql-pg/PgClient"
import type { Fragment } from "effect/sql/Statement"

/**
 * The name of the channel by which a launched campaign sends, as an expression: its number has one.
 * @param of the company and the campaign, as expressions
 */
export const campaignChannel = (sql: PgClient, of: { readonly company: Fragment; readonly campaign: Fragment }) => sql`(
  select s.channel from campaign_runs n join senders s on s.company_id = n.company_id and s.sender_id = n.sender_id
  where n.company_id = ${of.company} and n.campaign_id = ${of.campaign})`

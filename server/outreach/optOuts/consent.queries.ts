import type { PgClient } from "@effect/sql-pg/PgClient"
import type { Fragment } from "effect/sql/Statement"
import type { ChannelName } from "#schemas/outreach/channel.ts"

/**
 * What the owner of a number said last about a channel, as an expression; "unknown" where nothing was.
 * @param of the company and the number, as expressions
 */
export const lastConsent = (
  sql: PgClient,
  channel: ChannelName,
  of: { readonly company: Fragment; readonly phone: Fragment },
) => sql`
  coalesce((select o.consent from opt_outs o
            where o.company_id = ${of.company} and o.phone = ${of.phone} and o.channel = ${channel}
            order by o.opt_out_id desc limit 1), 'unknown')`

import { Effect } from "effect"
import type { CompanyId, SenderId } from "#schemas/ids.ts"
import { Database } from "#server/store/Database.ts"
import type { Channel } from "./channels/channel.ts"
import { channelOf } from "./channels/channels.ts"

/** A sender of a company, and by which channel it works. */
export type ServedSender = { readonly companyId: CompanyId; readonly senderId: SenderId; readonly channel: Channel }

/** By which channel a number of a company sends, and what it may cost a second; undefined for none of its numbers. */
export const readSender = Effect.fnUntraced(function* (companyId: CompanyId, senderId: SenderId) {
  const { sql, company } = yield* Database
  const [row] = yield* company(companyId)(
    sql<{ channel: string; costPerSecond: number }>`
      select channel, segments_per_second as "costPerSecond" from senders
      where company_id = ${companyId} and sender_id = ${senderId}`,
  )
  return row === undefined ? undefined : { ...row, channel: channelOf(row.channel) }
})

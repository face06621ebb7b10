import { Effect } from "effect"
import type { CompanyId, SenderId } from "#schemas/ids.ts"
import type { Database } from "#server/store/Database.ts"
import type { Channel } from "./channels/channel.ts"
import { channelOf } from "./channels/channels.ts"

/** A sender of a company, and by which channel it works. */
export type ServedSender = { readonly companyId: CompanyId; readonly senderId: SenderId; readonly channel: Channel }

/** By which channel a sender works, and what it may cost a second; undefined for one that was removed. */
export const readSender = Effect.fnUntraced(function* (
  { sql, company }: Database["Service"],
  companyId: CompanyId,
  senderId: SenderId,
) {
  const [row] = yield* company(companyId)(
    sql<{ channel: string; cap: number }>`
      select channel, segments_per_second as cap from senders where company_id = ${companyId} and sender_id = ${senderId}`,
  )
  return row === undefined ? undefined : { cap: row.cap, channel: channelOf(row.channel) }
})

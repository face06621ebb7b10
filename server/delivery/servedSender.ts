import { Effect } from "effect"
import type { CompanyId, SenderId } from "#schemas/ids.ts"
import { Database } from "#server/store/Database.ts"
import type { Channel } from "./channels/channel.ts"
import { channelOf } from "./channels/channels.ts"
import type { Trouble } from "./senderHealth.ts"

/** A sender of a company, and by which channel it works. */
export type ServedSender = { readonly companyId: CompanyId; readonly senderId: SenderId; readonly channel: Channel }

/** By which channel a number of a company sends, what it may cost a second, and its trouble; undefined for none of its numbers. */
export const readSender = Effect.fnUntraced(function* (companyId: CompanyId, senderId: SenderId) {
  const { sql, company } = yield* Database
  const [row] = yield* company(companyId)(
    sql<{ channel: string; costPerSecond: number; code: string | null; since: Date | null }>`
      select channel, segments_per_second as "costPerSecond", trouble_code as code, trouble_since as since from senders
      where company_id = ${companyId} and sender_id = ${senderId}`,
  )
  if (row === undefined) return undefined
  const { channel, costPerSecond, code, since } = row
  const trouble: Trouble | null = code === null || since === null ? null : { code, since: since.getTime() }
  return { channel: channelOf(channel), costPerSecond, trouble }
})

import type { PgClient } from "@effect/sql-pg/PgClient"
import { Effect } from "effect"
import type { CompanyId, SenderId } from "#schemas/ids.ts"
import type { ChannelFacts } from "#schemas/outreach/channel.ts"
import type { SenderTrouble } from "#schemas/outreach/sender.ts"

/** What keeps a number from sending; null for nothing. For use inside a transaction of the company. */
export const readTrouble = Effect.fnUntraced(function* (
  sql: PgClient,
  { describe }: Pick<ChannelFacts, "describe">,
  companyId: CompanyId,
  senderId: SenderId,
) {
  const [row] = yield* sql<{ code: string; since: Date }>`
    select trouble_code as code, trouble_since as since from senders
    where company_id = ${companyId} and sender_id = ${senderId} and trouble_code is not null`
  if (row === undefined) return null
  return { words: describe(row.code).words, since: row.since.toISOString() } satisfies SenderTrouble
})

import type { PgClient } from "@effect/sql-pg/PgClient"
import { Effect } from "effect"
import type { CampaignId, CompanyId, SenderId } from "#schemas/ids.ts"
import type { ChannelFacts } from "#schemas/outreach/channel.ts"
import type { SenderTrouble } from "#schemas/outreach/sender.ts"

type Stored = { readonly code: string | null; readonly since: Date | null; readonly standIn: string | null }

/** What is stored of a number's trouble as it is shown; null where there is none. */
export const troubleOf = (
  { describe }: Pick<ChannelFacts, "describe">,
  { code, since, standIn }: Stored,
): SenderTrouble | null =>
  code === null || since === null ? null : { words: describe(code).words, since: since.toISOString(), standIn }

/** What keeps a number from sending; null for nothing. For use inside a transaction of the company. */
export const readTrouble = Effect.fnUntraced(function* (
  sql: PgClient,
  facts: Pick<ChannelFacts, "describe">,
  companyId: CompanyId,
  senderId: SenderId,
) {
  const [row] = yield* sql<Stored>`
    select trouble_code as code, trouble_since as since, stand_in as "standIn" from senders
    where company_id = ${companyId} and sender_id = ${senderId}`
  return row === undefined ? null : troubleOf(facts, row)
})

/** How many texts of a campaign left by each other number. For use inside a transaction of the company. */
export const readStoodIn = (sql: PgClient, companyId: CompanyId, campaignId: CampaignId) =>
  sql<{ number: string; people: number }>`
    select s.e164 as number, count(*)::int as people
    from recipients r join senders s on s.company_id = r.company_id and s.sender_id = r.sender_id
    where r.company_id = ${companyId} and r.campaign_id = ${campaignId} and r.sender_id is not null and r.sent_at is not null
    group by 1 order by 2 desc, 1`

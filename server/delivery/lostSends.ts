import { Effect } from "effect"
import type { Database } from "#server/store/Database.ts"
import { recordEntries } from "./ledger.ts"
import { dropNotices } from "./notices.ts"
import { sendsOf } from "./standIn.ts"
import type { CampaignId, CompanyId, SenderId } from "#schemas/ids.ts"
import { isoNow } from "#server/store/isoNow.ts"

/**
 * Finds sends that a process began which is gone, and takes them for unknown.
 * @param mine keys of the sends this process is about
 * @returns the campaigns whose numbers moved
 */
export const findLostSends = Effect.fn("findLostSends")(function* (
  database: Database["Service"],
  companyId: CompanyId,
  senderId: SenderId,
  mine: ReadonlySet<string>,
) {
  const rows = yield* database.company(companyId)(
    database.sql<{ campaign_id: CampaignId; recipient_id: number; send_key: string }>`
      select r.campaign_id, r.recipient_id, r.send_key from ${sendsOf(database.sql, { companyId, senderId }, "sending")}`,
  )
  const entries = rows
    .filter(({ send_key }) => !mine.has(send_key))
    .map((row) => ({
      campaignId: row.campaign_id,
      recipientId: row.recipient_id,
      key: row.send_key,
      facts: [{ _tag: "SendLost" } as const],
    }))
  const at = yield* isoNow
  yield* recordEntries(database, companyId, at, entries)
  const answered = yield* dropNotices(database, companyId, senderId)
  return [...answered, ...entries.map(({ campaignId }) => campaignId)]
})

import { Effect } from "effect"
import type { CampaignId } from "#schemas/ids.ts"
import type { Database } from "#server/store/Database.ts"
import { inCompany } from "./inCompany.ts"
import type { ServedSender } from "./servedSender.ts"
import type { Trouble } from "./senderHealth.ts"

/**
 * Stores that a sender cannot send, or can again: pages say it, and another number may stand in. Trouble that is stored
 * keeps its beginning, whichever process saw it.
 * @returns the running campaigns whose pages have to say something else
 */
export const noteTrouble = Effect.fn("noteTrouble")(function* (
  database: Database["Service"],
  { companyId, senderId }: ServedSender,
  trouble: Trouble | null,
) {
  const { sql } = database
  const code = trouble?.code ?? null
  const since = trouble === null ? null : new Date(trouble.since).toISOString()
  const rows = yield* inCompany(
    database,
    companyId,
    sql<{ campaign_id: CampaignId }>`
      with changed as (
        update senders set trouble_code = ${code},
          trouble_since = case when ${code}::text is not null then coalesce(trouble_since, ${since}::timestamptz) end
        where company_id = ${companyId} and sender_id = ${senderId} and trouble_code is distinct from ${code}
        returning company_id, sender_id)
      select c.campaign_id from changed join campaign_runs c using (company_id, sender_id) where c.state = 'running'`,
  )
  return rows.map(({ campaign_id }) => campaign_id)
})

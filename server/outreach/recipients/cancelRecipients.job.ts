import { Effect } from "effect"
import { inCompany } from "#server/delivery/inCompany.ts"
import { recordLocked } from "#server/delivery/ledger.ts"
import { ledgerColumns, type LedgerRow } from "#server/delivery/recipientRows.ts"
import { LiveCounts } from "#server/delivery/LiveCounts.ts"
import { Database } from "#server/store/Database.ts"
import type { CampaignId, CompanyId } from "#schemas/ids.ts"
import { isoNow } from "#server/store/isoNow.ts"

/** People cancelled in one transaction. */
const batch = 1_000

/**
 * Takes everyone who still waits out of a cancelled campaign. Sending stopped
 * with the cancellation; this makes the numbers say so.
 */
export const cancelRecipients = Effect.fn("cancelRecipients")(function* (companyId: CompanyId, campaignId: CampaignId) {
  const database = yield* Database
  const counts = yield* LiveCounts
  const { sql } = database
  const some = Effect.gen(function* () {
    const at = yield* isoNow
    const rows = yield* sql<LedgerRow>`
      select ${sql.literal(ledgerColumns)}
      from recipients r join campaign_runs c on c.company_id = r.company_id and c.campaign_id = r.campaign_id
      where r.company_id = ${companyId} and r.campaign_id = ${campaignId} and c.state in ('cancelled', 'deleted')
        and r.state in ('queued', 'held')
      order by r.recipient_id limit ${batch} for update of r`
    const entries = rows.map((row) => ({
      campaignId: row.campaign_id,
      recipientId: row.recipient_id,
      facts: [{ _tag: "RecipientCancelled" } as const],
    }))
    yield* recordLocked(sql, companyId, at, rows, entries)
    return rows.length
  })
  while ((yield* inCompany(database, companyId, some)) > 0) counts.changed(companyId, campaignId)
})

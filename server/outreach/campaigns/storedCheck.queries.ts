import { Effect } from "effect"
import type { CampaignId, CompanyId } from "#schemas/ids.ts"
import type { CampaignAudience } from "#schemas/outreach/campaign.ts"
import type { CampaignCheck, StoredCheck } from "#schemas/outreach/campaignCheck.ts"
import { Database } from "#server/store/Database.ts"
import { isoNow } from "#server/store/isoNow.ts"

/** Keeps a whole dry run with the campaign whose people and text it judged; with none where it judged a change that is not saved. */
export const storeCheck = Effect.fn("storeCheck")(function* (
  companyId: CompanyId,
  { campaignId, templateId, listId, senderId, startAt }: CampaignAudience,
  templateVersion: number,
  { samples: _, isPartial: __, ...numbers }: CampaignCheck,
) {
  const { sql, company } = yield* Database
  const judged = { templateId, templateVersion, listId, senderId, startAt }
  yield* company(companyId)(sql`
    update campaign_runs set last_check = ${sql.json({ at: yield* isoNow, judged, numbers })}
    where company_id = ${companyId} and campaign_id = ${campaignId} and state in ('draft', 'scheduled')
      and template_id = ${templateId} and template_version = ${templateVersion} and list_id = ${listId}
      and sender_id = ${senderId} and start_at is not distinct from ${startAt}::timestamptz`).pipe(Effect.orDie)
})

/** What dry runs of earlier releases did not find out. */
type Later = "languages" | "needsConfirmation"

type Stored = {
  readonly kept: {
    readonly at: string
    readonly numbers: Omit<StoredCheck, "at" | "isOld" | Later> & Partial<Pick<StoredCheck, Later>>
  } | null
  readonly is_old: boolean
}

/** The last whole dry run of a campaign; null where there was none. */
export const readStoredCheck = Effect.fn("readStoredCheck")(function* (companyId: CompanyId, campaignId: CampaignId) {
  const { sql, company } = yield* Database
  const [row] = yield* company(companyId)(sql<Stored>`
    select last_check as kept,
      (last_check -> 'judged') - 'startAt' <> jsonb_build_object(
        'templateId', template_id, 'templateVersion', template_version, 'listId', list_id, 'senderId', sender_id)
      or (last_check -> 'judged' ->> 'startAt')::timestamptz is distinct from start_at as is_old
    from campaign_runs where company_id = ${companyId} and campaign_id = ${campaignId}`)
  if (row === undefined || row.kept === null) return null
  return {
    ...{ languages: [], needsConfirmation: false },
    ...row.kept.numbers,
    at: row.kept.at,
    isOld: row.is_old,
  } satisfies StoredCheck
})

import { Clock, Effect } from "effect"
import type { PatientCaller } from "#schemas/caller.ts"
import { Database } from "#server/store/Database.ts"
import { isMachine } from "./opening.rule.ts"

/**
 * Counts that the link of a campaign's text was opened, and keeps when it was first (docs/decisions/105-opened-links.md).
 * What counts is a page that ran, read its link and was looked at: its own call. Loading the page counts for nothing,
 * as previews and prefetches do it; a machine that runs the page too is counted apart, as far as it says what it is.
 * @param userAgent what the browser calls itself
 */
export const countOpening = Effect.fn("countOpening")(function* ({ subject }: PatientCaller, userAgent: string) {
  if (subject.purpose !== "book") return
  const { sql, company } = yield* Database
  const { companyId, campaignId, recipientId } = subject
  const now = new Date(yield* Clock.currentTimeMillis).toISOString()
  const [people, machines, openedAt] = isMachine(userAgent) ? [0, 1, null] : [1, 0, now]
  yield* company(companyId)(sql`
    insert into link_openings as o (company_id, campaign_id, recipient_id, opened_at, openings, by_machines)
    values (${companyId}, ${campaignId}, ${recipientId}, ${openedAt}::timestamptz, ${people}, ${machines})
    on conflict (company_id, campaign_id, recipient_id) do update
    set opened_at = coalesce(o.opened_at, excluded.opened_at), openings = o.openings + excluded.openings,
      by_machines = o.by_machines + excluded.by_machines`)
})

import type { PgClient } from "@effect/sql-pg/PgClient"
import type { RecipientRow } from "#server/outreach/recipients/recipient.rule.ts"
import type { CampaignId, CompanyId, SenderId } from "#schemas/ids.ts"

/** One recipient by its place. */
export type Place = { readonly campaignId: CampaignId; readonly recipientId: number }

/** The columns of `recipients` that are folded facts. */
export type LedgerRow = {
  readonly campaign_id: CampaignId
  readonly recipient_id: number
  readonly state: RecipientRow["state"]
  readonly reason: string | null
  readonly held_until: Date | null
  readonly attempts: number
  readonly send_key: string | null
  readonly sid: string | null
  readonly started_at: Date | null
  readonly sent_at: Date | null
  readonly delivered_at: Date | null
  readonly replied_at: Date | null
  readonly opted_out_at: Date | null
  readonly failed_code: string | null
  readonly sender_id: SenderId | null
  readonly was_lost: boolean
  readonly updated_at: Date
  /** What the message is about, where it is about something: `multiCampaign-7`. */
  readonly about: string | null
  /** The number of the patient, also of one who was removed since. */
  readonly person: number
  /** Where the row lies, while it is locked. */
  readonly place: string
}

/** Selects a `LedgerRow` from `recipients r`. */
export const ledgerColumns = `r.campaign_id, r.recipient_id, r.state, r.reason, r.held_until, r.attempts, r.send_key,
  r.sid, r.started_at, r.sent_at, r.delivered_at, r.replied_at, r.opted_out_at, r.failed_code,
  r.sender_id, r.was_lost, r.updated_at, r.about, r.patient_id as person, r.ctid::text as place`

const instant = (date: Date | null): string | null => date?.toISOString() ?? null

/** A stored recipient as the domain folds it. */
export const recipientOf = (row: LedgerRow): RecipientRow => ({
  state: row.state,
  reason: row.reason,
  heldUntil: instant(row.held_until),
  attempts: row.attempts,
  sendKey: row.send_key,
  sid: row.sid,
  startedAt: instant(row.started_at),
  sentAt: instant(row.sent_at),
  deliveredAt: instant(row.delivered_at),
  repliedAt: instant(row.replied_at),
  optedOutAt: instant(row.opted_out_at),
  failedCode: row.failed_code,
  senderId: row.sender_id,
  wasLost: row.was_lost,
})

/**
 * Locks recipients in one order everywhere, so that two writers wait for each
 * other and never block each other. The subquery that locks is looked up row by
 * row whatever the planner believes of a table it has no statistics of.
 */
export const lockRecipients = (sql: PgClient, companyId: CompanyId, places: ReadonlyArray<Place>) => {
  const ordered = places.toSorted((a, b) => a.campaignId - b.campaignId || a.recipientId - b.recipientId)
  return sql<LedgerRow>`
    select ${sql.literal(ledgerColumns)}
    from jsonb_to_recordset(${sql.json(ordered.map(({ campaignId, recipientId }) => ({ c: campaignId, r: recipientId })))})
      as place (c integer, r integer)
    cross join lateral (
      select r.*, r.ctid from recipients r
      where r.company_id = ${companyId} and r.campaign_id = place.c and r.recipient_id = place.r for update) r`
}

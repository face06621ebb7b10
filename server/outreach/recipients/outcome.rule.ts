import { sharesOfPeople, type RecipientStatus } from "#schemas/outreach/progress.ts"
import type { RecipientRow } from "./recipient.rule.ts"

/** What became of a text that was handed over, and the quarter of an hour (an ISO instant) it counts in. */
export type Outcome = {
  readonly quarter: string
  readonly outcome: "delivered" | "replied" | "optedOut" | "underway" | "failed"
  /** Whether the carrier took it. */
  readonly accepted: boolean
}

const quarterMillis = 15 * 60_000

const isUnderway = (status: RecipientStatus): boolean => sharesOfPeople.underway.some((one) => one === status)

/** As `recipientStatus` says it in the database. */
const statusOf = ({ state, sentAt, deliveredAt, repliedAt }: RecipientRow): RecipientStatus | "planned" => {
  if (state !== "optedOut") return state
  if (sentAt === null) return "stoppedBefore"
  return deliveredAt === null && repliedAt === null ? "stoppedUnderway" : state
}

/**
 * How a recipient counts among the texts of a day; null while nothing was handed over for them. A text counts
 * when it was sent, one that was never taken when that was decided: the report counts it on the same day.
 * @param changedAt when the row changed last, as an ISO instant
 */
export const outcomeOf = (row: RecipientRow, changedAt: string): Outcome | null => {
  const status = statusOf(row)
  const at = Date.parse(row.sentAt ?? changedAt)
  const counted = {
    quarter: new Date(at - (at % quarterMillis)).toISOString(),
    accepted: row.sentAt !== null,
  }
  if (status === "delivered" || status === "replied" || status === "optedOut" || status === "failed")
    return { ...counted, outcome: status }
  return status !== "planned" && isUnderway(status) ? { ...counted, outcome: "underway" } : null
}

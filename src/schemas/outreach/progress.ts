import type { Counts, RecipientState } from "./campaign.ts"

/** A share of a campaign's people, as its bar shows it. */
export type ProgressPart = "delivered" | "sent" | "waiting" | "held" | "failed" | "optedOut" | "notSent"

const parts: Record<ProgressPart, ReadonlyArray<RecipientState>> = {
  delivered: ["delivered", "replied"],
  sent: ["sending", "unknown", "sent"],
  waiting: ["queued"],
  held: ["held"],
  failed: ["failed"],
  optedOut: ["optedOut"],
  notSent: ["excluded", "cancelled"],
}

/** A campaign's people by share, in the order of the bar; every share is named, those without people too. */
export const progressOf = (counts: Counts): ReadonlyArray<{ readonly part: ProgressPart; readonly people: number }> =>
  (Object.keys(parts) as ReadonlyArray<ProgressPart>).map((part) => ({
    part,
    people: parts[part].reduce((sum, state) => sum + (counts[state] ?? 0), 0),
  }))

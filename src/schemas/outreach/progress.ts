import type { Counts, RecipientShare, RecipientState } from "./recipient.ts"

/**
 * How a person of a campaign is counted: by their state, only that someone who
 * opted out stands apart unless the text had reached them: before it was sent
 * (`stoppedBefore`), or sent and not confirmed (`stoppedUnderway`).
 */
export type RecipientStatus = RecipientState | "stoppedBefore" | "stoppedUnderway"

/** A share of a campaign's people, as its bar shows it. */
export type ProgressPart = "delivered" | "underway" | "waiting" | "held" | "failed" | "leftOut" | "cancelled"

/**
 * The one definition of each share, for the campaign's page, the report, the
 * dashboard and the export. Delivered is whose phone confirmed the text or who
 * answered it: those who replied or opted out afterwards stay delivered.
 */
export const sharesOfPeople = {
  delivered: ["delivered", "replied", "optedOut"],
  underway: ["sending", "unknown", "sent", "stoppedUnderway"],
  waiting: ["queued"],
  held: ["held"],
  failed: ["failed"],
  leftOut: ["excluded", "stoppedBefore"],
  cancelled: ["cancelled"],
} as const satisfies Record<ProgressPart, ReadonlyArray<RecipientStatus>>

/** Those of the delivered who answered; an opt-out is an answer. */
export const answered = ["replied", "optedOut"] as const satisfies ReadonlyArray<RecipientStatus>

/** Where those stand whose text the carrier took, whatever came of it; of those who failed it took only some. */
export const accepted = [
  ...sharesOfPeople.delivered,
  "sent",
  "stoppedUnderway",
] as const satisfies ReadonlyArray<RecipientStatus>

/** Where the people of a share that is listed stand; `sent` are those of the failed too whose text the carrier took. */
export const listedShares = {
  ...sharesOfPeople,
  sent: accepted,
  replied: answered,
  optedOut: ["optedOut"],
  unknown: ["unknown"],
} as const satisfies Record<RecipientShare, ReadonlyArray<RecipientStatus>>

/** How many people stand in one of these places. */
export const peopleIn = (counts: Counts, standings: ReadonlyArray<RecipientStatus>): number =>
  standings.reduce((sum, standing) => sum + (counts[standing] ?? 0), 0)

/** Who has not been texted: of a campaign that was cancelled, who never will be. */
export const neverTexted = ({ counts }: { readonly counts: Counts }): number =>
  peopleIn(counts, [...sharesOfPeople.waiting, ...sharesOfPeople.held, ...sharesOfPeople.cancelled])

/** A campaign's people by share, in the order of the bar; every share is named, those without people too. */
export const progressOf = (counts: Counts): ReadonlyArray<{ readonly part: ProgressPart; readonly people: number }> =>
  (Object.keys(sharesOfPeople) as ReadonlyArray<ProgressPart>).map((part) => ({
    part,
    people: peopleIn(counts, sharesOfPeople[part]),
  }))

import type { DayPoint } from "#schemas/reporting/report.ts"

/** What a day's bar is made of. */
export type DayTone = "delivered" | "replied" | "sending" | "failed"

/** What became of the texts of a day: the counts are apart from each other and add up to all. */
export const countsOn = ({ delivered, replied, underway, failed }: DayPoint): Readonly<Record<DayTone, number>> => ({
  delivered: delivered - replied,
  replied,
  sending: underway,
  failed,
})

/** All texts of a day, those that the carrier did not take included. */
export const textsOn = ({ delivered, underway, failed }: DayPoint): number => delivered + underway + failed

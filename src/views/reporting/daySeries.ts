import type { DayPoint } from "#schemas/reporting/report.ts"

/** What a day's bar is made of, from below: the parts are apart from each other and add up to all that was sent. */
export const dayParts = [
  {
    key: "delivered",
    word: "report.chart.delivered",
    of: ({ delivered, replied }: DayPoint) => delivered - replied,
  },
  { key: "replied", word: "report.chart.replied", of: ({ replied }: DayPoint) => replied },
  { key: "sending", word: "report.chart.underway", of: ({ underway }: DayPoint) => underway },
  { key: "failed", word: "report.chart.failed", of: ({ failed }: DayPoint) => failed },
] as const

/** All that was sent on a day. */
export const sentOn = ({ delivered, underway, failed }: DayPoint): number => delivered + underway + failed

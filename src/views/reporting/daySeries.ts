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

const steps = [1, 2, 2.5, 5, 10]

/** The round numbers of an axis from 0 to at least `most`, four or five of them; counts of people are whole. */
export const ticksOf = (most: number): ReadonlyArray<number> => {
  const rough = Math.max(most, 4) / 4
  const magnitude = 10 ** Math.floor(Math.log10(rough))
  const step = Math.ceil((steps.find((one) => one * magnitude >= rough) ?? 10) * magnitude)
  return Array.from({ length: Math.ceil(Math.max(most, 1) / step) + 1 }, (_, index) => index * step)
}

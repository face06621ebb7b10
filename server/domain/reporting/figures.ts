import type { DayPoint, Figure } from "#schemas/reporting/report.ts"
import { daysOf, type DayRange } from "./dayRange.ts"

/**
 * What the sends of a report came to. Each number counts a person once for each
 * campaign, except the `distinct` ones, which count a person once in all.
 */
export type Tally = {
  readonly people: number
  readonly excluded: number
  readonly sent: number
  readonly delivered: number
  readonly failed: number
  readonly replied: number
  readonly unknown: number
  readonly waiting: number
  readonly segments: number
  readonly distinctDelivered: number
  readonly distinctOptedOut: number
}

/** A share in percent with one decimal; 0 of nothing is 0. */
export const percent = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part / whole) * 1_000) / 10

const people = (name: string, value: number, definition: string): Figure => ({
  name,
  value,
  unit: "people",
  definition,
})
const share = (name: string, part: number, whole: number, definition: string): Figure => ({
  name,
  value: percent(part, whole),
  unit: "percent",
  definition: `${definition} ${part.toLocaleString("en")} of ${whole.toLocaleString("en")}.`,
})

const counts = (tally: Tally): ReadonlyArray<Figure> => [
  people(
    "People",
    tally.people,
    "Everyone the campaigns were launched for, once for each campaign, those excluded included.",
  ),
  people(
    "Excluded",
    tally.excluded,
    "People who got nothing because of an opt-out, a missing or unusable number or a missing value, once for each campaign.",
  ),
  people("Sent", tally.sent, "People whose message the carrier accepted, once for each campaign."),
  people("Delivered", tally.delivered, "People whose phone confirmed the message, once for each campaign."),
  people(
    "Failed",
    tally.failed,
    "People whose message the carrier refused or could not deliver, once for each campaign.",
  ),
  people("Replied", tally.replied, "People who answered, an opt-out included, once for each campaign."),
  people(
    "Opted out",
    tally.distinctOptedOut,
    "Different people who asked for no more messages after one of these messages.",
  ),
]

const rates = (tally: Tally): ReadonlyArray<Figure> => [
  share("Delivery rate", tally.delivered, tally.sent, "Delivered ÷ sent."),
  share("Reply rate", tally.replied, tally.delivered, "Replied ÷ delivered."),
  // product.md §2a optOutRate
  share(
    "Opt-out rate",
    tally.distinctOptedOut,
    tally.distinctDelivered,
    "Different people who opted out ÷ different people delivered to.",
  ),
]

const pending = (tally: Tally): ReadonlyArray<Figure> => [
  ...(tally.waiting > 0
    ? [
        people(
          "Waiting",
          tally.waiting,
          "People whose message is queued, held by quiet hours or on its way to the carrier.",
        ),
      ]
    : []),
  ...(tally.unknown > 0
    ? [
        people(
          "Unknown",
          tally.unknown,
          "People for whom the carrier's answer was lost; it is asked before anything is sent again.",
        ),
      ]
    : []),
]

/** The figures of a report, each with its definition and what it is divided by (product.md §1e). */
export const figuresOf = (tally: Tally): ReadonlyArray<Figure> => [
  ...counts(tally),
  ...rates(tally),
  {
    name: "Segments",
    value: tally.segments,
    unit: "segments",
    definition: "Message parts the carrier bills, over all messages it accepted.",
  },
  ...pending(tally),
]

/** What happened, by day; days without anything are absent. */
export type DayCounts = DayPoint

const nothing = { delivered: 0, failed: 0, replied: 0, optedOut: 0 }

/** The chart's series: every day of the range, zeros included, oldest first. */
export const seriesOf = (
  range: Pick<DayRange, "startDate" | "endDate">,
  rows: ReadonlyArray<DayCounts>,
): ReadonlyArray<DayPoint> => {
  const byDay = new Map(rows.map((row) => [row.day, row]))
  return daysOf(range).map((day) => byDay.get(day) ?? { day, ...nothing })
}

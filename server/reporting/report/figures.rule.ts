import { reportedShareNames, type ReportedShare } from "#schemas/reporting/reportedPeople.ts"
import { textFacts } from "#schemas/outreach/textFacts.ts"
import { channelFacts } from "#schemas/outreach/channels.ts"
import type { DayPoint, Figure } from "#schemas/reporting/report.ts"
import { daysOf, type DayRange } from "./dayRange.rule.ts"

/** What the sends of a report came to. Each number counts a person once for each campaign, except the `distinct` ones, which count a person once in all. */
export type Tally = {
  readonly everyone: number
  readonly people: Readonly<Record<ReportedShare, number>>
  /** What the carrier bills, by the name of the channel and in its units. */
  readonly costs: Readonly<Record<string, number>>
  readonly distinctDelivered: number
  readonly distinctOptedOut: number
}

/** A share in percent with one decimal; 0 of nothing is 0. */
export const percent = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part / whole) * 1_000) / 10

/** A number of people: how it is named, and what it counts. */
const named = {
  leftOut: ["Left out", "Got nothing because of an opt-out, a missing or unusable number or a missing value."],
  cancelled: ["Cancelled", "The campaign was stopped before their message was sent."],
  waiting: ["Waiting", "Next in line to be sent."],
  held: ["Held", "Waiting for the end of quiet hours where the person lives."],
  sending: ["Sending", "Handed to the carrier, which has not answered yet."],
  notAccepted: ["Not accepted", "The carrier did not take the message, so it was not sent."],
  sent: ["Sent", "The carrier accepted the message."],
  underway: ["On its way", "Of those sent: with the carrier; the phone has not confirmed yet."],
  notDelivered: ["Not delivered", "Of those sent: the message did not reach the phone."],
  delivered: ["Delivered", "The message reached the phone. Those who replied or opted out afterwards are included."],
  replied: ["Replied", "Of those delivered: people who answered, an opt-out included."],
  optedOut: ["Opted out", "Of those delivered: people who asked for no more messages."],
  failed: ["Failed", "Not accepted and not delivered together."],
} as const satisfies Record<ReportedShare, readonly [name: string, definition: string]>

const shown = (share: ReportedShare, { people }: Tally): Figure => {
  const [name, definition] = named[share]
  return { name, share, value: people[share], unit: "people", definition }
}
/** A part of a whole, now and in the days before. */
type Share = readonly [part: number, whole: number]
const share = (name: string, [part, whole]: Share, before: Share | null, definition: string): Figure => ({
  name,
  value: percent(part, whole),
  unit: "percent",
  definition: `${definition} ${part.toLocaleString("en")} of ${whole.toLocaleString("en")}.`,
  // Of nothing there is no rate to compare with.
  ...(before === null || before[1] === 0 ? {} : { previous: percent(...before) }),
})

/** Always named; the others stand in the order of a text's way while they have people. */
const always: ReadonlyArray<ReportedShare> = ["leftOut", "sent", "delivered", "failed", "replied", "optedOut"]

/** Everyone and the parts of them, each part right after what it is a part of. */
const counted = (tally: Tally): ReadonlyArray<Figure> => [
  {
    name: "People",
    value: tally.everyone,
    unit: "people",
    definition:
      "Everyone the campaigns were launched for, those left out included. Someone in two campaigns counts twice.",
  },
  ...reportedShareNames
    .filter((share) => always.includes(share) || tally.people[share] > 0)
    .map((share) => shown(share, tally)),
]

const sharesOf = ({ people, distinctOptedOut, distinctDelivered }: Tally) =>
  ({
    delivery: [people.delivered, people.sent],
    reply: [people.replied, people.delivered],
    // The specification's optOutRate (docs/policy.md#consent-and-opt-out).
    optOut: [distinctOptedOut, distinctDelivered],
  }) as const satisfies Record<string, Share>

const rates = (tally: Tally, previous: Tally | null): ReadonlyArray<Figure> => {
  const now = sharesOf(tally)
  const before = previous === null ? null : sharesOf(previous)
  return [
    share("Delivery rate", now.delivery, before?.delivery ?? null, "Delivered ÷ sent."),
    share("Reply rate", now.reply, before?.reply ?? null, "Replied ÷ delivered."),
    share(
      "Opt-out rate",
      now.optOut,
      before?.optOut ?? null,
      "Different people who opted out ÷ different people delivered to.",
    ),
  ]
}

/** The figures of a report, each with its definition and what it is divided by (docs/policy.md#reports); rates next to those of `previous`. */
export const figuresOf = (tally: Tally, previous: Tally | null = null): ReadonlyArray<Figure> => [
  ...counted(tally),
  ...channelFacts
    .filter(({ name }) => name === textFacts.name || tally.costs[name] !== undefined)
    .map(({ name, counted: cost }): Figure => ({ ...cost, value: tally.costs[name] ?? 0 })),
  ...rates(tally, previous),
]

/** The texts by day; days without any are absent. */
export type DayCounts = DayPoint

const nothing = { sent: 0, delivered: 0, underway: 0, failed: 0, replied: 0, optedOut: 0 }

/** The chart's series: every day of the range, zeros included, oldest first. */
export const seriesOf = (
  range: Pick<DayRange, "startDate" | "endDate">,
  rows: ReadonlyArray<DayCounts>,
): ReadonlyArray<DayPoint> => {
  const byDay = new Map(rows.map((row) => [row.day, row]))
  return daysOf(range).map((day) => byDay.get(day) ?? { day, ...nothing })
}

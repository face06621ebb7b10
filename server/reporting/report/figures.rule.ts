import type { Counts } from "#schemas/outreach/recipient.ts"
import { answered, peopleIn, sharesOfPeople } from "#schemas/outreach/progress.ts"
import type { DayPoint, Figure } from "#schemas/reporting/report.ts"
import { daysOf, type DayRange } from "./dayRange.rule.ts"

/** What the sends of a report came to. Each number counts a person once for each campaign, except the `distinct` ones, which count a person once in all. */
export type Tally = {
  /** People by where they stand. */
  readonly counts: Counts
  readonly sent: number
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

const everyone = (counts: Counts): number => Object.values(counts).reduce((sum, people) => sum + people, 0)

const counted = ({ counts, sent, distinctOptedOut }: Tally): ReadonlyArray<Figure> => [
  people(
    "People",
    everyone(counts),
    "Everyone the campaigns were launched for, those left out included. Someone in two campaigns counts twice.",
  ),
  people(
    "Left out",
    peopleIn(counts, sharesOfPeople.leftOut),
    "Got nothing because of an opt-out, a missing or unusable number or a missing value.",
  ),
  people("Sent", sent, "The carrier accepted the message."),
  people(
    "Delivered",
    peopleIn(counts, sharesOfPeople.delivered),
    "The message reached the phone. Those who replied or opted out afterwards are included.",
  ),
  people("Failed", peopleIn(counts, sharesOfPeople.failed), "The carrier refused or could not deliver the message."),
  people("Replied", peopleIn(counts, answered), "Of those delivered: people who answered, an opt-out included."),
  people("Opted out", distinctOptedOut, "Of those delivered: different people who asked for no more messages."),
]

const sharesOf = (tally: Tally) => {
  const delivered = peopleIn(tally.counts, sharesOfPeople.delivered)
  return {
    delivery: [delivered, tally.sent],
    reply: [peopleIn(tally.counts, answered), delivered],
    // The specification's optOutRate (docs/policy.md#consent-and-opt-out).
    optOut: [tally.distinctOptedOut, tally.distinctDelivered],
  } as const satisfies Record<string, Share>
}

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

/** The rest, so that the parts add up to everyone; each is named while it has people. */
const open = ({ counts }: Tally): ReadonlyArray<Figure> =>
  [
    people("Waiting", peopleIn(counts, ["queued"]), "Next in line to be sent."),
    people("Held", peopleIn(counts, sharesOfPeople.held), "Waiting for the end of quiet hours where the person lives."),
    people(
      "On its way",
      peopleIn(counts, sharesOfPeople.underway),
      "With the carrier; the phone has not confirmed yet.",
    ),
    people(
      "Cancelled",
      peopleIn(counts, sharesOfPeople.cancelled),
      "The campaign was stopped before their message was sent.",
    ),
  ].filter(({ value }) => value > 0)

/** The figures of a report, each with its definition and what it is divided by (docs/policy.md#reports); rates next to those of `previous`. */
export const figuresOf = (tally: Tally, previous: Tally | null = null): ReadonlyArray<Figure> => [
  ...counted(tally),
  {
    name: "Segments",
    value: tally.segments,
    unit: "segments",
    definition: "Message parts the carrier bills, over all messages it accepted.",
  },
  ...rates(tally, previous),
  ...open(tally),
]

/** The texts by day; days without any are absent. */
export type DayCounts = DayPoint

const nothing = { delivered: 0, underway: 0, failed: 0, replied: 0, optedOut: 0 }

/** The chart's series: every day of the range, zeros included, oldest first. */
export const seriesOf = (
  range: Pick<DayRange, "startDate" | "endDate">,
  rows: ReadonlyArray<DayCounts>,
): ReadonlyArray<DayPoint> => {
  const byDay = new Map(rows.map((row) => [row.day, row]))
  return daysOf(range).map((day) => byDay.get(day) ?? { day, ...nothing })
}

import type { CampaignDetail } from "#schemas/outreach/campaign.ts"
import { peopleIn, sharesOfPeople } from "#schemas/outreach/progress.ts"

const minute = 60_000
const quarter = 15 * minute
const hour = 60 * minute

/** How long a bar may be; each begins on a quarter of an hour, as the counts do. */
const lengths = [quarter, 2 * quarter, hour, 2 * hour, 4 * hour, 12 * hour, 24 * hour]
const mostBars = 48

/** One bar: texts by what became of them, and those that are expected to leave in it. */
export type SendingBar = {
  readonly at: number
  readonly delivered: number
  readonly underway: number
  readonly failed: number
  readonly expected: number
  /** The minutes of it that count: of the bar that is not over, those that went by and those that are expected. */
  readonly minutes: number
}

/** The run of a campaign in bars of one length; instants in milliseconds since 1970. */
export type SendingSeries = {
  readonly from: number
  readonly until: number
  readonly bars: ReadonlyArray<SendingBar>
  /** Now, while it sends. */
  readonly now: number | null
  /** When how many of those who are held are released, in which zone. */
  readonly releases: ReadonlyArray<{ readonly at: number; readonly people: number; readonly zone: string }>
}

type Sent = Pick<CampaignDetail, "sending" | "held" | "counts">

const lengthFor = (millis: number): number => lengths.find((one) => millis / one <= mostBars) ?? 24 * hour

/** How many of those in line and released are expected to leave in each bar, from the one that holds `now`. */
const expectedIn = (
  { sending: { pace }, held, counts }: Sent,
  now: number,
): ((from: number, until: number) => number) => {
  const perMinute = pace === null ? 0 : pace.perMinute > 0 ? pace.perMinute : pace.mostPerMinute
  let line = peopleIn(counts, sharesOfPeople.waiting)
  let waiting = held.map(({ until, people }) => ({ at: Date.parse(until), people }))
  return (from, until) => {
    if (until <= now || perMinute === 0) return 0
    line += waiting.filter(({ at }) => at < until).reduce((sum, { people }) => sum + people, 0)
    waiting = waiting.filter(({ at }) => at >= until)
    const leaving = Math.min(line, Math.round(((until - Math.max(from, now)) / minute) * perMinute))
    line -= leaving
    return leaving
  }
}

/** Texts of a bar a minute. */
export const perMinuteOf = (bar: SendingBar, texts: number): number => (bar.minutes === 0 ? 0 : texts / bar.minutes)

/** All texts of a bar, those that are expected included. */
export const textsOf = ({ delivered, underway, failed, expected }: SendingBar): number =>
  delivered + underway + failed + expected

/**
 * What left when, and while a campaign sends what is expected to leave and when who is held is released; null while
 * nothing left and nothing is expected.
 */
export const sendingSeries = (shown: Sent, now: number | null): SendingSeries | null => {
  const { quarters, pace } = shown.sending
  const live = pace === null ? null : now
  const end = pace === null || pace.endsAt === null || live === null ? null : Math.max(Date.parse(pace.endsAt), live)
  const first = quarters[0] === undefined ? live : Date.parse(quarters[0].at)
  if (first === null || (quarters.length === 0 && end === null)) return null
  const last = Math.max(Date.parse(quarters.at(-1)?.at ?? "") || first, live ?? first, end ?? first)
  const length = lengthFor(last + quarter - first)
  const from = first - (first % quarter)
  const expected = expectedIn(shown, live ?? Infinity)
  const count = Math.floor((last - from) / length) + 1
  const bars = Array.from({ length: count }, (_, index): SendingBar => {
    const at = from + index * length
    const within = quarters.filter((one) => Date.parse(one.at) >= at && Date.parse(one.at) < at + length)
    const sum = (of: "delivered" | "underway" | "failed"): number => within.reduce((all, one) => all + one[of], 0)
    return {
      at,
      delivered: sum("delivered"),
      underway: sum("underway"),
      failed: sum("failed"),
      expected: end === null ? 0 : expected(at, at + length),
      minutes:
        end === null && live !== null && live < at + length ? Math.max(1, (live - at) / minute) : length / minute,
    }
  })
  const releases =
    live === null ? [] : shown.held.map(({ until, people, zone }) => ({ at: Date.parse(until), people, zone }))
  return {
    from,
    until: from + count * length,
    bars,
    now: live,
    releases: releases.filter(({ at }) => at > (live ?? 0)),
  }
}

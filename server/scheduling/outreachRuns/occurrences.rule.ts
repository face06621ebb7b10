import type { OutreachRunTimes, PlannedDate } from "#schemas/scheduling/outreachRun.ts"
import { datesBetween, dateIn, nextDates, plannedOn } from "./recurrence.rule.ts"

/** How long after its moment a date is still made up for, in milliseconds. */
export const lateMillis = 24 * 3_600_000

/** How far a run has come. */
export type Passing = {
  /** When it was set up or resumed: what lies before is never made up for. */
  readonly since: string
  /** The last of its dates that was decided; a run sends at most once a day. */
  readonly lastDate: string | null
  /** Dates to come that are left out. */
  readonly skipped: ReadonlyArray<string>
}

/** Whether a date was not decided yet. */
export const isWaiting = ({ lastDate }: Passing, date: string): boolean => lastDate === null || date > lastDate

/** Whether a date of a run lies before it, skipped or not. */
export const isToCome = (times: OutreachRunTimes, passing: Passing, date: string, now: string): boolean =>
  isWaiting(passing, date) && plannedOn(date, times).at > (now > passing.since ? now : passing.since)

/** The next dates that take place, of those after a moment; skipped ones are left out. */
export const comingOf = (times: OutreachRunTimes, passing: Passing, now: string, most: number) => {
  const after = now > passing.since ? now : passing.since
  return nextDates(times, { day: passing.lastDate, after, most: most + passing.skipped.length })
    .filter(({ date }) => !passing.skipped.includes(date))
    .slice(0, most)
}

/** The next date that takes place; undefined where there is none. */
export const nextOf = (times: OutreachRunTimes, passing: Passing, now = passing.since): PlannedDate | undefined =>
  comingOf(times, passing, now, 1)[0]

/** What is due, oldest first: `missed` ones are too late, and at most one takes place. */
export type Due = { readonly missed: ReadonlyArray<PlannedDate>; readonly due: PlannedDate | undefined }

const before = (date: string | null, earliest: string): string => (date !== null && date > earliest ? date : earliest)

/** The dates of a run whose moment has come and that were not decided. Only the last takes place, and only within a day. */
export const dueOf = (times: OutreachRunTimes, passing: Passing, now: string): Due => {
  const from = before(passing.lastDate, dateIn(passing.since, times.timezone))
  const waiting = datesBetween(times, from, dateIn(now, times.timezone))
    .filter((date) => isWaiting(passing, date) && !passing.skipped.includes(date))
    .map((date) => plannedOn(date, times))
    .filter(({ at }) => at > passing.since && at <= now)
  const newest = waiting.at(-1)
  const isLate = newest !== undefined && Date.parse(now) - Date.parse(newest.at) > lateMillis
  return isLate ? { missed: waiting, due: undefined } : { missed: waiting.slice(0, -1), due: newest }
}

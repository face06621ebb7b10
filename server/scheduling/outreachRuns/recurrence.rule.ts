import { RRuleTemporal } from "rrule-temporal"
import { Temporal } from "temporal-polyfill"
import type { OutreachRunTimes, PlannedDate } from "#schemas/scheduling/outreachRun.ts"
import type { Recurrence } from "#schemas/scheduling/recurrence.ts"

const weekdayCodes = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"] as const
const frequencies = { daily: "DAILY", weekly: "WEEKLY", monthly: "MONTHLY" } as const

/** Dates are counted at noon of UTC, where no clock changes; their moment in a zone is looked up afterwards. */
const noonOf = (date: string) => Temporal.PlainDate.from(date).toZonedDateTime({ timeZone: "UTC", plainTime: "12:00" })

const monthly = ({ monthlyBy, monthDay, monthWeek, monthWeekday }: Recurrence) =>
  monthlyBy === "day" ? { byMonthDay: [monthDay] } : { byDay: [`${monthWeek}${weekdayCodes[monthWeekday]}`] }

const on = (rule: Recurrence) => {
  if (rule.frequency === "monthly") return monthly(rule)
  return rule.frequency === "weekly" ? { byDay: rule.weekdays.map((day) => weekdayCodes[day]) } : {}
}

const until = ({ ends, untilDate, count }: Recurrence) => {
  if (ends === "on" && untilDate !== null) return { until: noonOf(untilDate) }
  return ends === "after" && count !== null ? { count } : {}
}

/** The rule as the library knows it (RFC 5545); what happens once is one of a count. */
const ruleOf = (rule: Recurrence) => {
  const { frequency, firstDate, interval } = rule
  const start = { dtstart: noonOf(firstDate), tzid: "UTC", wkst: "SU" } as const
  return frequency === "once"
    ? new RRuleTemporal({ ...start, freq: "DAILY", count: 1 })
    : new RRuleTemporal({ ...start, freq: frequencies[frequency], interval, ...on(rule), ...until(rule) })
}

const dateOf = (at: { readonly toString: () => string }): string => at.toString().slice(0, 10)
const dayBefore = (date: string): string => Temporal.PlainDate.from(date).subtract({ days: 1 }).toString()

/** The dates of a recurrence from one day to another, both included. */
export const datesBetween = (rule: Recurrence, from: string, to: string): ReadonlyArray<string> => {
  if (to < from || to < rule.firstDate) return []
  try {
    return ruleOf(rule).between(noonOf(from), noonOf(to), true).map(dateOf)
  } catch {
    return []
  }
}

/**
 * The first date of a recurrence after a day; undefined where there is none. A rule that never comes to a date, such as
 * every February 30, makes the library throw when it has looked long enough.
 */
export const dateAfter = (rule: Recurrence, day: string): string | undefined => {
  try {
    const next = ruleOf(rule).next(noonOf(day), false)
    return next === null ? undefined : dateOf(next)
  } catch {
    return undefined
  }
}

/**
 * When a run sends on a date: by its wall time. Where the clock skips that time it is the first moment after the gap;
 * where the clock shows it twice, the first of both.
 */
export const plannedOn = (date: string, { time, timezone }: OutreachRunTimes): PlannedDate => {
  const wall = Temporal.PlainDateTime.from(`${date}T${time}`)
  const first = wall.toZonedDateTime(timezone, { disambiguation: "earlier" })
  const second = wall.toZonedDateTime(timezone, { disambiguation: "later" })
  const isSkipped = !second.toPlainDateTime().equals(wall)
  const at = isSkipped ? (first.getTimeZoneTransition("next") ?? second) : first
  const isRepeated = !isSkipped && !first.equals(second)
  const note = isSkipped ? "skipped" : isRepeated ? "repeated" : null
  return { date, at: new Date(at.epochMilliseconds).toISOString(), note }
}

/** The next dates of a run after a day that lie after a moment, at most so many. */
export const nextDates = (
  times: OutreachRunTimes,
  { day, after, most }: { readonly day: string | null; readonly after: string; readonly most: number },
): ReadonlyArray<PlannedDate> => {
  const found: Array<PlannedDate> = []
  const start = dayBefore(dateIn(after, times.timezone))
  let at = dateAfter(times, day !== null && day > start ? day : dayBefore(start))
  while (at !== undefined && found.length < most) {
    const planned = plannedOn(at, times)
    if (planned.at > after) found.push(planned)
    at = dateAfter(times, at)
  }
  return found
}

/** The day that a zone’s calendar shows at an instant, given as ISO 8601. */
export const dateIn = (at: string, zone: string): string =>
  Temporal.Instant.from(at).toZonedDateTimeISO(zone).toPlainDate().toString()

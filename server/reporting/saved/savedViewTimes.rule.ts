import { addDays, addMonths } from "#schemas/calendar.ts"
import type { SavedViewFacts, ShownDays } from "#schemas/reporting/savedView.ts"
import type { OutreachRunTimes, PlannedDate } from "#schemas/scheduling/outreachRun.ts"
import { dueOf, nextOf, type Passing } from "#server/scheduling/outreachRuns/occurrences.rule.ts"
import { dateIn } from "#server/scheduling/outreachRuns/recurrence.rule.ts"

/** How far the mails of a view have come. */
export type MailPassing = Omit<Passing, "skipped">

type Scheduled = Pick<SavedViewFacts, "frequency" | "weekdays" | "monthDay" | "time">

/** The dates of a view's mails as a recurrence of the company's zone; undefined where it is not mailed. */
const timesOf = (
  { frequency, weekdays, monthDay, time }: Scheduled,
  since: string,
  timezone: string,
): OutreachRunTimes | undefined =>
  frequency === "never"
    ? undefined
    : {
        ...{ firstDate: dateIn(since, timezone), frequency, interval: 1, weekdays },
        ...{ monthlyBy: "day", monthDay, monthWeek: 1, monthWeekday: 1 },
        ...{ ends: "never", untilDate: null, count: null, time, timezone },
      }

/** When a view is mailed next; undefined where it is not. */
export const nextMail = (view: Scheduled & MailPassing, timezone: string, now: string): PlannedDate | undefined => {
  const times = timesOf(view, view.since, timezone)
  return times === undefined ? undefined : nextOf(times, { ...view, skipped: [] }, now)
}

/** The one time of a view that has come and was not mailed: the last, however late it is, and of several none before it. */
export const dueMail = (view: Scheduled & MailPassing, timezone: string, now: string): PlannedDate | undefined => {
  const times = timesOf(view, view.since, timezone)
  if (times === undefined) return undefined
  const { missed, due } = dueOf(times, { ...view, skipped: [] }, now)
  return due ?? missed.at(-1)
}

/** The days that a view shows on a day of the calendar, `YYYY-MM-DD`. */
export const daysOn = ({ days, from, to }: Pick<SavedViewFacts, "days" | "from" | "to">, today: string): ShownDays => {
  const monthStart = `${today.slice(0, 8)}01`
  switch (days) {
    case "last7":
      return { startDate: addDays(today, -7), endDate: addDays(today, -1) }
    case "last30":
      return { startDate: addDays(today, -30), endDate: addDays(today, -1) }
    case "lastMonth":
      return { startDate: addMonths(monthStart, -1), endDate: addDays(monthStart, -1) }
    case "whole":
      return { startDate: null, endDate: today }
    case "chosen":
      return { startDate: from, endDate: to ?? today }
  }
}

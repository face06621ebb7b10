import { useContext } from "react"
import { useIntl } from "react-intl"
import type { OutreachRunTimes, PlannedDate } from "#schemas/scheduling/outreachRun.ts"
import { last } from "#schemas/scheduling/recurrence.ts"
import { dayIn, Now, wallTimeIn } from "#views/parts/Time.tsx"
import { useWords } from "#views/parts/Words.tsx"
import { useWeekdays } from "./weekdays.ts"

/** A date of a run: "Tue, Dec 1", with its year when that is not this one. */
export const useRunDay = (): ((date: string) => string) => {
  const intl = useIntl()
  const today = dayIn(intl, useContext(Now))
  return (date) =>
    intl.formatDate(`${date}T00:00:00Z`, {
      ...{ weekday: "short", month: "short", day: "numeric", timeZone: "UTC" },
      ...(date.slice(0, 4) === today?.slice(0, 4) ? {} : { year: "numeric" }),
    })
}

/** When a run sends on a date, on the wall of a zone: "9:00 AM". */
export const useRunTime = (): ((at: string, timezone: string) => string) => {
  const intl = useIntl()
  return (at, timeZone) => intl.formatTime(at, { hour: "numeric", minute: "2-digit", timeZone })
}

/** Why a date has another time than its run, or a time that comes twice; empty where the clock runs as on other days. */
export const useClockNote = (): ((
  planned: PlannedDate,
  run: Pick<OutreachRunTimes, "time" | "timezone">,
) => string) => {
  const words = useWords()
  const intl = useIntl()
  const timeOf = useRunTime()
  return ({ note, at }, { time, timezone }) =>
    note === null ? "" : words(`runs.note.${note}`, { time: wallTimeIn(intl, time), at: timeOf(at, timezone) })
}

const useRule = (): ((run: OutreachRunTimes) => string) => {
  const words = useWords()
  const intl = useIntl()
  const weekdays = useWeekdays()
  const dayOf = useRunDay()
  const monthly = ({ monthlyBy, monthDay, monthWeek, monthWeekday }: OutreachRunTimes): string => {
    if (monthlyBy === "weekday")
      return words("runs.recurs.weekday", { week: monthWeek, day: weekdays[monthWeekday] ?? "" })
    return monthDay === last ? words("runs.recurs.lastDay") : words("runs.recurs.monthDay", { day: monthDay })
  }
  return (run) => {
    const { frequency, interval } = run
    if (frequency === "once") return words("runs.recurs.once", { date: dayOf(run.firstDate) })
    if (frequency === "daily") return words("runs.recurs.daily", { interval })
    if (frequency === "monthly") return words("runs.recurs.monthly", { interval, day: monthly(run) })
    const days = intl.formatList(run.weekdays.map((day) => weekdays[day] ?? ""))
    return words("runs.recurs.weekly", { interval, days })
  }
}

/** When a run sends, in words: "Every 2 weeks on Tuesday at 9:00 AM, until Dec 31". */
export const useRecurrence = (): ((run: OutreachRunTimes) => string) => {
  const words = useWords()
  const intl = useIntl()
  const dayOf = useRunDay()
  const ruleOf = useRule()
  return (run) => {
    const { frequency, ends, untilDate, count, time } = run
    const rule = words("runs.recurs.at", { rule: ruleOf(run), time: wallTimeIn(intl, time) })
    if (frequency === "once") return rule
    if (ends === "on" && untilDate !== null) return words("runs.recurs.until", { rule, date: dayOf(untilDate) })
    return ends === "after" && count !== null ? words("runs.recurs.count", { rule, count }) : rule
  }
}

import type { Closure } from "#schemas/scheduling/locationDraft.ts"
import type { ClosedDay, KeptSection } from "#schemas/scheduling/schedule.ts"
import { apptSections, type SlotStatus, type SlotTime } from "#schemas/scheduling/slot.ts"
import { datesOf, plusDays, weekdayOf } from "./wallTime.rule.ts"

/** Whether a section offers its slots of a day. */
export const isOffered = ({ switchValue, startDate, endDate, days }: KeptSection, date: string): boolean =>
  switchValue && startDate <= date && date <= endDate && days.some((day) => day === weekdayOf(date))

/** The status of a slot (FHIR R4, Slot.status) by its seats; `isOpen` where its section is on and its day not closed. */
export const statusOf = (
  { capacity, booked, held }: Pick<SlotTime, "capacity"> & { readonly booked: number; readonly held: number },
  isOpen: boolean,
): SlotStatus => {
  if (!isOpen) return "busy-unavailable"
  if (booked >= capacity) return "busy"
  return booked + held >= capacity ? "busy-tentative" : "free"
}

/** What closes a location: its own dates, and the company’s holidays. */
export type Closing = {
  readonly closures: ReadonlyArray<Closure>
  readonly holidays: ReadonlyArray<{ readonly date: string; readonly name: string }>
}

/** The days of a span on which a location is closed, with the reason, in their order. */
export const closedDaysOf = (
  { closures, holidays }: Closing,
  startDate: string,
  endDate: string,
): ReadonlyArray<ClosedDay> => {
  const reasons = new Map(holidays.map(({ date, name }) => [date, name]))
  for (const { from, to, reason } of closures) {
    const [first, last] = [from < startDate ? startDate : from, to > endDate ? endDate : to]
    for (const date of datesOf(first, last)) reasons.set(date, reason)
  }
  return [...reasons]
    .filter(([date]) => startDate <= date && date <= endDate)
    .map(([date, reason]) => ({ date, reason }))
    .toSorted((one, other) => (one.date < other.date ? -1 : 1))
}

/** How far a section reaches that was not set up yet, in days. */
const firstDays = 90
const names = { 1: "Morning", 2: "Afternoon", 3: "Evening" } as const

/** The sections of a location that has none yet: switched off, on workdays, from a day on. */
export const firstSections = (today: string): ReadonlyArray<KeptSection> =>
  apptSections.map((apptSection) => ({
    apptSection,
    name: names[apptSection],
    switchValue: false,
    startDate: today,
    endDate: plusDays(today, firstDays),
    days: [1, 2, 3, 4, 5],
  }))

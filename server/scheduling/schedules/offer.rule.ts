import { weekdayOf } from "#schemas/calendar.ts"
import type { Closure } from "#schemas/scheduling/locationDraft.ts"
import type { ClosedDay, KeptSection } from "#schemas/scheduling/schedule.ts"
import { apptSections, type SlotStatus, type SlotTime } from "#schemas/scheduling/slot.ts"
import { datesOf, plusDays } from "./wallTime.rule.ts"

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

/** The reason why a location is closed on a day, its own before the company’s; absent where it is open. */
export const closedReason = ({ closures, holidays }: Closing, date: string): string | undefined =>
  closures.findLast(({ from, to }) => from <= date && date <= to)?.reason ??
  holidays.findLast((holiday) => holiday.date === date)?.name

/** The days of a span on which a location is closed, with the reason, in their order. */
export const closedDaysOf = (place: Closing, startDate: string, endDate: string): ReadonlyArray<ClosedDay> =>
  datesOf(startDate, endDate).flatMap((date) => {
    const reason = closedReason(place, date)
    return reason === undefined ? [] : [{ date, reason }]
  })

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

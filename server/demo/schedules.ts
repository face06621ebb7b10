import { weekdayOf } from "#schemas/calendar.ts"
import type { LocationDraft, Shift } from "#schemas/scheduling/locationDraft.ts"
import type { KeptSection, Weekday } from "#schemas/scheduling/schedule.ts"
import { StageId, type StageDraft } from "#schemas/scheduling/stage.ts"
import { apptSections, minutesOf, type ApptSection } from "#schemas/scheduling/slot.ts"
import { dateAt, datesOf, instantsOf, plusDays } from "#server/scheduling/schedules/wallTime.rule.ts"

/** From how many days back to how many ahead the demo has slots, and how far its sections reach. */
const slotDays = { back: 21, ahead: 63 } as const
const sectionDays = 120

/** What each section of a demo location offers, where the location is open. */
const plans = {
  1: { name: "Morning", from: "08:00", to: "12:00", capacity: 4, isOn: true },
  2: { name: "Afternoon", from: "13:00", to: "17:00", capacity: 4, isOn: true },
  3: { name: "Evening", from: "17:30", to: "19:00", capacity: 2, isOn: false },
} as const
const minutes = 30

const timeOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`

/** The stages of visits of the demo: a follow-up comes a week to three months after the first visit. */
export const demoStages = { firstVisit: StageId.make(1), followUp: StageId.make(2) } as const
export const stagesToSave: ReadonlyArray<StageDraft> = [
  { stageId: null, name: "First visit", minDays: 1, maxDays: null, isActive: true },
  { stageId: null, name: "Follow-up", minDays: 7, maxDays: 90, isActive: true },
]

/** A slot of the demo, before anyone has booked it. */
export type DemoSlot = {
  readonly apptSection: ApptSection
  readonly date: string
  readonly start: string
  readonly end: string
  readonly startsAt: string
  readonly endsAt: string
  readonly capacity: number
}

const startsOf = (section: ApptSection): ReadonlyArray<string> => {
  const { from, to } = plans[section]
  const count = (minutesOf(to) - minutesOf(from)) / minutes
  return Array.from({ length: count }, (_, place) => timeOf(minutesOf(from) + place * minutes))
}

const lies = (shifts: ReadonlyArray<Shift>, start: string, end: string): boolean =>
  shifts.some(({ from, to }) => from <= start && end <= to)

/** Weekdays on which evenings are kept for later: no location of the demo is open then. */
const evenings: ReadonlyArray<Weekday> = [2, 4]

const slotsOn = (section: ApptSection, date: string, location: Pick<LocationDraft, "hours" | "timezone">) =>
  startsOf(section).flatMap((start): ReadonlyArray<DemoSlot> => {
    const end = timeOf(minutesOf(start) + minutes)
    const weekday = weekdayOf(date)
    const isOpen =
      section === 3 ? evenings.some((day) => day === weekday) : lies(location.hours[weekday] ?? [], start, end)
    const instants = instantsOf({ date, start, end }, location.timezone)
    return isOpen && instants !== undefined
      ? [{ apptSection: section, date, start, end, ...instants, capacity: plans[section].capacity }]
      : []
  })

/** The sections of a location and its slots around a moment, in milliseconds since 1970. */
export const planSchedule = (location: Pick<LocationDraft, "hours" | "timezone">, now: number) => {
  const today = dateAt(now, location.timezone)
  const first = plusDays(today, -slotDays.back)
  const open = ([0, 1, 2, 3, 4, 5, 6] as const).filter((day) => (location.hours[day] ?? []).length > 0)
  const sections = apptSections.map((apptSection): KeptSection => ({
    apptSection,
    name: plans[apptSection].name,
    switchValue: plans[apptSection].isOn,
    startDate: first,
    endDate: plusDays(today, sectionDays),
    days: apptSection === 3 ? evenings : open,
    ...(apptSection === 3 ? { stageId: demoStages.followUp } : {}),
  }))
  const dates = datesOf(first, plusDays(today, slotDays.ahead))
  const slots = dates.flatMap((date) => apptSections.flatMap((section) => slotsOn(section, date, location)))
  return { sections, slots, days: dates.length }
}

import { weekdayOf } from "#schemas/calendar.ts"
import type { DayOutcome, KeptSection, Replicate, ReplicatePreview, SlotCounts } from "#schemas/scheduling/schedule.ts"
import type { ApptSection, SlotTime } from "#schemas/scheduling/slot.ts"
import { closedDaysOf, type Closing } from "./offer.rule.ts"
import { planDay, type DayPlan, type StandingSlot } from "./slotPlan.rule.ts"
import { clockChanges, datesOf, instantsOf, plusDays } from "./wallTime.rule.ts"

/** What becomes of one day of a section. */
export type PlannedDay = { readonly apptSection: ApptSection; readonly date: string; readonly plan: DayPlan }

const sum = (days: ReadonlyArray<PlannedDay>, of: keyof DayPlan): number =>
  days.reduce((total, { plan }) => total + plan[of].length, 0)

/** What planned days come to, in slots. */
export const countsOf = (days: ReadonlyArray<PlannedDay>): SlotCounts => ({
  adds: sum(days, "adds"),
  keeps: sum(days, "keeps"),
  changes: sum(days, "changes"),
  removes: sum(days, "removes"),
  affected: sum(days, "affected"),
  leftOut: sum(days, "leftOut"),
})

/** The days that replicating reaches: those of the range or of the whole section that lie in both, from today on. */
export const replicatedSpan = (
  { mode, startDate, endDate }: Pick<Replicate, "mode" | "startDate" | "endDate">,
  section: KeptSection,
  today: string,
): { readonly startDate: string; readonly endDate: string } => {
  const isRange = mode === "Range"
  const firsts = [section.startDate, today, ...(isRange && startDate !== null ? [startDate] : [])]
  const lasts = [section.endDate, ...(isRange && endDate !== null ? [endDate] : [])]
  return { startDate: firsts.toSorted().at(-1) ?? today, endDate: lasts.toSorted()[0] ?? today }
}

const outcomeOf = ({ adds, changes, removes, affected }: DayPlan): DayOutcome => {
  if (affected.length > 0) return "bookings"
  if (removes.length > 0) return "removes"
  return adds.length + changes.length > 0 ? "adds" : "keeps"
}

/** How many of the slots with bookings a preview names. */
const namedSlots = 20

/**
 * What copying a week’s slots to other days does. Closed days are stepped over, and so are times that the clock skips.
 * @param standing the section’s slots of the span
 */
export const planReplicate = (
  asked: Pick<Replicate, "apptSection" | "week" | "existing">,
  span: { readonly startDate: string; readonly endDate: string },
  place: Closing & { readonly timezone: string },
  standing: ReadonlyArray<StandingSlot & { readonly date: string }>,
): { readonly days: ReadonlyArray<PlannedDay>; readonly preview: ReplicatePreview } => {
  const { startDate, endDate } = span
  const closed = closedDaysOf(place, startDate, endDate)
  const byDate = Map.groupBy(standing, ({ date }) => date)
  const reached = datesOf(startDate, endDate).flatMap((date) => {
    const given = asked.week.find(({ day }) => day === weekdayOf(date))
    return given === undefined ? [] : [{ date, slots: given.slots }]
  })
  const changes = clockChanges(startDate, endDate, place.timezone)
  // A zone that crosses the date line skips the day before.
  const irregular = new Set(changes.flatMap(({ date }) => [plusDays(date, -1), date]))
  const isThere = (date: string, slot: SlotTime): boolean =>
    !irregular.has(date) || instantsOf({ ...slot, date }, place.timezone) !== undefined
  const open = reached.filter(({ date }) => !closed.some((one) => one.date === date))
  const days = open.map(({ date, slots }) => ({
    apptSection: asked.apptSection,
    date,
    plan: planDay(
      byDate.get(date) ?? [],
      slots.filter((slot) => isThere(date, slot)),
      asked.existing,
    ),
  }))
  const skipped = open.flatMap(({ date, slots }) =>
    slots.filter((slot) => !isThere(date, slot)).map(({ start }) => ({ date, start })),
  )
  const counts = countsOf(days)
  const affectedSlots = days.flatMap(({ date, plan }) =>
    plan.affected.map(({ start, taken }) => ({ date, start, booked: taken })),
  )
  const outcomes = new Map(days.map(({ date, plan }) => [date, outcomeOf(plan)]))
  return {
    days,
    preview: {
      ...counts,
      leftOut: counts.leftOut + skipped.length,
      days: reached.map(({ date }) => ({ date, outcome: outcomes.get(date) ?? "closed" })),
      affectedSlots: affectedSlots.slice(0, namedSlots),
      skipped: skipped.slice(0, namedSlots),
      clockChanges: changes,
    },
  }
}

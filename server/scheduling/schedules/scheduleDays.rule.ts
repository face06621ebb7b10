import { Schema, Struct } from "effect"
import { KeptSection, type ScheduledDay } from "#schemas/scheduling/schedule.ts"
import { ApptSection, SlotTime, slotTimes } from "#schemas/scheduling/slot.ts"
import type { PlannedDay } from "./replicate.rule.ts"
import { planDay, type StandingSlot } from "./slotPlan.rule.ts"
import { instantsOf } from "./wallTime.rule.ts"

/** A slot as it stands, with its section and day. */
export type DatedSlot = StandingSlot & { readonly apptSection: ApptSection; readonly date: string }

/** The slots of each section and day, as they stand. */
export const byDay = (slots: ReadonlyArray<DatedSlot>): ReadonlyMap<string, ReadonlyArray<DatedSlot>> =>
  Map.groupBy(slots, ({ apptSection, date }) => `${apptSection} ${date}`)

/** Plans what each day becomes; besides it, only what is booked stays. */
export const planDays = (
  days: ReadonlyArray<ScheduledDay>,
  standing: ReadonlyArray<DatedSlot>,
): ReadonlyArray<PlannedDay> => {
  const slots = byDay(standing)
  return days.map(({ apptSection, date, slots: given }) => ({
    apptSection,
    date,
    plan: planDay(slots.get(`${apptSection} ${date}`) ?? [], given, "replace"),
  }))
}

/** What a schedule was before a change: its sections, and the slots of the days that changed; equal days once. */
export const Before = Schema.Struct({
  sections: Schema.Array(KeptSection),
  patterns: Schema.Array(Schema.Array(SlotTime)),
  /** Section, day, and the number of its pattern. */
  days: Schema.Array(Schema.Tuple([ApptSection, Schema.String, Schema.Int])),
})
export type Before = typeof Before.Type

const timesOf = Struct.pick<DatedSlot, ReadonlyArray<keyof SlotTime>>(
  Object.keys(slotTimes) as ReadonlyArray<keyof SlotTime>,
)

/** Writes down what planned days are before the plan is carried out. */
export const beforeOf = (
  sections: ReadonlyArray<KeptSection>,
  days: ReadonlyArray<PlannedDay>,
  standing: ReadonlyArray<DatedSlot>,
): Before => {
  const slots = byDay(standing)
  const numbers = new Map<string, number>()
  const numbered = days.map(({ apptSection, date }) => {
    const pattern = JSON.stringify((slots.get(`${apptSection} ${date}`) ?? []).map(timesOf))
    const number = numbers.get(pattern) ?? numbers.size
    numbers.set(pattern, number)
    return [apptSection, date, number] as const
  })
  const patterns = [...numbers.keys()].map((pattern) => JSON.parse(pattern) as ReadonlyArray<SlotTime>)
  return { sections, patterns, days: numbered }
}

/** The days as they were, from today on, without times that the location’s clock never shows: it may have another zone by now. */
export const restoredDays = (
  { patterns, days }: Before,
  { today, timezone }: { readonly today: string; readonly timezone: string },
): ReadonlyArray<ScheduledDay> =>
  days.flatMap(([apptSection, date, pattern]) => {
    const slots = (patterns[pattern] ?? []).filter((slot) => instantsOf({ ...slot, date }, timezone) !== undefined)
    return date < today ? [] : [{ apptSection, date, slots }]
  })

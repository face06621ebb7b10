import { Schema } from "effect"
import { addDays, weekdayOf } from "../calendar.ts"
import { instantsOfWall } from "../repeatedTime.ts"
import { dayKey, slotKey, type DayEdit } from "./scheduleDraft.ts"
import type { KeptSection, ScheduleDetails } from "./schedule.ts"
import { minutesOf, Plan, timeAt, type ApptSection, type Slot, type SlotTime } from "./slot.ts"

/** A slot in the grid; `taken` counts its bookings and the seats that are held. */
export type GridSlot = SlotTime & { readonly taken: number; readonly isChanged: boolean }

/** The slots at one time of the day, Sunday first. */
export type GridRow = {
  readonly key: string
  readonly start: string
  readonly end: string
  readonly isLater: boolean
  readonly slots: ReadonlyArray<GridSlot | null>
  /** When it begins on the day, Sunday first, on which the clock shows it twice; absent where it does on none. */
  readonly repeated?: { readonly day: number; readonly startsAt: string; readonly zone: string }
}

/** One section's part of the week. */
export type Band = {
  readonly section: KeptSection
  readonly plan: Plan
  readonly rows: ReadonlyArray<GridRow>
  /** Whether slots can be painted on a day, Sunday first. */
  readonly isOpen: ReadonlyArray<boolean>
  readonly seats: number
  readonly taken: number
}

/** A week of a location's schedule, as it will be once it is saved. */
export type WeekGrid = {
  /** The zone of the location (IANA), on whose clock all times are. */
  readonly zone: string
  readonly dates: ReadonlyArray<string>
  /** Why a day is closed; null where it is not. */
  readonly closed: ReadonlyArray<string | null>
  readonly bands: ReadonlyArray<Band>
}

const usual = { capacity: 4, overbook: 0, bufferBefore: 0, bufferAfter: 0, minutes: 30 }
const usualTimes: Readonly<Record<ApptSection, Pick<Plan, "from" | "to">>> = {
  1: { from: "08:00", to: "12:00" },
  2: { from: "13:00", to: "17:00" },
  3: { from: "17:30", to: "19:00" },
}

const mostOf = <A extends string | number>(values: ReadonlyArray<A>, otherwise: A): A => {
  const counts = Map.groupBy(values, (value) => value)
  return [...counts].toSorted(([, one], [, other]) => other.length - one.length)[0]?.[0] ?? otherwise
}

/** What most slots of a section are like; without slots, what is usual. */
export const planOf = (apptSection: ApptSection, slots: ReadonlyArray<SlotTime>): Plan => {
  const times = slots.map(({ start }) => start).toSorted()
  const ends = slots.map(({ end }) => end).toSorted()
  const most = (read: (slot: SlotTime) => number, otherwise: number) => mostOf(slots.map(read), otherwise)
  return {
    from: times[0] ?? usualTimes[apptSection].from,
    to: ends.at(-1) ?? usualTimes[apptSection].to,
    minutes: most(({ start, end }) => minutesOf(end) - minutesOf(start), usual.minutes),
    capacity: most(({ capacity }) => capacity, usual.capacity),
    overbook: most(({ overbook }) => overbook, usual.overbook),
    bufferBefore: most(({ bufferBefore }) => bufferBefore, usual.bufferBefore),
    bufferAfter: most(({ bufferAfter }) => bufferAfter, usual.bufferAfter),
  }
}

/** The slots that a plan puts on a day; those with free minutes stand further apart. */
export const plannedSlots = (plan: Plan): ReadonlyArray<SlotTime> => {
  const { from, to, minutes, ...seats } = plan
  const step = minutes + seats.bufferBefore + seats.bufferAfter
  const count = minutes > 0 ? Math.floor((minutesOf(to) - minutesOf(from) + step - minutes) / step) : 0
  return Array.from({ length: Math.max(0, count) }, (_, place) => {
    const start = minutesOf(from) + place * step
    return { start: timeAt(start), end: timeAt(start + minutes), ...seats }
  })
}

const minuteMillis = 60_000

type Timed = { readonly slot: SlotTime; readonly from: number; readonly to: number }

/**
 * The slots that a plan puts on a day, in the order in which they come. Where the clock goes back, what begins in the
 * repeated hour is there twice, as far as no two of them have a minute in common (docs/decisions/073-repeated-hour.md).
 */
export const slotsPlannedOn = (plan: Plan, date: string, zone: string): ReadonlyArray<SlotTime> => {
  const planned = plannedSlots(plan)
  const timed = planned.flatMap((slot) =>
    instantsOfWall(date, slot.start, zone).map((at, place): Timed => {
      const minutes = minutesOf(slot.end) - minutesOf(slot.start) + slot.bufferAfter
      return {
        slot: place === 0 ? slot : { ...slot, isLater: true },
        ...{ from: at - slot.bufferBefore * minuteMillis, to: at + minutes * minuteMillis },
      }
    }),
  )
  if (timed.length <= planned.length) return planned
  return timed
    .toSorted((one, other) => one.from - other.from)
    .reduce<ReadonlyArray<Timed>>((all, one) => ((all.at(-1)?.to ?? one.from) <= one.from ? [...all, one] : all), [])
    .map(({ slot }) => slot)
}

/** A stored slot as it is written again. */
export const timeOf = ({ start, end, isLater, capacity, overbook, bufferBefore, bufferAfter }: SlotTime): SlotTime => ({
  ...{ start, end, capacity, overbook, bufferBefore, bufferAfter },
  ...(isLater === true ? { isLater } : {}),
})

const isIn = ({ startDate, endDate, days }: KeptSection, date: string): boolean =>
  startDate <= date && date <= endDate && days.some((day) => day === weekdayOf(date))

const isPlan = Schema.is(Plan)

type Draft = {
  readonly sections: ReadonlyArray<KeptSection>
  readonly edited: ReadonlyMap<string, DayEdit>
  /** As they were written; one that cannot be does not count. */
  readonly plans: Readonly<Partial<Record<ApptSection, Plan>>>
}

const slotsOn = (stored: ReadonlyArray<Slot>, edit: DayEdit | undefined): ReadonlyArray<GridSlot> => {
  const known = new Map(stored.map((slot) => [slotKey(slot), slot]))
  return (edit?.slots ?? stored).map((slot) => {
    const was = known.get(slotKey(slot))
    const isChanged = edit !== undefined && (was === undefined || JSON.stringify(timeOf(was)) !== JSON.stringify(slot))
    return { ...timeOf(slot), taken: (was?.booked ?? 0) + (was?.held ?? 0), isChanged }
  })
}

type Dated = { readonly dates: ReadonlyArray<string>; readonly zone: string }

const repeatedOn = ({ dates, zone }: Dated, { start, isLater = false }: Pick<SlotTime, "start" | "isLater">) => {
  const moments = dates.map((date) => instantsOfWall(date, start, zone))
  const day = moments.findIndex(({ length }) => length === 2)
  const at = moments[day]?.[isLater ? 1 : 0]
  return at === undefined ? {} : { repeated: { day, startsAt: new Date(at).toISOString(), zone } }
}

const rowsOf = (
  days: ReadonlyArray<ReadonlyArray<GridSlot>>,
  planned: ReadonlyArray<SlotTime>,
  of: Dated,
): ReadonlyArray<GridRow> => {
  const rows = new Map<string, Pick<SlotTime, "start" | "end" | "isLater">>()
  const known = days.map((slots) => new Map(slots.map((slot) => [slotKey(slot), slot])))
  const mayRepeat = planned.some(({ isLater }) => isLater === true) || days.flat().some((slot) => slot.isLater === true)
  for (const slot of [...planned, ...days.flat()]) if (!rows.has(slotKey(slot))) rows.set(slotKey(slot), slot)
  return [...rows]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([key, { start, end, isLater = false }]) => ({
      ...{ key, start, end, isLater },
      ...(mayRepeat ? repeatedOn(of, { start, isLater }) : {}),
      slots: known.map((slots) => slots.get(key) ?? null),
    }))
}

const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((all, one) => all + one, 0)

/** The week of a schedule with what was drafted of it; days before `today` cannot be painted any more. */
export const weekGrid = (schedule: ScheduleDetails, draft: Draft, today: string | null): WeekGrid => {
  const dates = Array.from({ length: 7 }, (_, day) => addDays(schedule.startDate, day))
  const closed = dates.map((date) => schedule.closedDays.find((one) => one.date === date)?.reason ?? null)
  const stored = Map.groupBy(schedule.slots, ({ apptSection, date }) => dayKey(apptSection, date))
  const bands = draft.sections.map((section): Band => {
    const days = dates.map((date) => {
      const key = dayKey(section.apptSection, date)
      return slotsOn(stored.get(key) ?? [], draft.edited.get(key))
    })
    const written = draft.plans[section.apptSection]
    const plan = isPlan(written) ? written : planOf(section.apptSection, days.flat())
    const planned = dates.map((date) => slotsPlannedOn(plan, date, schedule.timezone))
    return {
      ...{ section, plan },
      rows: rowsOf(days, [...plannedSlots(plan), ...planned.flat()], { dates, zone: schedule.timezone }),
      isOpen: dates.map(
        (date, day) => closed[day] === null && isIn(section, date) && (today === null || date >= today),
      ),
      seats: sum(days.flat().map(({ capacity }) => capacity)),
      taken: sum(days.flat().map(({ taken }) => taken)),
    }
  })
  return { zone: schedule.timezone, dates, closed, bands }
}

import { slotKey, type DayEdit, type Stroke } from "./scheduleDraft.ts"
import { overlap, scheduleLimits, type Plan, type SlotTime } from "./slot.ts"
import { slotsPlannedOn, timeOf, type Band, type GridSlot, type WeekGrid } from "./weekGrid.ts"

/** A place in a section's part of the week: the day, Sunday first, and the number of its row. */
export type Cell = { readonly day: number; readonly row: number }

/** The cells between two corners that can be painted: closed days and those of no section are stepped over. */
export const cellsBetween = (band: Band, from: Cell, to: Cell): ReadonlyArray<Cell> => {
  const [firstDay, lastDay] = [Math.min(from.day, to.day), Math.max(from.day, to.day)]
  const [firstRow, lastRow] = [Math.min(from.row, to.row), Math.max(from.row, to.row)]
  // The second of two equal times is on the day on which the clock goes back, and on no other.
  const isThere = ({ day, row }: Cell) => band.rows[row]?.isLater !== true || band.rows[row]?.repeated?.day === day
  return Array.from({ length: lastDay - firstDay + 1 }, (_, place) => firstDay + place)
    .filter((day) => band.isOpen[day] === true)
    .flatMap((day) => Array.from({ length: lastRow - firstRow + 1 }, (_, place) => ({ day, row: firstRow + place })))
    .filter(isThere)
}

/** The slot in a cell; null where there is none. */
export const slotIn = (band: Band, { day, row }: Cell): GridSlot | null => band.rows[row]?.slots[day] ?? null

const slotsOn = (band: Band, day: number): ReadonlyArray<GridSlot> =>
  band.rows.flatMap(({ slots }) => slots[day] ?? []).toSorted((one, other) => one.start.localeCompare(other.start))

type Change = (slots: ReadonlyArray<GridSlot>, rows: ReadonlyArray<number>) => ReadonlyArray<SlotTime>

const strokeOf = (grid: WeekGrid, band: Band, cells: ReadonlyArray<Cell>, change: Change): Stroke =>
  [...Map.groupBy(cells, ({ day }) => day)].flatMap(([day, chosen]): ReadonlyArray<DayEdit> => {
    const slots = slotsOn(band, day)
    const before = slots.map(timeOf)
    const rows = chosen.map(({ row }) => row).toSorted((one, other) => one - other)
    const after = change(slots, rows).map(timeOf)
    if (JSON.stringify(before) === JSON.stringify(after)) return []
    const ordered = after.toSorted((one, other) => slotKey(one).localeCompare(slotKey(other)))
    return [{ apptSection: band.section.apptSection, date: grid.dates[day] as string, before, slots: ordered }]
  })

const besides = (slots: ReadonlyArray<SlotTime>, added: ReadonlyArray<SlotTime>): ReadonlyArray<SlotTime> =>
  added.reduce((all, slot) => (all.some((other) => overlap(other, slot)) ? all : [...all, slot]), slots)

/** Puts slots into cells that have none, as the section's plan has them; where one would overlap, none. */
export const paint = (grid: WeekGrid, band: Band, cells: ReadonlyArray<Cell>): Stroke =>
  strokeOf(grid, band, cells, (slots, rows) => {
    const { from: _, to: __, minutes: ___, ...seats } = band.plan
    const added = rows.flatMap((row): ReadonlyArray<SlotTime> => {
      const { start, end, isLater } = band.rows[row] ?? { start: "", end: "", isLater: false }
      return start === "" ? [] : [{ start, end, ...seats, ...(isLater ? { isLater } : {}) }]
    })
    return besides(
      slots,
      added.filter((slot) => !slots.some((other) => slotKey(other) === slotKey(slot))),
    )
  })

/** Takes the slots of cells away, but for those that are booked or held. */
export const clear = (grid: WeekGrid, band: Band, cells: ReadonlyArray<Cell>): Stroke =>
  strokeOf(grid, band, cells, (slots, rows) => {
    const keys = new Set(rows.map((row) => band.rows[row]?.key))
    return slots.filter((slot) => slot.taken > 0 || !keys.has(slotKey(slot)))
  })

/**
 * Copies the slots of a day to the next one of the week: there they take the place of all but what is booked or held.
 * Nothing where that day cannot be painted, or the section has no such day to copy.
 */
export const copyDay = (grid: WeekGrid, band: Band, day: number): Stroke => {
  const next = day + 1
  // The second of two equal times, when clocks go back, is on no other day.
  const copied = slotsOn(band, day).flatMap((slot) => (slot.isLater === true ? [] : [timeOf(slot)]))
  const isThere = copied.length > 0 || band.isOpen[day] === true
  if (!isThere || band.isOpen[next] !== true) return []
  return strokeOf(grid, band, [{ day: next, row: 0 }], (slots) =>
    besides(
      slots.filter(({ taken }) => taken > 0),
      copied,
    ),
  )
}

const between = (least: number, value: number, most: number): number => Math.min(most, Math.max(least, value))

/** What can be changed of slots that are there. */
export type SeatChange = {
  readonly capacity?: number
  /** Seats of each, so many more or fewer. */
  readonly more?: number
  readonly overbook?: number
  readonly buffer?: number
}

const reseat = (slot: GridSlot, { capacity, more = 0, overbook, buffer }: SeatChange): SlotTime => {
  const further = between(0, overbook ?? slot.overbook, scheduleLimits.seats)
  const seats = between(Math.max(1, slot.taken - further), (capacity ?? slot.capacity) + more, scheduleLimits.seats)
  const free = between(0, buffer ?? 0, scheduleLimits.bufferMinutes)
  // A booked slot keeps its time, free minutes included.
  const buffers = buffer === undefined || slot.taken > 0 ? {} : { bufferBefore: 0, bufferAfter: free }
  return { ...slot, ...buffers, capacity: seats, overbook: Math.max(further, slot.taken - seats) }
}

/** Gives the slots of cells other seats, as far as their bookings allow, and other free minutes where there is room. */
export const change = (grid: WeekGrid, band: Band, cells: ReadonlyArray<Cell>, asked: SeatChange): Stroke =>
  strokeOf(grid, band, cells, (slots, rows) => {
    const keys = new Set(rows.map((row) => band.rows[row]?.key))
    return slots.map((slot) => {
      if (!keys.has(slotKey(slot))) return slot
      const changed = reseat(slot, asked)
      return slots.some((other) => other !== slot && overlap(other, changed)) ? slot : changed
    })
  })

/** Fills the open days of a week as a plan says; what is there stays. */
export const fill = (grid: WeekGrid, band: Band, plan: Plan): Stroke => {
  const cells = grid.dates.flatMap((_, day) => (band.isOpen[day] === true ? [{ day, row: 0 }] : []))
  return cells.flatMap((cell) => {
    const planned = slotsPlannedOn(plan, grid.dates[cell.day] as string, grid.zone)
    return strokeOf(grid, band, [cell], (slots) => besides(slots, planned))
  })
}

/** The slots of a week by weekday, as they are copied to other days. */
export const copiedWeek = (grid: WeekGrid, band: Band, cells: ReadonlyArray<Cell>) =>
  [0, 1, 2, 3, 4, 5, 6].flatMap((day) => {
    const rows = new Set(cells.filter((cell) => cell.day === day).map(({ row }) => band.rows[row]?.key))
    const slots = slotsOn(band, day).filter((slot) => cells.length === 0 || rows.has(slotKey(slot)))
    return slots.length === 0 || grid.closed[day] !== null ? [] : [{ day: day as 0, slots: slots.map(timeOf) }]
  })

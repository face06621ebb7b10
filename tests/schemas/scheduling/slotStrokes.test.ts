import { describe, expect, it } from "vitest"
import { valuesOf } from "#machines/scheduling/schedulerDraft.ts"
import { SaveSchedule } from "#schemas/scheduling/schedule.ts"
import { bodyOf, dayChanges, editedDays, type Stroke } from "#schemas/scheduling/scheduleDraft.ts"
import { Plan } from "#schemas/scheduling/slot.ts"
import { cellsBetween, change, clear, copiedWeek, copyDay, fill, paint } from "#schemas/scheduling/slotStrokes.ts"
import { plannedSlots, weekGrid, type Band } from "#schemas/scheduling/weekGrid.ts"
import { validatorOf } from "#schemas/validate.ts"
import { sampleSchedule, sections } from "#tests/support/scheduleSamples.ts"

const gridOf = (strokes: ReadonlyArray<Stroke> = [], today = "2026-11-23") =>
  weekGrid(sampleSchedule, { sections, edited: editedDays(strokes), plans: {} }, today)
const planErrors = validatorOf(Plan)
const grid = gridOf()
const morning = grid.bands[0] as Band
const startsOf = (stroke: Stroke, date: string) =>
  stroke.find((edit) => edit.date === date)?.slots.map(({ start }) => start)
const rowAt = (start: string): number => morning.rows.findIndex((row) => row.start === start)
const box = (fromDay: number, from: string, toDay: number, to: string) =>
  cellsBetween(morning, { day: fromDay, row: rowAt(from) }, { day: toDay, row: rowAt(to) })

describe("painting", () => {
  it("has a row for each time that there is or that can be painted", () => {
    expect(morning.rows.map(({ start }) => start)).toEqual(["09:00", "09:30", "10:00"])
    expect(grid.bands[2]?.rows.map(({ start }) => start)).toEqual(["17:30", "18:00", "18:30"])
  })

  it("adds slots where there are none, and steps over closed and past days", () => {
    const stroke = paint(grid, morning, box(0, "09:00", 5, "09:30"))
    expect(stroke.map(({ date }) => date)).toEqual(["2026-11-23", "2026-11-25", "2026-11-27"])
    expect(startsOf(stroke, "2026-11-25")).toEqual(["09:00", "09:30"])
    expect(stroke[0]?.slots[0]).toMatchObject({ end: "09:30", capacity: 4 })
  })

  it("takes away what nobody has booked, and nothing else", () => {
    const stroke = clear(grid, morning, box(2, "09:00", 3, "10:00"))
    expect(startsOf(stroke, "2026-11-24")).toEqual(["09:00", "10:00"])
    expect(startsOf(stroke, "2026-11-25")).toEqual([])
  })

  it("copies a day to the next one of the week, but for what is booked there, and to none that cannot be painted", () => {
    const toTuesday = copyDay(grid, morning, 1)
    expect(startsOf(toTuesday, "2026-11-24")).toEqual(["09:00", "10:00"])
    const [wednesday] = copyDay(grid, morning, 2)
    expect([wednesday?.date, wednesday?.slots.map(({ start }) => start)]).toEqual([
      "2026-11-25",
      ["09:00", "09:30", "10:00"],
    ])
    // Thursday is closed, and no day of the week comes after Saturday.
    expect([copyDay(grid, morning, 3), copyDay(grid, morning, 6)]).toEqual([[], []])
    // The section has no Sundays: nothing of one takes the place of what is there on Monday.
    const painted = gridOf([paint(grid, morning, box(1, "09:00", 1, "09:30"))])
    expect(copyDay(painted, painted.bands[0] as Band, 0)).toEqual([])
  })

  it("gives seats to all, but never fewer than are taken", () => {
    const [tuesday] = change(grid, morning, box(2, "09:00", 2, "10:00"), { capacity: 2 })
    expect(tuesday?.slots.map(({ capacity }) => capacity)).toEqual([2, 2, 4])
    const [more] = change(grid, morning, box(2, "09:00", 2, "10:00"), { more: 1 })
    expect(more?.slots.map(({ capacity }) => capacity)).toEqual([5, 5, 5])
  })

  it("leaves slots without the free minutes for which there is no room", () => {
    expect(change(grid, morning, box(2, "09:00", 2, "09:30"), { buffer: 5 })).toEqual([])
    expect(change(grid, morning, box(3, "09:00", 3, "09:00"), { buffer: 5 })[0]?.slots[0]?.bufferAfter).toBe(5)
  })

  it("fills the open days of a week by a plan whose slots stand apart by their free minutes", () => {
    const plan = { ...morning.plan, from: "08:00", to: "10:00", minutes: 30, bufferBefore: 0, bufferAfter: 10 }
    expect(plannedSlots(plan).map(({ start }) => start)).toEqual(["08:00", "08:40", "09:20"])
    const stroke = fill(grid, morning, plan)
    expect(startsOf(stroke, "2026-11-23")).toEqual(["08:00", "08:40", "09:20"])
    // What is there stays, and nothing overlaps it.
    expect(startsOf(stroke, "2026-11-25")).toEqual(["08:00", "09:00"])
  })

  it("says what is wrong with a plan at its fields, and paints by none that is wrong", () => {
    const wrong = { ...morning.plan, from: "12:00", to: "08:00", minutes: 0, capacity: 501, bufferAfter: 1.5 }
    expect(planErrors(wrong).map(({ field }) => field)).toEqual(["minutes", "capacity", "bufferAfter"])
    expect(planErrors({ ...morning.plan, from: "12:00", to: "12:00" })).toEqual([
      { field: "to", message: "The end must be after the start." },
    ])
    const drafted = { sections, edited: editedDays([]), plans: { 1: { ...morning.plan, capacity: 501 } } as const }
    expect(weekGrid(sampleSchedule, drafted, null).bands[0]?.plan).toEqual(morning.plan)
  })

  it("copies what is chosen, or all of the week", () => {
    expect(copiedWeek(grid, morning, []).map(({ day, slots }) => [day, slots.length])).toEqual([
      [2, 3],
      [3, 1],
    ])
    expect(copiedWeek(grid, morning, box(2, "09:30", 2, "10:00")).map(({ slots }) => slots.length)).toEqual([2])
  })
})

describe("the draft", () => {
  const added = paint(grid, morning, box(3, "09:30", 3, "10:00"))
  const after = gridOf([added])
  const cleared = clear(after, after.bands[0] as Band, box(3, "09:30", 3, "10:00"))

  it("is counted by day, and what was changed back is no change", () => {
    expect(dayChanges(editedDays([added]))).toEqual([
      { apptSection: 1, date: "2026-11-25", adds: 2, changes: 0, removes: 0 },
    ])
    expect(dayChanges(editedDays([added, cleared]))).toEqual([])
  })

  it("is sent as the days that changed, which the server's own schema takes", () => {
    const body = bodyOf({ ...valuesOf(sampleSchedule), strokes: [added] })
    expect(body.days.map(({ date, slots }) => [date, slots.length])).toEqual([["2026-11-25", 3]])
    expect(validatorOf(SaveSchedule)(body)).toEqual([])
  })

  it("marks what it changed", () => {
    expect(after.bands[0]?.rows[1]?.slots.map((slot) => slot?.isChanged)).toEqual([
      undefined,
      undefined,
      false,
      true,
      undefined,
      undefined,
      undefined,
    ])
  })
})

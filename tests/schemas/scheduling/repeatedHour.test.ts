import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { editedDays } from "#schemas/scheduling/scheduleDraft.ts"
import { cellsBetween, clear, fill, paint } from "#schemas/scheduling/slotStrokes.ts"
import type { Plan } from "#schemas/scheduling/slot.ts"
import { plannedSlots, slotsPlannedOn, weekGrid, type Band } from "#schemas/scheduling/weekGrid.ts"
import { instantsOf } from "#server/scheduling/schedules/wallTime.rule.ts"
import { sampleSchedule, sections } from "#tests/support/scheduleSamples.ts"

/** Zones with the Sunday on which their clocks go back, one of them by half an hour, and one that never changes. */
const autumns = [
  ["America/New_York", "2027-11-07"],
  ["America/Los_Angeles", "2027-11-07"],
  ["America/St_Johns", "2027-11-07"],
  ["Europe/Berlin", "2027-10-31"],
  ["Europe/London", "2027-10-31"],
  ["America/Santiago", "2027-04-03"],
  ["Australia/Lord_Howe", "2027-04-04"],
  ["Pacific/Chatham", "2027-04-04"],
  ["Asia/Kolkata", "2027-11-07"],
] as const
const seats = { capacity: 4, overbook: 0, bufferBefore: 0, bufferAfter: 0 }
const nightly: Plan = { ...seats, from: "00:00", to: "04:00", minutes: 30 }

const plan = fc
  .record({
    minutes: fc.constantFrom(10, 15, 20, 30, 45, 60, 90),
    offset: fc.integer({ min: 0, max: 11 }).map((fives) => fives * 5),
    bufferBefore: fc.constantFrom(0, 5, 15),
    bufferAfter: fc.constantFrom(0, 5, 15),
  })
  .map(({ offset, ...own }): Plan => {
    const from = `00:${String(offset).padStart(2, "0")}`
    return { ...seats, ...own, from, to: "05:00" }
  })

describe("the hour that comes twice", () => {
  it("is filled twice, and no two slots have a minute in common, in every zone", () => {
    fc.assert(
      fc.property(fc.constantFrom(...autumns), plan, ([zone, date], of) => {
        const slots = slotsPlannedOn(of, date, zone)
        const times = slots.map((slot) => {
          const at = instantsOf({ ...slot, date }, zone)
          expect(at).toBeDefined()
          const [from, to] = [Date.parse(at?.startsAt ?? ""), Date.parse(at?.endsAt ?? "")]
          return [from - of.bufferBefore * 60_000, to + of.bufferAfter * 60_000] as const
        })
        for (const [place, [from]] of times.entries()) expect(times[place - 1]?.[1] ?? from).toBeLessThanOrEqual(from)
      }),
      { numRuns: 500 },
    )
  })

  it("has as many slots more as fit into it, and other days have none", () => {
    const laterOf = (zone: string, date: string, minutes = 30) =>
      slotsPlannedOn({ ...nightly, minutes }, date, zone).flatMap(({ start, isLater }) => (isLater ? [start] : []))
    expect(laterOf("America/New_York", "2027-11-07")).toEqual(["01:00", "01:30"])
    expect(laterOf("Europe/Berlin", "2027-10-31")).toEqual(["02:00", "02:30"])
    expect(laterOf("Australia/Lord_Howe", "2027-04-04")).toEqual(["01:30"])
    expect(laterOf("America/New_York", "2027-11-08")).toEqual([])
    expect(laterOf("Asia/Kolkata", "2027-11-07")).toEqual([])
    expect(slotsPlannedOn(nightly, "2027-11-08", "America/New_York")).toEqual(plannedSlots(nightly))
  })

  it("has rows of its own in the week, which are there on that day alone", () => {
    const schedule = {
      ...{ ...sampleSchedule, timezone: "America/New_York", slots: [], closedDays: [] },
      ...{ startDate: "2027-11-07", endDate: "2027-11-13" },
    }
    const all = sections.map((section) => ({
      ...{ ...section, startDate: "2027-11-01", endDate: "2027-11-30" },
      days: [0, 1, 2, 3, 4, 5, 6] as const,
    }))
    const gridOf = (strokes: Parameters<typeof editedDays>[0]) =>
      weekGrid(schedule, { sections: all, edited: editedDays(strokes), plans: { 1: nightly } }, "2027-11-01")
    const grid = gridOf([])
    const band = grid.bands[0] as Band
    const row = band.rows.findIndex(({ key }) => key === "01:30 later")
    expect(band.rows[row]).toMatchObject({
      repeated: { day: 0, startsAt: "2027-11-07T06:30:00.000Z", zone: "America/New_York" },
    })
    const cells = cellsBetween(band, { day: 0, row: row - 2 }, { day: 6, row })
    expect(cells.filter((cell) => cell.row === row)).toEqual([{ day: 0, row }])
    const painted = paint(grid, band, [
      { day: 0, row },
      { day: 0, row: band.rows.findIndex(({ key }) => key === "01:30") },
    ])
    expect(painted[0]?.slots.map(({ start, isLater }) => [start, isLater === true])).toEqual([
      ["01:30", false],
      ["01:30", true],
    ])
    const again = gridOf([painted])
    const cleared = clear(again, again.bands[0] as Band, [{ day: 0, row }])
    expect(cleared[0]?.slots.map(({ isLater }) => isLater === true)).toEqual([false])
    const filled = fill(grid, band, nightly)
    expect(filled.map(({ slots }) => slots.length)).toEqual([10, 8, 8, 8, 8, 8, 8])
  })
})

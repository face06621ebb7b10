import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { minutesOf } from "#schemas/scheduling/slot.ts"
import { timeAt } from "#schemas/scheduling/slot.ts"
import { columnsOf, placedAppointments, shownHours, shutSpans } from "#views/scheduling/appointmentGrid.ts"
import { bookedAppointment } from "#tests/support/bookingSamples.ts"
import { locationDaysOf, midtownDays } from "#tests/support/appointmentSamples.ts"

const lasting = (from: number, minutes: number, status: typeof bookedAppointment.status = "booked") => ({
  ...bookedAppointment,
  hashedId: `${from}-${minutes}`,
  status,
  start: timeAt(from),
  end: timeAt(from + minutes),
})
/** Any appointments of a day. */
const anyDay = fc.array(
  fc.record({ from: fc.integer({ min: 0, max: 1_380 }), minutes: fc.integer({ min: 5, max: 59 }) }),
  { maxLength: 24 },
)

describe("the cards of a column", () => {
  it("never lie on each other, whatever is booked", () => {
    fc.assert(
      fc.property(anyDay, (spans) => {
        const placed = placedAppointments(spans.map(({ from, minutes }) => lasting(from, minutes)))
        expect(placed).toHaveLength(spans.length)
        for (const [index, one] of placed.entries())
          for (const other of placed.slice(index + 1)) {
            const overlap = one.from < other.to && other.from < one.to
            if (overlap) expect([one.lane, one.lanes]).not.toEqual([other.lane, other.lanes])
            if (overlap) expect(one.lanes).toBe(other.lanes)
          }
      }),
    )
  })

  it("stand side by side at one time, and alone at another", () => {
    const placed = placedAppointments([lasting(540, 30), lasting(550, 30), lasting(600, 30)])
    expect(placed.map(({ lane, lanes }) => [lane, lanes])).toEqual([
      [0, 2],
      [1, 2],
      [0, 1],
    ])
  })

  it("leave out what takes no seat", () => {
    const gone = [lasting(540, 30, "cancelled"), lasting(540, 30, "released")]
    expect(placedAppointments([...gone, lasting(540, 30, "noshow")])).toHaveLength(1)
  })

  it("are long enough to be read", () => {
    expect(placedAppointments([lasting(540, 5)])[0]).toMatchObject({ from: 540, to: 555 })
  })
})

describe("the columns of a calendar", () => {
  const day = midtownDays.days[0]!.date
  const here = { ...bookedAppointment, date: day }

  it("are the locations of a day", () => {
    const other = locationDaysOf("Harlem", [day])
    const columns = columnsOf([midtownDays, other], [here], { at: null, dates: [day] })
    expect(columns.map(({ placeName, appointments }) => [placeName, appointments.length])).toEqual([
      ["Midtown", 1],
      ["Harlem", 0],
    ])
  })

  it("leave out a location without hours and appointments while another has some", () => {
    const shut = { ...locationDaysOf("Harlem", [day]), days: [] }
    expect(columnsOf([midtownDays, shut], [here], { at: null, dates: [day] })).toHaveLength(1)
    expect(columnsOf([shut], [], { at: null, dates: [day] })).toHaveLength(1)
  })

  it("keep what is booked at a location that was disabled since", () => {
    const columns = columnsOf([], [here], { at: null, dates: [day] })
    expect(columns.map(({ placeName, hours }) => [placeName, hours])).toEqual([["Midtown", []]])
  })

  it("show the whole hours that hold all, or a usual working day", () => {
    const [column] = columnsOf([midtownDays], [{ ...here, start: "06:45", end: "07:15" }], { at: null, dates: [day] })
    expect(shownHours([column!])).toEqual({ from: 6 * 60, to: 17 * 60 })
    expect(shownHours([])).toEqual({ from: 8 * 60, to: 17 * 60 })
  })

  it("are shut before, between and after the shifts", () => {
    const hours = [
      { from: "09:00", to: "12:00" },
      { from: "13:00", to: "16:30" },
    ]
    const spans = shutSpans({ hours, closed: null }, { from: 8 * 60, to: 17 * 60 })
    expect(spans.map(({ kind, from, to }) => `${kind} ${timeAt(from)}–${timeAt(to)}`)).toEqual([
      "closed 08:00–09:00",
      "break 12:00–13:00",
      "closed 16:30–17:00",
    ])
    const shown = { from: minutesOf("08:00"), to: minutesOf("17:00") }
    expect(shutSpans({ hours, closed: "Staff training" }, shown)).toEqual([{ kind: "closed", ...shown }])
  })
})

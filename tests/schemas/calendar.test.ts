import { describe, expect, it } from "vitest"
import {
  addDays,
  addMonths,
  isDay,
  weekdayOf,
  weeksOf,
  withinDays,
  writtenDay,
  writtenTime,
} from "#schemas/calendar.ts"

const months = "January February March April May June July August September October November December".split(" ")
const today = "2026-11-23"

describe("a day of the calendar", () => {
  it("is one that its month has", () => {
    expect(["2026-11-23", "2028-02-29", "2026-02-29", "2026-11-31", "Nov 23", ""].map(isDay)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ])
  })

  it("is moved over the ends of months and years, and never past a shorter month", () => {
    expect(addDays("2026-12-31", 1)).toBe("2027-01-01")
    expect(addDays("2026-03-08", -7)).toBe("2026-03-01")
    expect(addMonths("2026-01-31", 1)).toBe("2026-02-28")
    expect(addMonths("2026-01-31", -2)).toBe("2025-11-30")
  })

  it("stands in the weeks of its month, which begin on Sunday", () => {
    const weeks = weeksOf("2026-11-23")
    expect(weeks.map((week) => week[0])).toEqual(["2026-11-01", "2026-11-08", "2026-11-15", "2026-11-22", "2026-11-29"])
    expect(weeks.every((week) => week.length === 7 && weekdayOf(week[0] ?? "") === 0)).toBe(true)
    expect(weeksOf("2026-12-31").at(-1)?.at(-1)).toBe("2027-01-02")
  })

  it("is kept between its limits", () => {
    expect(withinDays("2026-01-01", "2026-02-01", "2026-03-01")).toBe("2026-02-01")
    expect(withinDays("2026-04-01", "2026-02-01", "2026-03-01")).toBe("2026-03-01")
    expect(withinDays("2026-04-01")).toBe("2026-04-01")
  })
})

describe("a day that someone writes", () => {
  it.each([
    ["2026-11-23", "2026-11-23"],
    ["11/23/2026", "2026-11-23"],
    ["1/2/27", "2027-01-02"],
    ["11/23", "2026-11-23"],
    ["Nov 23", "2026-11-23"],
    ["november 23, 2025", "2025-11-23"],
    ["Mon, Nov 23", "2026-11-23"],
    ["Tuesday, March 3, 2026", "2026-03-03"],
    ["23 Nov 2026", "2026-11-23"],
    ["2/30/2026", null],
    ["23/11/2026", null],
    ["Nov", null],
    ["next week", null],
    ["Nov 23 at 9", null],
    ["", null],
  ])("%s is %s", (text, day) => {
    expect(writtenDay(text, { today, months })).toBe(day)
  })

  it("is read in the order that the person writes numbers in", () => {
    const read = (text: string) => writtenDay(text, { today, isDayFirst: true, months })
    expect(["3/11", "23/11/2026", "11/23", "2026-11-23", "Nov 23"].map(read)).toEqual([
      "2026-11-03",
      "2026-11-23",
      null,
      "2026-11-23",
      "2026-11-23",
    ])
  })

  it("is read in Spanish, whose Tuesday begins as its March does", () => {
    const spanish = Array.from({ length: 12 }, (_, month) =>
      new Intl.DateTimeFormat("es", { month: "long", timeZone: "UTC" }).format(Date.UTC(2026, month, 1)),
    )
    const read = (text: string) => writtenDay(text, { today: "2026-11-20", isDayFirst: true, months: spanish })
    expect(["mar, nov 24", "martes 24 nov", "23 de noviembre de 2026", "3 mar"].map(read)).toEqual([
      ...["2026-11-24", "2026-11-24", "2026-11-23", "2026-03-03"],
    ])
  })

  it("needs its year where it is not known which year it is", () => {
    expect(writtenDay("Nov 23", { today: null, months })).toBeNull()
    expect(writtenDay("Nov 23, 2026", { today: null, months })).toBe("2026-11-23")
  })
})

describe("a time that someone writes", () => {
  it.each([
    ["9", "09:00"],
    ["9 am", "09:00"],
    ["9:30pm", "21:30"],
    ["9:30 p.m.", "21:30"],
    // As Spanish writes it, with blanks that do not break.
    ["9:30\u00A0p.\u00A0m.", "21:30"],
    ["9:30 a. m.", "09:30"],
    ["12 AM", "00:00"],
    ["12:15 PM", "12:15"],
    ["14:05", "14:05"],
    ["0:00", "00:00"],
    ["24:00", null],
    ["13 PM", null],
    ["9:60", null],
    ["9m", null],
    ["soon", null],
  ])("%s is %s", (text, time) => {
    expect(writtenTime(text)).toBe(time)
  })
})

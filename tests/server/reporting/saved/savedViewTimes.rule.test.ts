import * as fc from "fast-check"
import { Temporal } from "temporal-polyfill"
import { describe, expect, it } from "vitest"
import { savedDays } from "#schemas/reporting/savedView.ts"
import { daysOn, dueMail, nextMail } from "#server/reporting/saved/savedViewTimes.rule.ts"
import { viewDraft } from "#tests/support/savedViewSamples.ts"

const daily = viewDraft({ frequency: "weekly", weekdays: [0, 1, 2, 3, 4, 5, 6] })
const zones = ["America/New_York", "Australia/Lord_Howe", "America/Santiago", "Europe/Berlin", "Asia/Kolkata"]
const wallOf = (at: string, zone: string): string =>
  Temporal.Instant.from(at).toZonedDateTimeISO(zone).toPlainDateTime().toString().slice(0, 16)

/** Some minutes around every change of a clock in a year, and others. */
const anyTime = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map(([hour, minute]) => `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`)
const anyDate = fc
  .integer({ min: 0, max: 700 })
  .map((days) => Temporal.PlainDate.from("2026-01-01").add({ days }).toString())

describe("the times of a saved view", () => {
  it("come once a day at their minute, in any zone; at the next one that exists where the clock skips it", () => {
    fc.assert(
      fc.property(fc.constantFrom(...zones), anyTime, anyDate, (zone, time, date) => {
        const since = Temporal.PlainDate.from(date)
          .toZonedDateTime(zone)
          .subtract({ seconds: 1 })
          .toInstant()
          .toString()
        const view = { ...daily, time, since: new Date(since).toISOString(), lastDate: null }
        const planned = nextMail(view, zone, view.since)
        const at = planned?.at ?? ""
        const wanted = `${date}T${time}`
        const isThere = Temporal.PlainDateTime.from(wanted)
          .toZonedDateTime(zone)
          .toPlainDateTime()
          .toString()
          .startsWith(wanted)
        if (isThere) expect(wallOf(at, zone)).toBe(wanted)
        else {
          expect(wallOf(at, zone) > wanted).toBe(true)
          const before = new Date(Date.parse(at) - 60_000).toISOString()
          expect(wallOf(before, zone) < wanted).toBe(true)
        }
        expect(dueMail(view, zone, new Date(Date.parse(at) - 1).toISOString())).toBeUndefined()
        expect(dueMail(view, zone, at)?.date).toBe(date)
        // Mailed at the first of two equal minutes, it does not come again at the second.
        const mailed = { ...view, lastDate: date }
        for (const later of [0, 30, 60])
          expect(dueMail(mailed, zone, new Date(Date.parse(at) + later * 60_000).toISOString())?.date).not.toBe(date)
        expect(nextMail(mailed, zone, at)?.date).toBe(Temporal.PlainDate.from(date).add({ days: 1 }).toString())
      }),
      {
        numRuns: 300,
        // Minutes that a clock skips, or shows twice.
        examples: [
          ["America/New_York", "02:30", "2026-03-08"],
          ["America/New_York", "01:30", "2026-11-01"],
          ["Australia/Lord_Howe", "02:15", "2026-10-04"],
          ["America/Santiago", "00:30", "2026-09-06"],
          ["Europe/Berlin", "02:30", "2026-10-25"],
        ],
      },
    )
  })

  it("that several passed of come once, the last of them, however late it is", () => {
    const view = { ...daily, since: "2026-11-01T12:00:00.000Z", lastDate: "2026-11-02" }
    const monday = { ...viewDraft({ frequency: "weekly", weekdays: [1] }), since: view.since, lastDate: "2026-11-02" }
    expect(dueMail(view, "America/New_York", "2026-11-20T14:00:00.000Z")?.date).toBe("2026-11-20")
    expect(dueMail(monday, "America/New_York", "2026-11-20T14:00:00.000Z")?.date).toBe("2026-11-16")
    expect(
      dueMail({ ...monday, lastDate: "2026-11-16" }, "America/New_York", "2026-11-20T14:00:00.000Z"),
    ).toBeUndefined()
  })

  it("are none where it is not mailed, and none before it was saved", () => {
    const passing = { since: "2026-11-16T14:00:00.000Z", lastDate: null }
    expect(nextMail({ ...viewDraft(), ...passing }, "UTC", passing.since)).toBeUndefined()
    expect(dueMail({ ...viewDraft(), ...passing }, "UTC", "2027-01-01T00:00:00.000Z")).toBeUndefined()
    const monday = { ...viewDraft({ frequency: "weekly", weekdays: [1] }), ...passing }
    expect(dueMail(monday, "UTC", "2026-11-17T00:00:00.000Z")).toBeUndefined()
  })

  it("show whole days before the day itself, last month, a campaign until then, or the chosen days", () => {
    const shown = (days: (typeof savedDays)[number], on = "2026-03-31") =>
      daysOn({ days, from: "2026-01-05", to: "2026-01-06" }, on)
    expect(savedDays.map((days) => shown(days))).toEqual([
      { startDate: "2026-03-24", endDate: "2026-03-30" },
      { startDate: "2026-03-01", endDate: "2026-03-30" },
      { startDate: "2026-02-01", endDate: "2026-02-28" },
      { startDate: null, endDate: "2026-03-31" },
      { startDate: "2026-01-05", endDate: "2026-01-06" },
    ])
    expect(shown("lastMonth", "2027-01-01")).toEqual({ startDate: "2026-12-01", endDate: "2026-12-31" })
  })
})

import type { ReactNode } from "react"
import { describe, expect, it } from "vitest"
import { Ago, Day, Now, Time } from "#views/parts/Time.tsx"
import { render, textOf } from "#tests/support/render.tsx"

describe("a time", () => {
  const now = Date.parse("2026-11-21T16:00:00Z")
  const shown = async (time: ReactNode, at: number | null = now) => {
    const { container } = await render(<Now value={at}>{time}</Now>, { zone: "America/Los_Angeles" })
    const element = container.querySelector("time")
    return {
      short: textOf(element?.querySelector("[aria-hidden]") ?? null),
      full: textOf(element?.querySelector(".visually-hidden") ?? null),
      title: element?.title,
    }
  }
  const shortOf = async (time: ReactNode, at?: number | null) => (await shown(time, at)).short

  it("is short in the company's zone, and full with its zone under the pointer and for screen readers", async () => {
    const full = "Saturday, November 21, 2026 at 7:00 AM Pacific Standard Time"
    expect(await shown(<Time at="2026-11-21T15:00:00Z" />)).toEqual({ short: "Today, 7:00 AM", full, title: full })
    expect(await shortOf(<Time at="2026-11-12T17:45:00Z" />)).toBe("Nov 12, 9:45 AM")
    expect(await shortOf(<Time at="2025-11-12T17:45:00Z" />)).toBe("Nov 12, 2025, 9:45 AM")
    expect(await shortOf(<Time at="2026-11-21T15:00:00Z" inSentence />)).toBe("today, 7:00 AM")
  })

  it("is of the day and year that its own zone has, not the world's", async () => {
    expect(await shortOf(<Time at="2026-11-22T07:59:00Z" />)).toBe("Today, 11:59 PM")
    expect(await shortOf(<Time at="2026-11-21T07:59:00Z" />)).toBe("Nov 20, 11:59 PM")
    expect(await shortOf(<Time at="2027-01-01T07:59:00Z" />)).toBe("Dec 31, 11:59 PM")
    expect(await shortOf(<Day on="2026-12-31" />, Date.parse("2027-01-01T07:59:00Z"))).toBe("Dec 31")
    expect(await shortOf(<Day on="2026-12-31" />, Date.parse("2027-01-01T08:00:00Z"))).toBe("Dec 31, 2026")
  })

  it("names its zone where that is not the page's, and distinguishes the two 1:30 of autumn", async () => {
    expect(await shortOf(<Time at="2026-11-21T15:00:00Z" zone="America/New_York" />)).toBe(
      "Today, 10:00 AM Eastern Time",
    )
    const halfPast = async (at: string) => (await shown(<Time at={at} />)).full
    expect(await halfPast("2026-11-01T08:30:00Z")).toContain("1:30 AM Pacific Daylight Time")
    expect(await halfPast("2026-11-01T09:30:00Z")).toContain("1:30 AM Pacific Standard Time")
    expect(await shortOf(<Time at="2026-11-01T08:30:00Z" />)).toBe("Nov 1, 1:30 AM PDT (first)")
    expect(await shortOf(<Time at="2026-11-01T09:30:00Z" />)).toBe("Nov 1, 1:30 AM PST (second)")
    expect(await shortOf(<Time at="2026-11-01T06:30:00Z" zone="America/New_York" />)).toBe(
      "Nov 1, 1:30 AM EST (second)",
    )
    expect(await shortOf(<Time at="2026-11-01T10:00:00Z" />)).toBe("Nov 1, 2:00 AM")
  })

  it("has its year and no today where now is not known", async () => {
    expect(await shortOf(<Time at="2026-11-21T15:00:00Z" />, null)).toBe("Nov 21, 2026, 7:00 AM")
    expect(await shortOf(<Ago at="2026-11-21T15:00:00Z" />, null)).toBe("Nov 21, 2026, 7:00 AM")
    expect(await shortOf(<Day on="2026-11-21" />, null)).toBe("Nov 21, 2026")
    // A field that is being written holds what is no date yet.
    expect(textOf((await render(<Day on="Feb 30" />)).container)).toBe("Feb 30")
  })

  it("runs where it is said how long ago, for a day", async () => {
    expect(await shortOf(<Ago at="2026-11-21T15:59:30Z" />)).toBe("just now")
    expect(await shortOf(<Ago at="2026-11-21T15:51:00Z" />)).toBe("9 min ago")
    expect(await shortOf(<Ago at="2026-11-20T16:01:00Z" />)).toBe("23 hr ago")
    expect(await shortOf(<Ago at="2026-11-20T16:00:00Z" />)).toBe("Nov 20, 8:00 AM")
  })
})

import { describe, expect, it } from "vitest"
import { perMinuteOf, sendingSeries, textsOf } from "#views/outreach/sendingSeries.ts"
import { sampleDetail } from "#tests/support/outreachSamples.ts"

const at = (text: string): number => Date.parse(`2026-11-20T${text}:00Z`)
const quarter = (time: string, delivered: number) => ({
  at: new Date(at(time)).toISOString(),
  delivered,
  underway: 0,
  failed: 0,
})
const running = {
  counts: { queued: 300, held: 90 },
  held: [{ until: "2026-11-20T17:00:00Z", zone: "America/Los_Angeles", people: 90 }],
  sending: {
    quarters: [quarter("15:00", 150), quarter("15:15", 150)],
    pace: { perMinute: 10, mostPerMinute: 20, endsAt: "2026-11-20T17:09:00.000Z" },
  },
}

describe("the run of a campaign in bars", () => {
  it("goes on from now at the pace of late, and sends those who are held when they are released", () => {
    const series = sendingSeries(running, at("15:30"))
    const expected = series?.bars.map(({ at: begins, expected: texts }) => [
      new Date(begins).toISOString().slice(11, 16),
      texts,
    ])
    expect(expected).toEqual([
      ["15:00", 0],
      ["15:15", 0],
      ["15:30", 150],
      ["15:45", 150],
      ["16:00", 0],
      ["16:15", 0],
      ["16:30", 0],
      ["16:45", 0],
      ["17:00", 90],
    ])
    expect(series?.releases).toEqual([{ at: at("17:00"), people: 90, zone: "America/Los_Angeles" }])
    expect(series?.bars.map((bar) => perMinuteOf(bar, textsOf(bar)))[0]).toBe(10)
  })

  it("expects no more than waits, and nothing once it does not send", () => {
    const series = sendingSeries(running, at("15:30"))
    expect(series?.bars.reduce((sum, { expected }) => sum + expected, 0)).toBe(390)
    const ended = { ...running, sending: { ...running.sending, pace: null } }
    const past = sendingSeries(ended, at("23:00"))
    expect([past?.now, past?.bars.length, past?.releases]).toEqual([null, 2, []])
    expect(past?.bars.every(({ expected }) => expected === 0)).toBe(true)
  })

  it("keeps to some fifty bars however long it ran, and loses no text", () => {
    const quarters = Array.from({ length: 700 }, (_, index) => ({
      ...quarter("00:00", 3),
      at: new Date(at("00:00") + index * 900_000).toISOString(),
    }))
    const series = sendingSeries({ ...running, held: [], sending: { quarters, pace: null } }, null)
    expect(series?.bars.length).toBeLessThanOrEqual(49)
    expect(series?.bars.reduce((sum, bar) => sum + textsOf(bar), 0)).toBe(2_100)
  })

  it("is none where nothing left and nothing is expected", () => {
    expect(sendingSeries({ ...sampleDetail, sending: { quarters: [], pace: null } }, at("15:30"))).toBeNull()
  })
})

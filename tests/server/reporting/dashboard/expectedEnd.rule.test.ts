import { describe, expect, it } from "@effect/vitest"
import fc from "fast-check"
import { CampaignId, SenderId } from "#schemas/ids.ts"
import { expectedEnds, type Backlog } from "#server/reporting/dashboard/expectedEnd.rule.ts"

const now = Date.parse("2026-11-19T15:00:00Z")
const backlog = (campaign: number, people: number, more: Partial<Backlog> = {}): Backlog => ({
  campaignId: CampaignId.make(campaign),
  senderId: SenderId.make(1),
  costPerSecond: 1,
  cost: 1,
  people,
  lastRelease: null,
  ...more,
})
const endOf = (campaign: number, ...backlogs: ReadonlyArray<Backlog>) =>
  expectedEnds(backlogs, now).get(CampaignId.make(campaign))
const secondsTo = (end: number | null | undefined) => ((end ?? Number.NaN) - now) / 1_000

const anyBacklog = fc.record({
  senderId: fc.constantFrom(SenderId.make(1), SenderId.make(2)),
  costPerSecond: fc.integer({ min: 1, max: 100 }),
  cost: fc.integer({ min: 1, max: 4 }),
  people: fc.integer({ min: 1, max: 10_000 }),
  release: fc.option(fc.integer({ min: 0, max: 86_400_000 })),
})

describe("when the last text of a campaign is expected to leave", () => {
  it("is what is left at the number's pace", () => {
    expect(secondsTo(endOf(1, backlog(1, 600)))).toBe(600)
    expect(secondsTo(endOf(1, backlog(1, 600, { cost: 2, costPerSecond: 10 })))).toBe(120)
    expect(endOf(1, backlog(1, 0))).toBeNull()
  })

  it("comes later for who shares a number, and the shorter one ends first", () => {
    const [short, long] = [backlog(1, 100), backlog(2, 1_000)]
    expect(secondsTo(endOf(1, short, long))).toBe(200)
    expect(secondsTo(endOf(2, short, long))).toBe(1_100)
    const apart = backlog(2, 1_000, { senderId: SenderId.make(2) })
    expect(secondsTo(endOf(1, short, apart))).toBe(100)
  })

  it("waits for those who are held longest", () => {
    const at = now + 3_600_000
    expect(secondsTo(endOf(1, backlog(1, 100, { lastRelease: { at, people: 60 } })))).toBe(3_660)
  })

  it("is never past, never before a release, and never earlier with more to send", () => {
    fc.assert(
      fc.property(fc.array(anyBacklog, { minLength: 1, maxLength: 6 }), fc.nat({ max: 5_000 }), (given, more) => {
        const backlogs = given.map(({ release, ...one }, index) =>
          backlog(index + 1, one.people, {
            ...one,
            lastRelease: release === null ? null : { at: now + release, people: Math.ceil(one.people / 2) },
          }),
        )
        const ends = expectedEnds(backlogs, now)
        const later = expectedEnds(
          backlogs.map((one, index) => (index === 0 ? { ...one, people: one.people + more } : one)),
          now,
        )
        for (const { campaignId, lastRelease } of backlogs) {
          const end = ends.get(campaignId) ?? 0
          expect(end).toBeGreaterThan(now)
          expect(end).toBeGreaterThanOrEqual(lastRelease?.at ?? 0)
          expect(later.get(campaignId)).toBeGreaterThanOrEqual(end)
        }
      }),
      { numRuns: 200 },
    )
  })
})

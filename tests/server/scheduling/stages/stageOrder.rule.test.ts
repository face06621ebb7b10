import { describe, expect, it } from "@effect/vitest"
import * as fc from "fast-check"
import { StageId, type Stage } from "#schemas/scheduling/stage.ts"
import { isWithin, nextStage, possibleDays, type StageVisit } from "#server/scheduling/stages/stageOrder.rule.ts"

const stage = (id: number, name: string, minDays: number, maxDays: number | null, isActive = true): Stage => ({
  stageId: StageId.make(id),
  ...{ name, minDays, maxDays, isActive },
})
const doses = [stage(4, "Dose 1", 1, null), stage(7, "Dose 2", 21, 42), stage(5, "Booster", 90, null)]
const [first, second, booster] = doses.map(({ stageId }) => stageId) as [StageId, StageId, StageId]
const on = (stageId: StageId, date: string, isOver = false): StageVisit => ({ stageId, date, isOver })
const day = (number: number): string => new Date(Date.UTC(2026, 9, 1 + number)).toISOString().slice(0, 10)

describe("the days on which a stage is possible", () => {
  it("count from the visit of the stage before it", () => {
    expect(possibleDays(doses, second, [on(first, "2026-11-23")])).toEqual({
      span: { from: "2026-12-14", to: "2027-01-04" },
      sentence: "Dose 2 is possible from Dec 14 to Jan 4: 21 to 42 days after Dose 1 on Nov 23.",
    })
    expect(possibleDays(doses, first, [])).toBeNull()
  })

  it("count to the visit of a later stage, so that an earlier one cannot be moved past it", () => {
    expect(possibleDays(doses, first, [on(second, "2026-12-14")])?.sentence).toBe(
      "Dose 1 is possible from Nov 2 to Nov 23: 21 to 42 days before Dose 2 on Dec 14.",
    )
  })

  it("add up over a stage that the patient does not have", () => {
    expect(possibleDays(doses, booster, [on(first, "2026-11-23")])?.span).toEqual({ from: "2027-03-14", to: null })
  })

  it("leave out a disabled stage, but for those who have it", () => {
    const without = doses.map((one) => (one.stageId === second ? { ...one, isActive: false } : one))
    expect(possibleDays(without, booster, [on(first, "2026-11-23")])?.span.from).toBe("2027-02-21")
    expect(possibleDays(without, booster, [on(first, "2026-11-23"), on(second, "2026-12-20")])?.span.from).toBe(
      "2027-03-20",
    )
  })

  it("are none where the patient has the stage, and none where two visits leave no room", () => {
    const taken = possibleDays(doses, first, [on(first, "2026-11-23")])
    expect(taken?.sentence).toBe("This patient has Dose 1 on Nov 23 already. Move that visit, or choose another stage.")
    expect(taken && isWithin(taken.span, "2026-11-30")).toBe(false)
    const narrow = possibleDays(doses, second, [on(first, "2026-11-23"), on(booster, "2027-01-10")])
    expect(narrow?.sentence).toContain("possible on no day")
  })

  it("begin again once the last stage is over", () => {
    const over = [on(first, "2025-01-01", true), on(second, "2025-02-01", true), on(booster, "2025-06-01", true)]
    expect(possibleDays(doses, first, over)).toBeNull()
    expect(nextStage(doses, over)).toBe(first)
  })
})

describe("the next stage", () => {
  it("is the one after all that the patient has, and none after the last", () => {
    expect(nextStage(doses, [])).toBe(first)
    expect(nextStage(doses, [on(first, "2026-11-23")])).toBe(second)
    expect(nextStage(doses, [on(booster, "2026-11-23")])).toBeNull()
  })
})

type Asked =
  | { readonly kind: "book"; readonly place: number; readonly day: number }
  | { readonly kind: "move"; readonly visit: number; readonly day: number }
  | { readonly kind: "cancel"; readonly visit: number }

const lists = fc
  .array(fc.record({ least: fc.integer({ min: 1, max: 6 }), more: fc.option(fc.integer({ min: 0, max: 9 })) }), {
    minLength: 2,
    maxLength: 5,
  })
  .map((gaps) =>
    gaps.map(({ least, more }, at) => stage(at + 1, `Stage ${at + 1}`, least, more === null ? null : least + more)),
  )
const days = fc.integer({ min: 0, max: 20 })
const asks = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant("book" as const), place: fc.nat(4), day: days }),
    fc.record({ kind: fc.constant("move" as const), visit: fc.nat(4), day: days }),
    fc.record({ kind: fc.constant("cancel" as const), visit: fc.nat(4) }),
  ),
  { minLength: 20, maxLength: 40 },
)

/** What a series is after something was asked that the rule allows, or as it was. */
const after = (stages: ReadonlyArray<Stage>, visits: ReadonlyArray<StageVisit>, asked: Asked) => {
  if (asked.kind === "cancel") return visits.filter((_, at) => at !== asked.visit)
  const moved = asked.kind === "move" ? visits[asked.visit] : undefined
  const stageId = moved?.stageId ?? (asked.kind === "book" ? stages[asked.place]?.stageId : undefined)
  if (stageId === undefined) return visits
  const others = visits.filter((visit) => visit !== moved)
  const possible = possibleDays(stages, stageId, others)
  // Days around the edges of what is possible, so that some fit and some do not.
  const edge = possible?.span.from ?? possible?.span.to ?? day(20)
  const date = new Date(Date.parse(edge) + (asked.day - 10) * 86_400_000).toISOString().slice(0, 10)
  return possible === null || isWithin(possible.span, date) ? [...others, on(stageId, date)] : visits
}

describe("any history of bookings, moves and cancellations", () => {
  it("never leaves two stages of a series out of order or outside their days", () => {
    let held = 0
    fc.assert(
      fc.property(lists, asks, (stages, asked) => {
        const visits = asked.reduce<ReadonlyArray<StageVisit>>((now, one) => after(stages, now, one), [])
        const dateOf = stages.map(({ stageId }) => visits.filter((visit) => visit.stageId === stageId))
        expect(dateOf.every((found) => found.length <= 1)).toBe(true)
        for (let one = 0; one < stages.length; one += 1) {
          for (let other = one + 1; other < stages.length; other += 1) {
            const [from, to] = [dateOf[one]?.[0], dateOf[other]?.[0]]
            if (from === undefined || to === undefined) continue
            held += 1
            const between = (Date.parse(to.date) - Date.parse(from.date)) / 86_400_000
            const way = stages.slice(one + 1, other + 1)
            expect(between).toBeGreaterThanOrEqual(way.reduce((sum, { minDays }) => sum + minDays, 0))
            expect(between).toBeLessThanOrEqual(way.reduce((sum, { maxDays }) => sum + (maxDays ?? Infinity), 0))
          }
        }
      }),
      { numRuns: 300 },
    )
    expect(held).toBeGreaterThan(50)
  })
})

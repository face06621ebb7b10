import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { TemplateId } from "#schemas/ids.ts"
import type { LadderStep, StepTest } from "#schemas/outreach/ladder.ts"
import { judgeVariants, sampleOf, seatsOf, variantOf } from "#server/outreach/multiCampaigns/variants.rule.ts"
import { ladderStep } from "#tests/support/ladderSamples.ts"

const test: StepTest = { templateIds: [TemplateId.make(2)], minimumPeople: 50, judgeBy: "replied", afterHours: 24 }
const testOf = (variants: number): StepTest => ({
  ...test,
  templateIds: Array.from({ length: variants - 1 }, (_, place) => TemplateId.make(2 + place)),
})

/** What was counted of texts of which so many people got each: how many did it, by text. */
const counted = (people: number, ...measured: ReadonlyArray<number>) =>
  measured.map((did, variant) => ({ variant, people, reached: people, measured: did }))

describe("the split of people over texts", () => {
  const seats = fc.record({
    variants: fc.integer({ min: 2, max: 4 }),
    people: fc.integer({ min: 1, max: 400 }),
    seed: fc.integer(),
  })

  it("differs by one at most, wherever it ends, and is the same again", () => {
    fc.assert(
      fc.property(seats, ({ variants, people, seed }) => {
        const split = Array.from({ length: people }, (_, seat) => variantOf(seat, variants, seed))
        const shares = Array.from({ length: variants }, (_, one) => split.filter((other) => other === one).length)
        expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1)
        expect(split.toReversed()).toEqual(
          Array.from({ length: people }, (_, after) => variantOf(people - 1 - after, variants, seed)),
        )
      }),
    )
  })

  it("follows no order of a list: of two who come one after the other either one gets the first text", () => {
    const firsts = Array.from({ length: 1_000 }, (_, round) => variantOf(2 * round, 2, 7_001))
    const share = firsts.filter((variant) => variant === 0).length / firsts.length
    expect(Math.abs(share - 0.5)).toBeLessThan(0.06)
  })

  it("gives each person one text, then has people wait, and everyone else the winner", () => {
    const split = fc.record({
      variants: fc.integer({ min: 2, max: 4 }),
      people: fc.integer({ min: 0, max: 350 }),
      kills: fc.array(fc.nat({ max: 350 }), { maxLength: 4 }),
      winner: fc.option(fc.integer({ min: 0, max: 1 })),
    })
    fc.assert(
      fc.property(split, ({ variants, people, kills, winner }) => {
        const step: LadderStep = ladderStep(3, { test: testOf(variants) })
        const sample = sampleOf(testOf(variants))
        const place = (seated: number) => ({ stepId: 3, seated, decided: false, winner: null })
        let seats = seatsOf(9, [place(0)])
        const given: Array<number> = []
        let waiting = 0
        for (let person = 0; person < people; person += 1) {
          // What a killed process had given is given again: what is kept counts.
          if (kills.includes(person)) seats = seatsOf(9, [place(given.length)])
          if (seats.isFull(step)) waiting += 1
          else given.push(seats.take(step))
        }
        expect(given).toEqual(Array.from({ length: Math.min(people, sample) }, (_, n) => variantOf(n, variants, 9_003)))
        expect(waiting).toBe(Math.max(0, people - sample))
        expect(seats.isFull(step)).toBe(people >= sample)
        const after = seatsOf(9, [{ ...place(given.length), decided: true, winner }])
        expect([after.isFull(step), after.take(step)]).toEqual([false, winner ?? 0])
        expect(after.taken()).toEqual([])
      }),
    )
  })

  it("is none where nothing is tested", () => {
    const seats = seatsOf(9, [])
    expect([seats.isFull(ladderStep(1)), seats.take(ladderStep(1)), seats.taken()]).toEqual([false, 0, []])
  })
})

describe("the judgement of a test", () => {
  it("is for the text that did better beyond chance", () => {
    expect(judgeVariants(test, counted(100, 20, 40))).toEqual({ outcome: "better", winner: 1 })
    expect(judgeVariants(test, counted(100, 40, 20))).toEqual({ outcome: "better", winner: 0 })
    expect(judgeVariants(testOf(3), counted(200, 20, 30, 80))).toEqual({ outcome: "better", winner: 2 })
  })

  it("is none where the texts did too much alike, and says so", () => {
    expect(judgeVariants(test, counted(100, 20, 24))).toEqual({ outcome: "tooClose", winner: null })
    expect(judgeVariants(test, counted(100, 30, 30))).toEqual({ outcome: "tooClose", winner: null })
    expect(judgeVariants(testOf(3), counted(200, 20, 80, 82))).toEqual({ outcome: "tooClose", winner: null })
  })

  it("is none where too few were given a text, got it, or did it", () => {
    const few = { outcome: "tooFew", winner: null }
    expect(judgeVariants(test, counted(49, 10, 40))).toEqual(few)
    expect(judgeVariants(test, counted(50, 10, 40))).toEqual({ outcome: "better", winner: 1 })
    expect(judgeVariants(test, counted(400, 0, 6))).toEqual(few)
    expect(judgeVariants(test, counted(60, 60, 55))).toEqual(few)
    expect(judgeVariants(test, counted(0, 0, 0))).toEqual(few)
    const [first, second] = counted(60, 10, 40)
    expect(judgeVariants(test, [first!, { ...second!, reached: 0, measured: 0 }])).toEqual(few)
  })

  it("draws its line where the two-proportion z-test at 95 % has it", () => {
    // 200 and 200 people, 40 of the first: z is 1.873 for 56 of the second, and 1.983 for 57 (NIST handbook, 7.3.3).
    expect(judgeVariants(test, counted(200, 40, 56)).outcome).toBe("tooClose")
    expect(judgeVariants(test, counted(200, 40, 57)).outcome).toBe("better")
    // Of three texts a pair has to pass 2.394: 60 gives 2.309, and 61 gives 2.417.
    expect(judgeVariants(testOf(3), counted(200, 40, 40, 60)).outcome).toBe("tooClose")
    expect(judgeVariants(testOf(3), counted(200, 40, 40, 61)).outcome).toBe("better")
  })

  it("does not depend on the order of the texts", () => {
    const shares = fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 2, maxLength: 4 })
    fc.assert(
      fc.property(shares, (measured) => {
        const numbers = counted(300, ...measured)
        const judged = judgeVariants(testOf(measured.length), numbers)
        const turned = judgeVariants(testOf(measured.length), numbers.toReversed())
        expect(turned).toEqual(judged)
        const best = Math.max(...measured)
        if (judged.winner !== null) expect(measured.filter((did) => did === best)).toEqual([measured[judged.winner]])
      }),
    )
  })
})

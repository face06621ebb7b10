import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { ListId, TemplateId } from "#schemas/ids.ts"
import { ladderLimits, type LadderStep, type StepTest } from "#schemas/outreach/ladder.ts"
import type { VariantNumbers } from "#schemas/outreach/variants.ts"
import type { Chances, Simulated } from "#server/outreach/multiCampaigns/simulate.rule.ts"
import { simulatePeople } from "#server/outreach/multiCampaigns/simulateTests.rule.ts"
import { sampleOf } from "#server/outreach/multiCampaigns/variants.rule.ts"
import { ladderDraft, ladderStep } from "#tests/support/ladderSamples.ts"

const start = Date.parse("2026-11-18T17:00:00Z")
const hour = 3_600_000
const day = 24 * hour
const [own, other] = [TemplateId.make(1), TemplateId.make(2)]

const test: StepTest = { templateIds: [other], minimumPeople: 50, judgeBy: "replied", afterHours: 24 }
const person = (name: number): Simulated => ({
  ...{ patient: `Person ${name}`, zone: "UTC" },
  judge: (_, now) => ({ eligible: true, leaves: now, cost: 1 }),
})
const people = (count: number) => Array.from({ length: count }, (_, name) => person(name))

const plain: Chances = { reached: 1, replied: 0.1, clicked: 0, booked: 0, optedOut: 0, sets: [] }
/** Chances by which the second text does as much better as is said. */
const chancesWith =
  (replied: number, more: Partial<Chances> = {}) =>
  ({ templateId }: LadderStep): Chances => ({ ...plain, ...more, ...(templateId === other ? { replied } : {}) })
const once = () => ({ tries: 1, minutes: 0 })

const draftOf = (steps: ReadonlyArray<LadderStep>) => ladderDraft(ListId.make(1), steps)
const simulate = (
  steps: ReadonlyArray<LadderStep>,
  count: number,
  chancesOf: (step: LadderStep) => Chances = () => plain,
  seed = 1,
) => simulatePeople(draftOf(steps), people(count), chancesOf, once, seed, start)

describe("a simulation", () => {
  it("counts a call once for what a company allows, however often it is tried", () => {
    const sent: Array<ReadonlyArray<number>> = []
    const [one] = people(1).map((someone): Simulated => ({
      ...someone,
      judge: (_, now, before) => {
        sent.push([...before])
        return { eligible: true, leaves: now, cost: 1 }
      },
    }))
    if (one === undefined) throw new Error("no one")
    const steps = [ladderStep(1, { channel: "IVR" }), ladderStep(2)]
    const threeTimes = () => ({ tries: 3, minutes: 30 })
    const { ways } = simulatePeople(draftOf(steps), [one], () => ({ ...plain, reached: 0 }), threeTimes, 1, start)
    expect(ways).toMatchObject([{ calls: 3, texts: 1 }])
    expect(sent).toEqual([[], [start]])
  })
})

describe("a simulation of a test", () => {
  const tested = ladderStep(1, { test })

  it("gives a text to the people of its share, lets the others wait until it is judged, and gives them the winner", () => {
    const { ways, tests } = simulate([tested], 150, chancesWith(0.6))
    const [judged] = tests
    expect(judged).toMatchObject({ stepId: 1, outcome: "better", winner: 1, waited: 50 })
    expect(judged?.variants.map(({ people: given }) => given)).toEqual([50, 50])
    const reachedAt = ways.map(({ person: { happened } }) => happened.find(({ what }) => what === "reached")?.at ?? "")
    const later = reachedAt.filter((at) => Date.parse(at) > start)
    expect(later).toHaveLength(50)
    // A day after the last of the first texts left.
    expect(new Set(later.map((at) => Date.parse(at) - start))).toEqual(new Set([day]))
    expect(ways.map(({ texts }) => texts)).toEqual(Array.from({ length: 150 }, () => 1))
    const replied = ways.filter(
      ({ person: { endedAs } }, place) => endedAs === "replied" && Date.parse(reachedAt[place] ?? "") > start,
    )
    expect(replied.length).toBeGreaterThan(20)
  })

  it("has no winner where the texts do alike, and the others get the step's own", () => {
    const given: Array<number> = []
    const counted = people(120).map((one): Simulated => ({
      ...one,
      judge: (step, now) => {
        if (now > start) given.push(step.templateId)
        return { eligible: true, leaves: now, cost: 1 }
      },
    }))
    const alike = () => ({ ...plain, replied: 0.3 })
    const { tests } = simulatePeople(draftOf([tested]), counted, alike, once, 1, start)
    expect(tests).toMatchObject([{ outcome: "tooClose", winner: null, waited: 20 }])
    expect(given).toEqual(Array.from({ length: 20 }, () => own))
  })

  it("has no winner where fewer come than it needs, once no one else will come", () => {
    const { tests, ways } = simulate([tested], 30)
    expect(tests).toMatchObject([{ outcome: "tooFew", winner: null, waited: 0 }])
    expect(ways).toHaveLength(30)
  })

  it("judges a text that is sent again after the answers to that", () => {
    const again = ladderStep(1, { test, retries: 1, retryMinutes: 1_440 })
    const { ways, tests } = simulate([again], 101, () => ({ ...plain, reached: 0.5 }))
    expect(tests[0]?.waited).toBe(1)
    const lastAt = Math.max(...ways.map(({ lastAt: at }) => at ?? 0))
    // The one who waited is texted a day after the last text that was sent again, which was a day after the first ones.
    expect(lastAt - start).toBeGreaterThanOrEqual(2 * day)
  })
})

const anySteps = fc
  .array(
    fc.record({
      channel: fc.constantFrom("SMS" as const, "IVR" as const),
      waitMinutes: fc.constantFrom(0, 60, 2_880),
      onlyIf: fc.constantFrom("always" as const, "notDelivered" as const, "noReply" as const, "notBooked" as const),
      retries: fc.integer({ min: 0, max: 2 }),
      isTested: fc.boolean(),
      judgeBy: fc.constantFrom("replied" as const, "opened" as const, "booked" as const),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map((all) =>
    all.map(({ isTested, judgeBy, ...step }, place) =>
      ladderStep(place + 1, {
        ...step,
        ...(isTested && step.channel === "SMS" ? { test: { ...test, minimumPeople: 5, judgeBy } } : {}),
      }),
    ),
  )
const anyChances = fc.record({
  ...{ reached: fc.double({ min: 0, max: 1, noNaN: true }), replied: fc.double({ min: 0, max: 0.4, noNaN: true }) },
  ...{ clicked: fc.double({ min: 0, max: 0.5, noNaN: true }), booked: fc.double({ min: 0, max: 0.3, noNaN: true }) },
  ...{ optedOut: fc.double({ min: 0, max: 0.1, noNaN: true }), sets: fc.constant([]) },
})

/** What two texts came to: by Pearson's chi-squared of those who did it and those who did not, at 5 %. */
const decidedBy = (texts: ReadonlyArray<VariantNumbers>, minimumPeople: number) => {
  const [a, b] = texts.map(({ reached, measured }) => ({ did: measured, not: reached - measured, all: reached }))
  if (a === undefined || b === undefined) throw new Error("A test of these has two texts.")
  const [did, not, all] = [a.did + b.did, a.not + b.not, a.all + b.all]
  const expected = [a, b].flatMap((text) => [(text.all * did) / all, (text.all * not) / all])
  if (texts.some(({ people: given }) => given < minimumPeople) || expected.some((some) => !(some >= 5)))
    return { outcome: "tooFew", winner: null }
  const chiSquared = (all * (a.did * b.not - b.did * a.not) ** 2) / (a.all * b.all * did * not)
  if (chiSquared <= 1.96 ** 2) return { outcome: "tooClose", winner: null }
  return { outcome: "better", winner: a.did * b.all > b.did * a.all ? 0 : 1 }
}

describe("any simulation", () => {
  const anyRun = fc.record({
    ...{ steps: anySteps, chances: anyChances, mostTouches: fc.integer({ min: 1, max: 6 }) },
    ...{ count: fc.integer({ min: 0, max: 40 }), seed: fc.integer({ min: 1, max: 1_000_000 }) },
  })

  it("ends everyone, within the touches that the ladder and a day allow, and is the same for the same seed", () => {
    fc.assert(
      fc.property(anyRun, ({ steps, chances, mostTouches, count, seed }) => {
        const ladder = { ...draftOf(steps), mostTouches }
        const run = () => simulatePeople(ladder, people(count), () => chances, once, seed, start)
        const { ways, tests } = run()
        expect(run()).toEqual({ ways, tests })
        expect(ways).toHaveLength(count)
        for (const { person: one } of ways) {
          expect(one.touches).toBeLessThanOrEqual(mostTouches)
          const days = one.happened
            .filter(({ what }) => what === "reached" || what === "notReached")
            .map(({ at }) => at.slice(0, 10))
          for (const touches of Map.groupBy(days, (at) => at).values())
            expect(touches.length).toBeLessThanOrEqual(ladderLimits.touchesADay)
        }
      }),
      { numRuns: 150 },
    )
  })

  it("decides every test by whether one text did better beyond chance, with no more people than its share", () => {
    fc.assert(
      fc.property(anyRun, ({ steps, chances, count, seed }) => {
        const { tests } = simulatePeople(draftOf(steps), people(count), () => chances, once, seed, start)
        expect(tests.map(({ stepId }) => stepId)).toEqual(steps.filter((step) => step.test).map(({ stepId }) => stepId))
        for (const { stepId, outcome, winner, variants } of tests) {
          const asked = steps.find((step) => step.stepId === stepId)?.test ?? test
          expect({ outcome, winner }).toEqual(decidedBy(variants, asked.minimumPeople))
          const given = variants.reduce((sum, one) => sum + one.people, 0)
          expect(given).toBeLessThanOrEqual(sampleOf(asked))
        }
      }),
      { numRuns: 150 },
    )
  })
})

import { testLimits, textsOf, type LadderStep, type StepTest } from "#schemas/outreach/ladder.ts"
import type { MultiCampaignEvent } from "#schemas/outreach/multiCampaign.ts"
import type { TestAnswer, TestOutcome, VariantNumbers } from "#schemas/outreach/variants.ts"
import { drawing } from "./drawing.rule.ts"

/**
 * Which text the next person of a test is given. Each round of as many people as there are texts gets each text once, in an
 * order drawn for it (permuted blocks): shares differ by one at most, and no order of a list favours a text.
 * @param seat how many came before
 * @param seed of the test; the same one gives everyone the same text again
 */
export const variantOf = (seat: number, variants: number, seed: number): number => {
  const round = Math.floor(seat / variants)
  const draw = drawing(Math.imul(seed, 0x9e37_79b1) ^ Math.imul(round + 1, 0x85eb_ca6b))
  const order = Array.from({ length: variants }, (_, variant) => variant)
  for (let last = variants - 1; last > 0; last -= 1) {
    const other = Math.floor(draw() * (last + 1))
    ;[order[last], order[other]] = [order[other] ?? 0, order[last] ?? 0]
  }
  return order[seat % variants] ?? 0
}

/** Where a test is: how many people were given a text, and what the others get once that is decided. */
export type TestPlace = {
  readonly stepId: number
  readonly seated: number
  readonly decided: boolean
  /** Null without a winner. */
  readonly winner: number | null
}

/** How many people a test is made with. */
export const sampleOf = ({ minimumPeople, templateIds }: StepTest): number => minimumPeople * (templateIds.length + 1)

/** What is decided about the texts of a ladder for the people who come to them, one after the other. */
export type Seats = {
  /** Whether a person who comes to a step has to wait until its test is decided. */
  readonly isFull: (step: LadderStep) => boolean
  /** Gives the next person who comes to a step their text. */
  readonly take: (step: LadderStep) => number
  /** The tests that people were given texts of, with how many there are now. */
  readonly taken: () => ReadonlyArray<{ readonly stepId: number; readonly seated: number; readonly isFull: boolean }>
}

/**
 * The seats of the tests of a multi-campaign, for people who come one after the other.
 * @param id of the multi-campaign
 */
export const seatsOf = (id: number, places: ReadonlyArray<TestPlace>): Seats => {
  const tests = new Map(places.map((place) => [place.stepId, place]))
  const changed = new Map<number, { readonly seated: number; readonly isFull: boolean }>()
  const seatedIn = (stepId: number) => changed.get(stepId)?.seated ?? tests.get(stepId)?.seated ?? 0
  /** How many people a step's test is made with; undefined where nothing is tested, or it is decided. */
  const sampleIn = ({ stepId, test }: LadderStep): number | undefined =>
    test === undefined || tests.get(stepId)?.decided === true ? undefined : sampleOf(test)
  return {
    isFull: (step) => seatedIn(step.stepId) >= (sampleIn(step) ?? Number.POSITIVE_INFINITY),
    take: (step) => {
      const { stepId } = step
      const sample = sampleIn(step)
      if (sample === undefined) return tests.get(stepId)?.winner ?? 0
      const seat = seatedIn(stepId)
      changed.set(stepId, { seated: seat + 1, isFull: seat + 1 >= sample })
      return variantOf(seat, textsOf(step).length, id * 1_000 + stepId)
    },
    taken: () => [...changed].map(([stepId, seats]) => ({ stepId, ...seats })),
  }
}

/**
 * From where on the difference of two shares, over its standard error, is beyond chance: the two-sided quantile of
 * the standard normal distribution at 5 %, divided by the pairs that the texts make (Bonferroni).
 */
const critical: Readonly<Record<number, number>> = { 2: 1.96, 3: 2.394, 4: 2.638 }

/** The normal distribution stands for the binomial one where so many of each text do it and do not, as expected (Cochran). */
const fewestExpected = 5

const shareOf = ({ reached, measured }: VariantNumbers): number => (reached === 0 ? 0 : measured / reached)

/** The pooled z of two shares; 0 where neither differs from all or none. */
const zOf = (one: VariantNumbers, other: VariantNumbers): number => {
  const pooled = (one.measured + other.measured) / (one.reached + other.reached)
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / one.reached + 1 / other.reached))
  return error === 0 ? 0 : (shareOf(one) - shareOf(other)) / error
}

const hasTooFew = ({ minimumPeople }: StepTest, variants: ReadonlyArray<VariantNumbers>): boolean => {
  const sum = (key: "reached" | "measured") => variants.reduce((all, one) => all + one[key], 0)
  const share = sum("measured") / sum("reached")
  return variants.some(
    ({ people, reached }) =>
      people < minimumPeople || !(reached * share >= fewestExpected && reached * (1 - share) >= fewestExpected),
  )
}

/**
 * Judges the texts of a test (docs/decisions/106-variants.md): the one that did best wins where it did better than each
 * other one beyond chance, by a two-proportion z-test at 95 %.
 */
export const judgeVariants = (
  test: StepTest,
  variants: ReadonlyArray<VariantNumbers>,
): { readonly outcome: TestOutcome; readonly winner: number | null } => {
  if (variants.length < 2 || hasTooFew(test, variants)) return { outcome: "tooFew", winner: null }
  const best = variants.reduce((first, one) => (shareOf(one) > shareOf(first) ? one : first))
  const needed = critical[Math.min(variants.length, testLimits.texts)] ?? Number.POSITIVE_INFINITY
  return variants.every((one) => one === best || zOf(best, one) > needed)
    ? { outcome: "better", winner: best.variant }
    : { outcome: "tooClose", winner: null }
}

/** The tests as an event leaves them, each with how it was decided. */
export const answersAfter = (
  answers: ReadonlyArray<TestAnswer>,
  event: MultiCampaignEvent,
): ReadonlyArray<TestAnswer> => {
  if (event._tag !== "VariantsJudged" && event._tag !== "VariantChosen") return answers
  const { stepId, winner, variants } = event
  return [...answers, { stepId, outcome: event._tag === "VariantsJudged" ? event.outcome : null, winner, variants }]
}

import {
  asksForValue,
  ladderLimits,
  textsOf,
  variantLetter,
  type Ladder,
  type LadderStep,
  type ReplyValue,
} from "#schemas/outreach/ladder.ts"
import { isSameValue } from "./rungs.ts"
import { type LadderPath, ladderPaths, mostPaths, type PathTouch } from "./ladderPaths.ts"

/** What must hold of a ladder, in the order in which it is shown; the first six before it is launched. */
export const ladderChecks = [
  "stepsCanGo",
  "optOutReachable",
  "noSilentEnd",
  "conditionsKnown",
  "testsTell",
  "stepsReached",
  "touchesBounded",
  "touchesADay",
] as const
export type LadderCheck = (typeof ladderChecks)[number]

/** A problem of a ladder, at a step where it is of one. What does not block says what will be held back. */
export type LadderProblem = {
  readonly check: LadderCheck
  readonly stepId: number | null
  readonly sentence: string
  readonly blocks: boolean
}

/** What the checks ask of the template of a step; undefined for one that is not published, or is of another channel. */
export type StepFacts =
  | {
      readonly tries: number
      readonly optsOut: boolean
      /** Whether it has a link that can be opened. */
      readonly books: boolean
      /** The values that its rules set by replies; an empty value is what the person writes. */
      readonly sets: ReadonlyArray<ReplyValue>
    }
  | undefined

const dayOf = ({ minutes }: PathTouch): number => Math.floor(minutes / 1_440)

const isText = ({ channel }: LadderStep): boolean => channel === "SMS"

/** How often a step may touch one person at most. */
const triesOf = (step: LadderStep, facts: StepFacts): number => (isText(step) ? 1 + step.retries : (facts?.tries ?? 1))

const name = (ladder: Pick<Ladder, "steps">, stepId: number): string =>
  `Step ${ladder.steps.findIndex((step) => step.stepId === stepId) + 1}`

/** A step as often as it tests texts, each with one of them. */
const variantsOf = (step: LadderStep): ReadonlyArray<LadderStep> =>
  textsOf(step).map((templateId) => ({ ...step, templateId }))

/** Why the test of a step cannot tell which of its texts does better. */
const blindTest = (
  { steps }: Pick<Ladder, "steps">,
  place: number,
  factsOf: (step: LadderStep) => StepFacts,
): string | undefined => {
  const step = steps[place]
  if (step?.test === undefined) return undefined
  if ([step, steps[place + 1]].some((one, index) => (index > 0 || place > 0) && one?.start === "parallel"))
    return `Step ${place + 1} tests its texts, so no other step begins together with it. Let each begin after the step before.`
  const blind = variantsOf(step).findIndex((one) => factsOf(one)?.books === false)
  if (step.test.judgeBy === "replied" || blind < 0) return undefined
  return `Step ${place + 1}, text ${variantLetter(blind)} has no link to open or to book by. Write {{ bookingLink }} into it, or judge by replies.`
}

/** Why no reply to the steps before can set the value that a step asks for. */
const unknownValue = (
  step: string,
  { name: asked, value }: ReplyValue,
  stops: Ladder["stops"],
  before: ReadonlyArray<StepFacts>,
): string | undefined => {
  if (asked.trim() === "" || value.trim() === "") return `${step}: choose the value that it asks for, and what it is.`
  if (stops.includes("replied"))
    return `${step} asks for “${asked}”, which a reply sets, but a reply ends everything. Let replies end it no longer, or choose another condition.`
  if (before.includes(undefined)) return undefined
  const set = before.flatMap((facts) => facts?.sets ?? []).filter((one) => one.name === asked)
  if (set.length === 0)
    return `${step} asks for “${asked}”, but the rules of no text before it set it. Write such a rule and publish the text, or choose another value.`
  return set.some((one) => one.value === "" || isSameValue(one.value, value))
    ? undefined
    : `${step} asks whether “${asked}” is “${value}”, but the rules before it only set ${[...new Set(set.map((one) => `“${one.value}”`))].join(", ")}.`
}

/** Why no step before one can tell what its condition asks for; nothing where one can, or is not known yet. */
const unknownCondition = (
  { steps, stops }: Pick<Ladder, "steps" | "stops">,
  place: number,
  factsOf: (step: LadderStep) => StepFacts,
): string | undefined => {
  const { onlyIf = "always", ifValue = { name: "", value: "" } } = steps[place] ?? {}
  const before = steps.slice(0, place).flatMap((step) => variantsOf(step).map(factsOf))
  // Beside others it could be judged before or after a reply to them, as looks happen to fall.
  if (asksForValue(onlyIf) && [steps[place], steps[place + 1]].some((step) => step?.start === "parallel"))
    return `Step ${place + 1} asks for a value, so no other step begins together with it. Let each begin after the step before.`
  if (asksForValue(onlyIf)) return unknownValue(`Step ${place + 1}`, ifValue, stops, before)
  // Everyone comes to the first step without having opened a link.
  if (onlyIf !== "notClicked" || place === 0) return undefined
  return before.some((facts) => facts === undefined || facts.books)
    ? undefined
    : `Step ${place + 1} is for those who have not opened a link, but no text before it has one. Write {{ bookingLink }} into one of them, or choose another condition.`
}

/**
 * What is wrong with a ladder, in the order of its checks; nothing where it may be launched.
 * @param factsOf what is known of the template and the number of a step
 */
export const ladderProblems = (
  ladder: Pick<Ladder, "steps" | "stops" | "mostTouches">,
  factsOf: (step: LadderStep) => StepFacts,
  paths: ReadonlyArray<LadderPath> = ladderPaths(ladder),
): ReadonlyArray<LadderProblem> => {
  const problems: Array<LadderProblem> = []
  const add = (check: LadderCheck, stepId: number | null, sentence: string, blocks = true) =>
    problems.push({ check, stepId, sentence, blocks })
  for (const { step, variant } of ladder.steps.flatMap((one) =>
    variantsOf(one).map((step, variant) => ({ step, variant })),
  )) {
    const facts = factsOf(step)
    const text = step.test === undefined ? "" : `, text ${variantLetter(variant)}`
    const which = `${name(ladder, step.stepId)}${text}`
    if (facts === undefined)
      add("stepsCanGo", step.stepId, `${which}: choose a published template and a number of its kind.`)
    else if (!facts.optsOut)
      add(
        "optOutReachable",
        step.stepId,
        `${which}: a person cannot opt out by it. Add “Reply STOP to opt out” to the text, or a key that stops the calls.`,
      )
  }
  if (paths.some(({ touches }) => touches.length === 0))
    add("noSilentEnd", null, "Some people would get nothing at all. Let the first step go to everyone.")
  ladder.steps.forEach(({ stepId }, place) => {
    const sentence = unknownCondition(ladder, place, factsOf)
    if (sentence !== undefined) add("conditionsKnown", stepId, sentence)
  })
  ladder.steps.forEach(({ stepId }, place) => {
    const sentence = blindTest(ladder, place, factsOf)
    if (sentence !== undefined) add("testsTell", stepId, sentence)
  })
  const reached = new Set(paths.flatMap(({ touches }) => touches.map(({ step }) => step.stepId)))
  if (paths.length < mostPaths)
    for (const { stepId } of ladder.steps)
      if (!reached.has(stepId))
        add(
          "stepsReached",
          stepId,
          `${name(ladder, stepId)} is never reached: a person has had ${ladder.mostTouches} touches before, or its condition cannot hold.`,
        )
  const most = Math.max(
    0,
    ...paths.map(({ touches }) => touches.reduce((sum, { step }) => sum + triesOf(step, factsOf(step)), 0)),
  )
  if (most > ladder.mostTouches)
    add(
      "touchesBounded",
      null,
      `With every try a person could get ${most} touches. After ${ladder.mostTouches} they get no more.`,
      false,
    )
  const busiest = Math.max(
    0,
    ...paths.flatMap(({ touches }) => {
      const days = new Map<number, number>()
      for (const touch of touches)
        days.set(dayOf(touch), (days.get(dayOf(touch)) ?? 0) + triesOf(touch.step, factsOf(touch.step)))
      return [...days.values()]
    }),
  )
  if (busiest > ladderLimits.touchesADay)
    add(
      "touchesADay",
      null,
      `A person could be reached ${busiest} times on one day. After ${ladderLimits.touchesADay} the rest waits for the next day.`,
      false,
    )
  return problems
}

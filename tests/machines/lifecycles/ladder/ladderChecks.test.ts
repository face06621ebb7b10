import { describe, expect, it } from "vitest"
import { ladderProblems, type StepFacts } from "#machines/lifecycles/ladder/ladderChecks.ts"
import { ladderPaths } from "#machines/lifecycles/ladder/ladderPaths.ts"
import { isMet } from "#machines/lifecycles/ladder/rungs.ts"
import { TemplateId } from "#schemas/ids.ts"
import type { Ladder, LadderStep, ReplyValue } from "#schemas/outreach/ladder.ts"
import { ladderStep } from "#tests/support/ladderSamples.ts"

const ladder = (...steps: ReadonlyArray<LadderStep>): Pick<Ladder, "steps" | "stops" | "mostTouches"> => ({
  ...{ steps, stops: ["booked"], mostTouches: 6 },
})
const facts = { tries: 1, optsOut: true, books: false, sets: [] as ReadonlyArray<ReplyValue> }

const problemsOf = (
  steps: ReadonlyArray<LadderStep>,
  factsOf: (step: LadderStep) => StepFacts = () => facts,
): ReadonlyArray<readonly [string, number | null, boolean]> =>
  ladderProblems(ladder(...steps), factsOf).map(({ check, stepId, blocks }) => [check, stepId, blocks] as const)

describe("a step for those who have not opened a link", () => {
  const steps = [ladderStep(1), ladderStep(2, { onlyIf: "notClicked" }), ladderStep(3)]

  it("asks for a text before it that has one, and names the step where none has", () => {
    expect(problemsOf(steps)).toEqual([["conditionsKnown", 2, true]])
    const withLink = (stepId: number) => problemsOf(steps, (step) => ({ ...facts, books: step.stepId === stepId }))
    expect(withLink(1)).toEqual([])
    expect(withLink(2)).toEqual([["conditionsKnown", 2, true]])
    expect(withLink(3)).toEqual([["conditionsKnown", 2, true]])
  })

  it("may be the first, to which everyone comes without having opened one", () => {
    expect(problemsOf([ladderStep(1, { onlyIf: "notClicked" }), ladderStep(2)])).toEqual([])
  })

  it("says nothing of a text that is not chosen yet", () => {
    expect(problemsOf(steps, ({ stepId }) => (stepId === 1 ? undefined : facts))).toEqual([["stepsCanGo", 1, true]])
  })

  it("is passed by who opened it, and the ladder goes on for them", () => {
    const ways = ladderPaths(ladder(...steps)).map(({ touches, end }) => [touches.map(({ step }) => step.stepId), end])
    expect(ways).toContainEqual([[1, 3], "noAnswer"])
    expect(ways).toContainEqual([[1, 2, 3], "noAnswer"])
  })
})

describe("a step for those whose value a reply set", () => {
  const ifValue = { name: "time", value: "Morning" }
  const steps = [ladderStep(1), ladderStep(2, { onlyIf: "valueIs", ifValue }), ladderStep(3)]
  const setting = (...values: ReadonlyArray<string>) => {
    const sets = values.map((value) => ({ name: "time", value }))
    return (step: LadderStep) => (step.stepId === 1 ? { ...facts, sets } : facts)
  }
  const sentenceOf = (...found: Parameters<typeof ladderProblems>): string | undefined =>
    ladderProblems(...found).find(({ check }) => check === "conditionsKnown")?.sentence

  it("asks for a rule of a text before it that sets the value", () => {
    expect(sentenceOf(ladder(...steps), setting())).toContain("the rules of no text before it set it")
    expect(sentenceOf(ladder(...steps), setting("evening", "noon"))).toContain("only set “evening”, “noon”")
    expect(problemsOf(steps, setting("evening", "morning"))).toEqual([])
    expect(problemsOf(steps, setting(""))).toEqual([])
    expect(sentenceOf(ladder(...steps.toReversed()), setting("morning"))).toContain("no text before it")
    const unsaid = [ladderStep(1), ladderStep(2, { onlyIf: "valueIsNot" })]
    expect(sentenceOf(ladder(...unsaid), setting("morning"))).toContain("choose the value")
  })

  it("goes alone", () => {
    const beside = (place: number) =>
      steps.map((step, at) => (at === place ? { ...step, start: "parallel" as const } : step))
    for (const place of [1, 2])
      expect(sentenceOf(ladder(...beside(place)), setting("morning"))).toContain("no other step begins together")
  })

  it("needs a ladder that goes on after a reply", () => {
    const ending = { ...ladder(...steps), stops: ["replied"] as const }
    expect(sentenceOf(ending, setting("morning"))).toContain("a reply ends everything")
  })

  it("has paths that come to an end where each step asks for another value", () => {
    const asking = Array.from({ length: 11 }, (_, place) =>
      ladderStep(place + 2, { onlyIf: "valueIs", ifValue: { name: `value ${place}`, value: "yes" } }),
    )
    expect(ladderPaths({ ...ladder(ladderStep(1), ...asking), mostTouches: 2 }).map(({ end }) => end)).toContain(
      "noAnswer",
    )
  })

  it("is a fork of the paths, and who has no value is with those of another one", () => {
    const waysOf = (onlyIf: "valueIs" | "valueIsNot") =>
      ladderPaths(ladder(ladderStep(1), ladderStep(2, { onlyIf, ifValue }))).flatMap(({ touches, end }) =>
        end === "noAnswer" ? [touches.map(({ step }) => step.stepId)] : [],
      )
    expect(waysOf("valueIs")).toEqual(expect.arrayContaining([[1], [1, 2]]))
    expect(waysOf("valueIsNot")).toEqual(expect.arrayContaining([[1], [1, 2]]))
    const person = { wasReached: true, hasAnswered: false, hasReplied: true, hasClicked: false, hasBooked: false }
    const met = (onlyIf: "valueIs" | "valueIsNot", values: Readonly<Record<string, string>>) =>
      isMet({ onlyIf, ifValue }, { ...person, values })
    expect([met("valueIs", {}), met("valueIs", { time: " MORNING" }), met("valueIs", { time: "noon" })]).toEqual([
      ...[false, true, false],
    ])
    expect([
      met("valueIsNot", {}),
      met("valueIsNot", { time: " MORNING" }),
      met("valueIsNot", { time: "noon" }),
    ]).toEqual([true, false, true])
  })
})

describe("a step that tests its texts", () => {
  const test = { templateIds: [TemplateId.make(7)], minimumPeople: 50, judgeBy: "opened", afterHours: 24 } as const
  const tested = (more: Partial<LadderStep> = {}) => ladderStep(1, { test, ...more })
  const withLinks = ({ templateId }: LadderStep, ...ids: ReadonlyArray<number>) => ({
    ...facts,
    books: ids.includes(templateId),
  })
  const sentences = (steps: ReadonlyArray<LadderStep>, factsOf: (step: LadderStep) => StepFacts) =>
    ladderProblems(ladder(...steps), factsOf).map(({ sentence }) => sentence)

  it("asks each of its texts to be published, and to say how to opt out", () => {
    expect(
      sentences([tested()], ({ templateId }) => (templateId === 7 ? undefined : { ...facts, books: true })),
    ).toEqual(["Step 1, text B: choose a published template and a number of its kind."])
    expect(problemsOf([tested()], ({ templateId }) => ({ ...facts, books: true, optsOut: templateId !== 7 }))).toEqual([
      ["optOutReachable", 1, true],
    ])
  })

  it("asks for a link in each where openings or bookings are counted, and for none where replies are", () => {
    expect(sentences([tested()], (step) => withLinks(step, 1))).toEqual([
      "Step 1, text B has no link to open or to book by. Write {{ bookingLink }} into it, or judge by replies.",
    ])
    expect(problemsOf([tested()], (step) => withLinks(step, 1, 7))).toEqual([])
    expect(problemsOf([tested({ test: { ...test, judgeBy: "replied" } })])).toEqual([])
    expect(problemsOf([tested({ test: { ...test, judgeBy: "booked" } })])).toEqual([["testsTell", 1, true]])
  })

  it("stands alone: nothing begins together with it", () => {
    const replied = { test: { ...test, judgeBy: "replied" } } as const
    expect(problemsOf([tested(replied), ladderStep(2, { start: "parallel" })])).toEqual([["testsTell", 1, true]])
    expect(problemsOf([ladderStep(1), ladderStep(2, { ...replied, start: "parallel" })])).toEqual([
      ["testsTell", 2, true],
    ])
    // The first begins with nothing before it.
    expect(problemsOf([tested({ ...replied, start: "parallel" })])).toEqual([])
  })

  it("has the values that rules of either text set", () => {
    const ifValue = { name: "time", value: "Morning" }
    const steps = [tested({ test: { ...test, judgeBy: "replied" } }), ladderStep(2, { onlyIf: "valueIs", ifValue })]
    expect(problemsOf(steps)).toEqual([["conditionsKnown", 2, true]])
    expect(problemsOf(steps, ({ templateId }) => ({ ...facts, sets: templateId === 7 ? [ifValue] : [] }))).toEqual([])
  })
})

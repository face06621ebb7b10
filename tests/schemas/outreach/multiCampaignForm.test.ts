import { describe, expect, it } from "vitest"
import { canMove, withNewStep, withoutStep, withStepMoved } from "#schemas/outreach/ladderSteps.ts"
import { waitOf } from "#schemas/outreach/ladderWaits.ts"
import {
  checkLadder,
  copyOfLadder,
  ladderDraft,
  ladderValues,
  simulationOf,
  type LadderValues,
} from "#schemas/outreach/multiCampaignForm.ts"
import {
  draftLadder,
  openedLadder,
  openedRunning,
  runningLadder,
  sampleLadder,
  sampleParts,
} from "#tests/support/multiCampaignSamples.ts"

const { values } = openedLadder
const fieldsOf = (more: Partial<LadderValues>) => checkLadder({ ...values, ...more }).map(({ field }) => field)
const idsOf = (steps: LadderValues["steps"]) => steps.map(({ stepId }) => stepId)

describe("the form of a multi-campaign", () => {
  it("gives back the draft that it was opened with", () => {
    expect(ladderDraft(values)).toEqual(sampleLadder)
    const startAt = "2026-12-01T15:00:00.000Z"
    const later = ladderValues({ ...draftLadder, draft: { ...sampleLadder, startAt } }, "America/New_York")
    expect([later.when, later.startOn]).toEqual(["later", "2026-12-01T10:00"])
    expect(ladderDraft(later).startAt).toBe(startAt)
  })

  it("begins a copy with the steps of another, for a list that is yet to be chosen and at once", () => {
    const startAt = "2026-12-01T15:00:00.000Z"
    const running = { ...runningLadder, draft: { ...sampleLadder, startAt } }
    const copy = copyOfLadder(running, "America/New_York", " (copy)")
    expect(copy).toMatchObject({ name: "Flu shots, winter round (copy)", listId: null, when: "now", hashedId: null })
    expect([copy.state, copy.kept, copy.streamVersion]).toEqual(["draft", [], 0])
    expect(ladderDraft({ ...copy, listId: sampleLadder.listId })).toEqual({ ...sampleLadder, name: copy.name })
    const long = { ...running, draft: { ...running.draft, name: "n".repeat(80) } }
    expect(copyOfLadder(long, "America/New_York", " (copy)").name).toBe(`${"n".repeat(73)} (copy)`)
  })

  it.each([
    [0, 0, "minutes"],
    [90, 90, "minutes"],
    [120, 2, "hours"],
    [2_880, 2, "days"],
  ] as const)("says a wait of %i minutes as %i %s", (minutes, wait, unit) => {
    expect(waitOf(minutes)).toEqual({ wait, unit })
  })

  it("names each fault at its field", () => {
    const [first] = values.steps
    if (first === undefined) throw new Error("The sample has a first step.")
    expect(fieldsOf({})).toEqual([])
    expect(fieldsOf({ listId: null, steps: [{ ...first, templateId: null, wait: 31, unit: "days" }] })).toEqual([
      "listId",
      "steps.0.templateId",
      "steps.0.wait",
    ])
    expect(fieldsOf({ closeAfter: { wait: null, unit: "days" } })).toEqual(["closeAfter.wait"])
    expect(fieldsOf({ when: "later", startOn: "" })).toContain("startOn")
  })

  it("is simulated once its list and its steps are chosen, without a name", () => {
    expect(simulationOf({ ...values, name: "" }, 7)).toMatchObject({ seed: 7, listId: 5 })
    expect(simulationOf({ ...values, listId: null }, 7)).toBeNull()
  })
})

describe("the steps of a ladder", () => {
  it("get numbers of their own, also after one was removed", () => {
    const added = withNewStep(withoutStep(values.steps, 1), "IVR", sampleParts, [4])
    expect(idsOf(added)).toEqual([1, 3, 5])
    expect(added.at(-1)).toMatchObject({ channel: "IVR", senderId: 2, wait: 2, unit: "days" })
  })

  it("are twelve at most", () => {
    let steps: LadderValues["steps"] = []
    for (let place = 0; place < 14; place++) steps = withNewStep(steps, "SMS", sampleParts)
    expect(steps.length).toBe(12)
  })

  it("change places, but not with one that people may have come to", () => {
    expect(idsOf(withStepMoved(values.steps, 2, -1))).toEqual([1, 3, 2])
    expect(canMove(values.steps, [], 0, -1)).toBe(false)
    expect(canMove(values.steps, [], 0, 1)).toBe(true)
    const { kept, steps } = openedRunning.values
    const longer = withNewStep(withNewStep(steps, "SMS", sampleParts, kept), "SMS", sampleParts, kept)
    expect([canMove(longer, kept, 3, -1), canMove(longer, kept, 4, -1)]).toEqual([false, true])
  })
})

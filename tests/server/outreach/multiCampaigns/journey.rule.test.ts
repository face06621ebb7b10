import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { getNextSnapshot, initialTransition } from "xstate"
import { journeyState, ladderChart, type JourneyEvent } from "#machines/lifecycles/ladder/ladder.chart.ts"
import { ladderPaths } from "#machines/lifecycles/ladder/ladderPaths.ts"
import { rungsOf } from "#machines/lifecycles/ladder/rungs.ts"
import { ListId } from "#schemas/ids.ts"
import { LadderStop, StepCondition, type LadderStep } from "#schemas/outreach/ladder.ts"
import {
  moveJourney,
  type JourneyFacts,
  type JourneyPlace,
  type StepPlace,
} from "#server/outreach/multiCampaigns/journey.rule.ts"
import { ladderDraft, ladderStep } from "#tests/support/ladderSamples.ts"

const minute = 60_000

const happenings = [
  "reached",
  "notReached",
  "leftOut",
  "replied",
  "valued",
  "clicked",
  "booked",
  "confirmed",
  "optedOut",
] as const
type Happening = (typeof happenings)[number]

/** What steps ask for, and what a rule sets by a reply. */
const asked = { name: "time", value: "Morning" }

const stepsOf = fc
  .array(
    fc.record({
      channel: fc.constantFrom("SMS" as const, "IVR" as const),
      onlyIf: fc.constantFrom(...StepCondition.literals),
      waitMinutes: fc.integer({ min: 0, max: 5_000 }),
      ifValue: fc.constant(asked),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((all) => all.map((more, index): LadderStep => ladderStep(index + 1, more)))

const ladders = fc
  .record({ steps: stepsOf, stops: fc.subarray([...LadderStop.literals]), mostTouches: fc.integer({ min: 1, max: 6 }) })
  .map(({ steps, ...more }) => ladderDraft(ListId.make(1), steps, more))

const answers: Partial<Record<Happening, JourneyEvent>> = {
  replied: { type: "Replied" },
  valued: { type: "ValueSet", ...asked },
  clicked: { type: "Clicked" },
  booked: { type: "Booked" },
  confirmed: { type: "Confirmed" },
  optedOut: { type: "OptedOut" },
}

const nothing = {
  ...{ hasReplied: false, hasClicked: false, hasBooked: false, hasConfirmed: false, hasOptedOut: false },
  values: {},
}

/** Takes a person through a ladder by the rule; gives the states it passes, as the chart names them, and what happened. */
const byRule = (ladder: ReturnType<typeof ladderDraft>, happens: ReadonlyArray<Happening>) => {
  const rungs = rungsOf(ladder.steps)
  const places: Array<StepPlace> = []
  const facts = { ...nothing, values: {} as Readonly<Record<string, string>> }
  let now = 0
  let place: JourneyPlace = { state: "waiting", atRung: 0, since: 0 }
  const events: Array<JourneyEvent> = []
  const got: Array<number> = []
  for (let look = 0; look < 100; look += 1) {
    const known: JourneyFacts = { places: [...places], ...facts, touches: places.length }
    const move = moveJourney(ladder, place, known, now)
    // Each rung that the person came to or that passed by was waited for.
    const rung = move._tag === "End" ? undefined : move.atRung
    for (let waited = place.atRung; rung !== undefined && waited < rung; waited += 1) events.push({ type: "WaitOver" })
    if (move._tag === "End") return { end: move.as, events, got, rungs }
    place = move
    for (const { step, attempt } of move.adds) {
      const happening = happens[got.length] ?? "reached"
      got.push(step.stepId)
      const isReached = happening !== "notReached" && happening !== "leftOut"
      places.push({
        ...{ stepId: step.stepId, attempt, isLasting: happening === "leftOut", at: now },
        ...{ state: isReached ? "delivered" : happening === "leftOut" ? "excluded" : "failed" },
        ...{ wasDelivered: isReached, wasAnswered: isReached && step.channel === "IVR" },
      })
      const answer = answers[happening]
      if (answer !== undefined) events.push(answer)
      if (happening === "replied" || happening === "valued") facts.hasReplied = true
      if (happening === "valued") facts.values = { [asked.name]: " morning " }
      if (happening === "clicked") facts.hasClicked = true
      if (happening === "booked") facts.hasBooked = true
      if (happening === "confirmed") facts.hasConfirmed = true
      if (happening === "optedOut") facts.hasOptedOut = true
      events.push({ type: isReached ? "StepReached" : "StepNotReached" })
    }
    if (move.adds.length === 0) now = move.nextAt ?? now
  }
  throw new Error("The ladder does not end")
}

describe("the rule that takes people on", () => {
  it("does what the chart of the ladder does, whatever happens", () => {
    fc.assert(
      fc.property(ladders, fc.array(fc.constantFrom(...happenings), { maxLength: 12 }), (ladder, happens) => {
        const { end, events } = byRule(ladder, happens)
        const chart = ladderChart(ladder)
        let [snapshot] = initialTransition(chart)
        for (const event of events) if (snapshot.status === "active") snapshot = getNextSnapshot(chart, snapshot, event)
        // What is left are waits: rungs that pass by, and that for answers.
        for (let waits = 0; waits <= 13 && snapshot.status === "active"; waits += 1)
          snapshot = getNextSnapshot(chart, snapshot, { type: "WaitOver" })
        expect(journeyState(snapshot)).toBe(end)
      }),
      { numRuns: 500 },
    )
  }, 60_000)

  it("takes no way that is not among the listed paths", () => {
    fc.assert(
      fc.property(ladders, fc.array(fc.constantFrom(...happenings), { maxLength: 12 }), (ladder, happens) => {
        const { end, got } = byRule(ladder, happens)
        const listed = ladderPaths(ladder).map(({ touches, end: as }) => [touches.map(({ step }) => step.stepId), as])
        expect(listed).toContainEqual([got, end])
      }),
      { numRuns: 100 },
    )
  }, 60_000)

  it("gives no one more than the ladder allows, nothing twice, and nothing after what ends it", () => {
    fc.assert(
      fc.property(ladders, fc.array(fc.constantFrom(...happenings), { maxLength: 12 }), (ladder, happens) => {
        const { got } = byRule(ladder, happens)
        expect(got.length).toBeLessThanOrEqual(ladder.mostTouches)
        expect(new Set(got).size).toBe(got.length)
        const stop = happens.findIndex(
          (one) => one === "optedOut" || ladder.stops.some((reason) => reason === (one === "valued" ? "replied" : one)),
        )
        if (stop >= 0) expect(got.length).toBeLessThanOrEqual(stop + 1)
      }),
    )
  })

  it("waits for a call that goes on, and for a text only until it left", () => {
    const ladder = ladderDraft(ListId.make(1), [ladderStep(1, { channel: "IVR" }), ladderStep(2)])
    const facts = { ...nothing, touches: 1 }
    const sent = {
      stepId: 1,
      attempt: 1,
      isLasting: false,
      wasDelivered: false,
      wasAnswered: false,
      at: 0,
    }
    const look = (state: StepPlace["state"], steps = ladder.steps) =>
      moveJourney(
        { ...ladder, steps },
        { state: "underway", atRung: 1, since: 0 },
        { ...facts, places: [{ ...sent, state }] },
        minute,
      )
    expect(look("sent")).toMatchObject({ state: "underway", nextAt: null })
    expect(look("unknown")).toMatchObject({ state: "underway", nextAt: null })
    expect(look("failed")).toMatchObject({ state: "waiting", nextAt: 2_880 * minute })
    expect(look("sent", [ladderStep(1), ladderStep(2)])).toMatchObject({ state: "waiting", nextAt: 2_880 * minute })
  })

  it("keeps the days of later steps where one passes by, however late a person is looked at", () => {
    const second = ladderStep(2, { onlyIf: "notDelivered", waitMinutes: 60 })
    const ladder = ladderDraft(ListId.make(1), [ladderStep(1), second, ladderStep(3, { waitMinutes: 60 })])
    const facts = { ...nothing, touches: 1 }
    const text: StepPlace = {
      ...{ stepId: 1, attempt: 1, state: "delivered", isLasting: false, at: 0 },
      ...{ wasDelivered: true, wasAnswered: false },
    }
    const late = moveJourney(
      ladder,
      { state: "waiting", atRung: 1, since: 0 },
      { ...facts, places: [text] },
      100 * minute,
    )
    expect(late).toMatchObject({ state: "waiting", atRung: 2, nextAt: 120 * minute })
  })

  it("sends a text again whose failure is reported after it had left, and waits for the next step from then on", () => {
    const ladder = ladderDraft(ListId.make(1), [ladderStep(1, { retries: 1 }), ladderStep(2)])
    const facts = { ...nothing, touches: 1 }
    const sent: StepPlace = {
      ...{ stepId: 1, attempt: 1, state: "sent", isLasting: false, at: 0 },
      ...{ wasDelivered: false, wasAnswered: false },
    }
    const left = moveJourney(ladder, { state: "underway", atRung: 1, since: 0 }, { ...facts, places: [sent] }, minute)
    expect(left).toMatchObject({ state: "waiting", atRung: 1, nextAt: 2_880 * minute })
    const failed = { ...sent, state: "failed", at: 10 * minute } as const
    const waiting = { state: "waiting", atRung: 1, since: 0 } as const
    const moved = moveJourney(ladder, waiting, { ...facts, places: [failed] }, 10 * minute)
    expect(moved).toMatchObject({ state: "underway", atRung: 1, adds: [], nextAt: 40 * minute })
    const again = moveJourney(ladder, waiting, { ...facts, places: [failed] }, 40 * minute)
    expect(again).toMatchObject({ state: "underway", adds: [{ step: { stepId: 1 }, attempt: 2 }] })
    const second = { ...sent, attempt: 2, at: 40 * minute }
    const over = moveJourney(
      ladder,
      { ...waiting, state: "underway" },
      { ...facts, places: [failed, second] },
      41 * minute,
    )
    expect(over).toMatchObject({ state: "waiting", atRung: 1, nextAt: (40 + 2_880) * minute })
  })

  it("asks first about a text without a receipt where the next step, another try or the end depends on it", () => {
    const silent: StepPlace = {
      ...{ stepId: 1, attempt: 1, state: "sent", isLasting: false, at: 0 },
      ...{ wasDelivered: false, wasAnswered: false, silence: { askedAt: null, wantedAt: null } },
    }
    const due = 2_880 * minute
    const look = (now: number, first: object, second: object | undefined, ...places: ReadonlyArray<StepPlace>) => {
      const steps = [ladderStep(1, { retries: 0, ...first }), ...(second === undefined ? [] : [ladderStep(2, second)])]
      const ladder = ladderDraft(ListId.make(1), steps, { closeAfterMinutes: 2_880 })
      const waiting = { state: "waiting", atRung: 1, since: 0 } as const
      return moveJourney(
        ladder,
        waiting,
        { ...nothing, touches: 1, places: places.length > 0 ? places : [silent] },
        now,
      )
    }
    const silentSince = (askedAt: number | null, wantedAt: number | null): StepPlace => ({
      ...silent,
      silence: { askedAt, wantedAt },
    })
    const asks = { _tag: "Stay", state: "waiting", atRung: 1, asks: [silent], adds: [] }
    const goesOn = { state: "underway", atRung: 2, adds: [{ step: { stepId: 2 } }] }
    const noAnswer = { _tag: "End", as: "noAnswer" }
    const toUnreached = { onlyIf: "notDelivered" }
    expect(look(due - 1, {}, toUnreached)).not.toHaveProperty("asks")
    for (const late of [0, 600 * minute]) {
      expect(look(due + late, {}, toUnreached)).toMatchObject(asks)
      expect(look(due + late, { retries: 1 }, {})).toMatchObject(asks)
      expect(look(due + late, {}, undefined)).toMatchObject(asks)
    }
    expect(look(due, {}, {})).toMatchObject(goesOn)
    expect(look(due, { retries: 1 }, {}, { ...silent, attempt: 2 })).toMatchObject(goesOn)
    // Asked about before it was due it may have failed since; asked about since then, it counts as arrived.
    expect(look(due, {}, undefined, silentSince(due - 1, null))).toMatchObject({ _tag: "Stay", atRung: 1 })
    expect(look(due, {}, undefined, silentSince(due, null))).toEqual(noAnswer)
    // Nothing hangs on one of two once the other is known to have arrived.
    const arrived = { ...silent, attempt: 2, state: "delivered", wasDelivered: true, silence: undefined } as const
    expect(look(due, {}, undefined, silent, arrived)).toEqual(noAnswer)
    // It is asked for once, and waited for no longer than a week.
    expect(look(due + minute, {}, undefined, silentSince(null, due))).toMatchObject({
      ...{ _tag: "Stay", asks: [], nextAt: due + 10_080 * minute },
    })
    expect(look(due + 10_080 * minute, {}, undefined, silentSince(null, due))).toEqual(noAnswer)
  })

  it("lets steps that begin together go each after its own wait, and goes on when the last is over", () => {
    const steps = [ladderStep(1), ladderStep(2, { channel: "IVR", start: "parallel", waitMinutes: 60 }), ladderStep(3)]
    const ladder = ladderDraft(ListId.make(1), steps)
    const facts = { ...nothing, touches: 0 }
    const begun = moveJourney(ladder, { state: "waiting", atRung: 0, since: 0 }, { ...facts, places: [] }, 0)
    expect(begun).toMatchObject({ adds: [{ step: { stepId: 1 } }], nextAt: 60 * minute })
    const text: StepPlace = {
      ...{ stepId: 1, attempt: 1, state: "delivered", isLasting: false, at: 0 },
      ...{ wasDelivered: true, wasAnswered: false },
    }
    const later = moveJourney(
      ladder,
      { state: "underway", atRung: 1, since: 0 },
      { ...facts, places: [text] },
      60 * minute,
    )
    expect(later).toMatchObject({ adds: [{ step: { stepId: 2 } }], state: "underway" })
    const call = { ...text, stepId: 2, state: "failed", wasDelivered: false, at: 90 * minute } as const
    const over = moveJourney(
      ladder,
      { state: "underway", atRung: 1, since: 0 },
      { ...facts, places: [text, call] },
      91 * minute,
    )
    expect(over).toMatchObject({ state: "waiting", nextAt: (90 + 2_880) * minute })
  })
})

import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { earliestOf, mostOf, type CouldGet } from "#server/outreach/multiCampaigns/mostOf.rule.ts"
import { ladderStep } from "#tests/support/ladderSamples.ts"

const text = (costs: ReadonlyArray<number>, tries = 1): CouldGet => ({ channel: "SMS", tries, costs })
const call = (tries = 1): CouldGet => ({ channel: "IVR", tries, costs: [0] })

const anyStep = fc.record({
  channel: fc.constantFrom("SMS" as const, "IVR" as const),
  tries: fc.integer({ min: 1, max: 3 }),
  costs: fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 3 }),
})
const anyLadder = fc.record({
  steps: fc.array(anyStep, { maxLength: 3 }),
  mostTouches: fc.integer({ min: 1, max: 4 }),
})

type Message = { readonly channel: "SMS" | "IVR"; readonly cost: number }

/** Everything that one person could be sent: a subset of the tries of each step by one of its texts, within the touches. */
const everyWay = ([step, ...rest]: ReadonlyArray<CouldGet>, left: number): ReadonlyArray<ReadonlyArray<Message>> => {
  if (step === undefined) return [[]]
  const own = [
    [],
    ...step.costs.flatMap((cost) =>
      Array.from({ length: Math.min(step.tries, left) }, (_, more) =>
        Array.from({ length: more + 1 }, (): Message => ({ channel: step.channel, cost })),
      ),
    ),
  ]
  return own.flatMap((some) => everyWay(rest, left - some.length).map((others) => [...some, ...others]))
}

describe("what one person could take of a ladder at most", () => {
  it("is one text of a test, the dearest that they could get", () => {
    expect(mostOf([text([1, 3])], 6)).toEqual({ texts: 1, segments: 3, calls: 0 })
    expect(mostOf([text([])], 6)).toEqual({ texts: 0, segments: 0, calls: 0 })
  })

  it("is within the touches, the dearest first", () => {
    expect(mostOf([text([1], 3), call(2), text([4])], 2)).toEqual({ texts: 2, segments: 5, calls: 2 })
  })

  it("is the most of all ways that they could go", () => {
    fc.assert(
      fc.property(anyLadder, ({ steps, mostTouches }) => {
        const ways = everyWay(steps, mostTouches).map((sent) => {
          const texts = sent.filter(({ channel }) => channel === "SMS")
          return {
            texts: texts.length,
            segments: texts.reduce((sum, { cost }) => sum + cost, 0),
            calls: sent.length - texts.length,
          }
        })
        const most = (key: "texts" | "segments" | "calls") => Math.max(...ways.map((way) => way[key]))
        expect(mostOf(steps, mostTouches)).toEqual({
          texts: most("texts"),
          segments: most("segments"),
          calls: most("calls"),
        })
      }),
    )
  })
})

it("a step can begin at the earliest after all waits before it, those of steps that began together too", () => {
  const steps = [
    ladderStep(1, { waitMinutes: 10 }),
    ladderStep(2, { waitMinutes: 60 }),
    ladderStep(3, { waitMinutes: 5, start: "parallel" }),
    ladderStep(4, { waitMinutes: 100 }),
  ]
  expect([...earliestOf(steps)].map(([stepId, millis]) => [stepId, millis / 60_000])).toEqual([
    [1, 10],
    [2, 70],
    [3, 75],
    [4, 175],
  ])
})

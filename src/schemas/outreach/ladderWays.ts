import { Schema } from "effect"
import { JourneyEnd } from "./ladder.ts"
import type { SimulatedPerson } from "./multiCampaign.ts"

/** How many people got which steps of a ladder, by number, and ended so. */
export const LadderWay = Schema.Struct({ steps: Schema.Array(Schema.Int), as: JourneyEnd, people: Schema.Int })
export type LadderWay = typeof LadderWay.Type

const wayPattern = /^(?:0|[1-9]\d{0,2}(?:\.[1-9]\d{0,2}){0,11})$/
/** The steps of a way as an address names them: `1.3`, and `0` for none. */
export const WayKey = Schema.String.check(Schema.isPattern(wayPattern))

/** Whether a text names a way. */
export const isWayKey = (text: string): boolean => wayPattern.test(text)

const byNumber = (steps: Iterable<number>): ReadonlyArray<number> => [...steps].toSorted((one, other) => one - other)

/** Names a way by its steps, in whatever order they come. */
export const wayKey = (steps: ReadonlyArray<number>): string => (steps.length === 0 ? "0" : byNumber(steps).join("."))

/** The steps of a way that is named. */
export const stepsOfWay = (key: string): ReadonlyArray<number> =>
  key === "0" ? [] : byNumber(key.split(".").map(Number))

/** How many people went a way. */
export const peopleOn = (ways: ReadonlyArray<LadderWay>, { steps, as }: Pick<LadderWay, "steps" | "as">): number => {
  const key = wayKey(steps)
  return ways.filter((way) => way.as === as && wayKey(way.steps) === key).reduce((sum, { people }) => sum + people, 0)
}

/** The ways of the people of a simulation; a step that someone was left out of is none of theirs. */
export const simulatedWays = (sample: ReadonlyArray<SimulatedPerson>): ReadonlyArray<LadderWay> =>
  sample.map(({ happened, endedAs }) => {
    const got = happened.flatMap(({ what, stepId }) =>
      (what === "reached" || what === "notReached") && stepId !== null ? [stepId] : [],
    )
    return { steps: byNumber(new Set(got)), as: endedAs, people: 1 }
  })

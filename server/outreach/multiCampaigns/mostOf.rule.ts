import { rungsOf } from "#machines/lifecycles/ladder/rungs.ts"
import type { ChannelName } from "#schemas/outreach/channel.ts"
import type { LadderStep } from "#schemas/outreach/ladder.ts"
import type { LadderCheck } from "#schemas/outreach/ladderCheck.ts"

type Takes = LadderCheck["most"]

/** A step that a person could get: how often it is tried at most, and what each of its texts that they could get costs. */
export type CouldGet = {
  readonly channel: ChannelName
  readonly tries: number
  readonly costs: ReadonlyArray<number>
}

/** What one person could take at most: every try of every step, by its dearest text for them, within the touches. */
export const mostOf = (steps: ReadonlyArray<CouldGet>, mostTouches: number): Takes => {
  const possible = steps.filter(({ costs }) => costs.length > 0)
  const tries = (channel: ChannelName) =>
    possible.filter((step) => step.channel === channel).reduce((sum, step) => sum + step.tries, 0)
  const segments = possible
    .filter(({ channel }) => channel === "SMS")
    .flatMap(({ tries: times, costs }) => Array.from({ length: times }, () => Math.max(...costs)))
    .toSorted((one, other) => other - one)
    .slice(0, mostTouches)
  return {
    texts: Math.min(tries("SMS"), mostTouches),
    segments: segments.reduce((sum, one) => sum + one, 0),
    calls: Math.min(tries("IVR"), mostTouches),
  }
}

const minute = 60_000

/** How long after the launch each step can leave at the earliest, in milliseconds. */
export const earliestOf = (steps: ReadonlyArray<LadderStep>): ReadonlyMap<number, number> => {
  const earliest = new Map<number, number>()
  let begins = 0
  for (const rung of rungsOf(steps)) {
    begins += (rung[0]?.waitMinutes ?? 0) * minute
    const waits = rung.map((step) => (step === rung[0] ? 0 : step.waitMinutes * minute))
    for (const [place, step] of rung.entries()) earliest.set(step.stepId, begins + (waits[place] ?? 0))
    // What follows waits for all that everyone gets with the first of them.
    begins += Math.max(0, ...waits.filter((_, place) => rung[place]?.onlyIf === "always"))
  }
  return earliest
}

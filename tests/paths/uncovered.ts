import type { AnyStateMachine } from "xstate"
import { pathsOf } from "./paths.ts"
import type { ChartWalk } from "./walk.ts"

/**
 * What the walks of a chart leave open: that there is none, the transitions none
 * of them takes, the guards none sees refuse, and what they send or answer that
 * no state of the chart hears.
 */
export const uncovered = (machine: AnyStateMachine, walks: ReadonlyArray<ChartWalk>): ReadonlyArray<string> => {
  const found = walks.map((walk) => pathsOf(walk.machine, walk))
  const [first, ...others] = found
  if (first === undefined) return [`no *.walk.ts in tests/machines exports a walk of "${machine.id}"`]
  const untaken = first.untaken.filter((one) => others.every((other) => other.untaken.includes(one)))
  const unrecorded = found
    .flatMap((one) => one.unrecorded)
    .map((event) => `${machine.id} never hears ${event} of its walk`)
  return [...untaken, ...unrecorded]
}

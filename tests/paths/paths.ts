import {
  getNextSnapshot,
  initialTransition,
  type AnyActorRef,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
} from "xstate"
import { coverOf, decided, firstsOf } from "./cover.ts"
import { explore, type Edge } from "./explore.ts"
import { declaredTransitions } from "./instrument.ts"
import { replay } from "./replay.ts"
import { pathTo } from "./schedule.ts"
import type { Path, Walk } from "./walk.ts"

/** What a walk through a chart found. */
export type Walked = {
  /** Few paths that together take every transition that can be taken, hear every guard's refusal and enter every state. */
  readonly paths: ReadonlyArray<Path>
  /** The transitions no path takes, and the guards none refuses; to be asserted empty. */
  readonly untaken: ReadonlyArray<string>
  /** What the walk sends or lets children answer, and no state hears; to be asserted empty. */
  readonly unrecorded: ReadonlyArray<string>
  /** Every state found, once each. */
  readonly states: ReadonlyArray<AnyMachineSnapshot>
  /** The shortest way to each transition and each state: where they end, a view must keep its promises. */
  readonly places: ReadonlyArray<Path>
  /** The shortest way to one of the states. */
  readonly wayTo: (state: AnyMachineSnapshot) => Path
  /** How large the walk was: moves from all its states. */
  readonly moves: number
}

/**
 * Walks a chart: every reachable state and every transition, in orders of
 * timers, answers and events that can happen (`explore.ts` says how).
 * @param reach how many steps a path may go on for something new, instead of another path from the start
 */
export const pathsOf = (machine: AnyStateMachine, walk: Walk, reach = 0): Walked => {
  const found = explore(machine, walk)
  const seen = decided(found)
  const ended = (edge: Edge | null): Path => pathTo(found.start, edge)
  return {
    paths: coverOf(found, reach).map(ended),
    untaken: declaredTransitions(machine).filter((one) => !seen.has(one)),
    unrecorded: found.unrecorded,
    states: [found.start.inner, ...found.edges.filter(({ isFirst }) => isFirst).map(({ state }) => state.inner)],
    places: firstsOf(found).map(ended),
    wayTo: (wanted) => ended(found.edges.find(({ state }) => state.inner === wanted) ?? null),
    moves: found.edges.length,
  }
}

/**
 * Runs a path on a running actor, in the path's own time, and answers the actor where it ended.
 * @throws when the actor is anywhere else than the path says, after any of its steps.
 */
export const runPath = (machine: AnyStateMachine, path: Path, input?: unknown): { readonly actor: AnyActorRef } => ({
  actor: replay(machine, path, input),
})

/** A path as a sentence, for test names. */
export const titleOf = ({ events, snapshot }: Pick<Path, "events" | "snapshot">): string =>
  `${JSON.stringify(snapshot.value)} after ${events.length === 0 ? "nothing" : events.map(({ type }) => type).join(", ")}`

/** The snapshot after some events, without running anything. */
export const after = (
  machine: AnyStateMachine,
  events: ReadonlyArray<AnyEventObject>,
  input?: unknown,
): AnyMachineSnapshot =>
  events.reduce<AnyMachineSnapshot>(
    (snapshot, event) => getNextSnapshot(machine, snapshot as never, event as never),
    initialTransition(machine, input as never)[0],
  )

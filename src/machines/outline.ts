import type { AnyStateMachine, AnyStateNode } from "xstate"
import { eventName, idOf, labelOf, mermaidOf, partName, transitionsOf } from "./mermaid.ts"

/**
 * What leads out of a state: the arrow's label and its parts, and the names of the states it leads to; none where it
 * stays. `event` is as steps name it; `guard` and `actions` are empty where it has none.
 */
export type Lead = {
  readonly label: string
  readonly to: string
  readonly event: string
  readonly guard: string
  readonly actions: ReadonlyArray<string>
}

/** A state in words, as the picture shows it; `path` joins the keys from the root by dots. */
export type OutlinedState = {
  readonly path: string
  readonly name: string
  readonly caption: string
  readonly leads: ReadonlyArray<Lead>
  readonly states: ReadonlyArray<OutlinedState>
}

const nameOf = ({ path }: AnyStateNode): string => path.join(".")

/** A chart in words: the picture for those who do not see it. */
export type Outline = {
  readonly id: string
  /** What is heard in every state. */
  readonly everywhere: ReadonlyArray<Lead>
  readonly states: ReadonlyArray<OutlinedState>
}

const leadsOf = (node: AnyStateNode): ReadonlyArray<Lead> =>
  transitionsOf(node).map((transition) => ({
    label: labelOf(transition),
    to: (transition.target ?? []).map(nameOf).join(", "),
    event: eventName(transition.eventType),
    guard: transition.guard === undefined ? "" : partName(transition.guard),
    actions: transition.actions.map(partName),
  }))

const statesUnder = (node: AnyStateNode): ReadonlyArray<OutlinedState> =>
  Object.values(node.states).map((state) => ({
    path: nameOf(state),
    name: state.key,
    caption: state.description ?? "",
    leads: leadsOf(state),
    states: statesUnder(state),
  }))

/** A chart in words, nested as it is. */
export const outlineOf = ({ id, root }: AnyStateMachine): Outline => ({
  id,
  everywhere: leadsOf(root),
  states: statesUnder(root),
})

/** The states in force by a snapshot's value, as paths from the root to the innermost. */
export const innermost = (value: unknown): ReadonlyArray<string> =>
  typeof value === "string"
    ? [value]
    : Object.entries(value as Record<string, unknown>).flatMap(([key, inner]) => {
        const below = innermost(inner)
        return below.length === 0 ? [key] : below.map((path) => `${key}.${path}`)
      })

const stateAt = (machine: AnyStateMachine, path: string): AnyStateNode | undefined =>
  path.split(".").reduce<AnyStateNode | undefined>((node, key) => node?.states[key], machine.root)

/** A chart as a picture with the states at these paths marked; those the chart does not have are left out. */
export const pictureOf = (machine: AnyStateMachine, present: ReadonlyArray<string>): string =>
  mermaidOf(machine, present.flatMap((path) => stateAt(machine, path) ?? []).map(idOf))

import { getNextSnapshot, initialTransition, type AnyStateMachine } from "xstate"

/** A compiled lifecycle: from state and event type to the next state. */
export type LifecycleTable<State extends string, Type extends string> = {
  readonly initial: State
  readonly states: ReadonlyArray<State>
  readonly next: (state: State, type: Type) => State | undefined
  /** The event types a state takes, for buttons and for refusals. */
  readonly allowed: (state: State) => ReadonlyArray<Type>
}

const forbidden = ["entry", "exit", "invoke", "after", "always"] as const

const refuseUnlessPlain = (machine: AnyStateMachine): void => {
  for (const node of Object.values(machine.states)) {
    const config = node.config as Record<string, unknown>
    const used = forbidden.find((key) => config[key] !== undefined)
    if (used !== undefined)
      throw new Error(`The lifecycle ${machine.id} uses ${used} in ${node.key}; a lifecycle is a plain chart.`)
    for (const transitions of node.transitions.values()) {
      if (transitions.some(({ guard, actions }) => guard !== undefined || actions.length > 0)) {
        throw new Error(
          `The lifecycle ${machine.id} has a guard or an action in ${node.key}; a lifecycle is a plain chart.`,
        )
      }
    }
  }
}

/**
 * Compiles a flat lifecycle chart to a table by asking XState once, so that
 * folds run on look-ups: the chart stays the law, the table is its index
 * (docs/architecture.md#lifecycles). Throws at load for a chart that is more than states and
 * transitions.
 */
export const compileLifecycle = <State extends string, Type extends string>(
  machine: AnyStateMachine,
): LifecycleTable<State, Type> => {
  refuseUnlessPlain(machine)
  const types = machine.events as ReadonlyArray<Type>
  const [first] = initialTransition(machine, undefined as never)
  const rows = new Map<State, Map<Type, State>>()
  const waiting = [first]
  for (let snapshot = waiting.pop(); snapshot !== undefined; snapshot = waiting.pop()) {
    const state = snapshot.value as State
    if (rows.has(state)) continue
    const row = new Map<Type, State>()
    rows.set(state, row)
    for (const type of types) {
      const event = { type } as never
      if (!snapshot.can(event)) continue
      const after = getNextSnapshot(machine, snapshot, event)
      row.set(type, after.value as State)
      waiting.push(after)
    }
  }
  return {
    initial: first.value as State,
    states: [...rows.keys()],
    next: (state, type) => rows.get(state)?.get(type),
    allowed: (state) => [...(rows.get(state)?.keys() ?? [])],
  }
}

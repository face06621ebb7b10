import {
  initialTransition,
  transition,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
} from "xstate"
import { instrument, takenAction } from "./instrument.ts"

/** What an event did to a chart: where it is now, what is to be done, the transitions taken and the guards that refused. */
export type PureStep<Action> = {
  readonly inner: AnyMachineSnapshot
  readonly actions: ReadonlyArray<Action>
  readonly taken: ReadonlyArray<string>
  readonly refused: ReadonlyArray<string>
}

type Marks = { readonly type: string; readonly params?: { readonly name: string } }

/** A chart that is asked what it would do, without anything being done; it names what it decided. */
export const pureSteps = <Action>(machine: AnyStateMachine) => {
  const chart = instrument(machine)
  const settle = ([inner, actions]: readonly [unknown, ReadonlyArray<unknown>]): PureStep<Action> => {
    const refused = chart.refusals.splice(0)
    const taken = (actions as ReadonlyArray<Marks>)
      .filter(({ type }) => type === takenAction)
      .map(({ params }) => params?.name ?? "")
    return { inner: inner as AnyMachineSnapshot, actions: actions as ReadonlyArray<Action>, taken, refused }
  }
  /** Empties the refusals: XState starts a throw-away actor of its own before each step. */
  const emptied = <A>(run: () => A): A => {
    chart.refusals.length = 0
    return run()
  }
  const stepped = {
    getInitialSnapshot: () => ({ status: "active", output: undefined, error: undefined }),
    transition: (snapshot: never, event: never, scope: never) =>
      emptied(() => chart.machine.transition(snapshot, event, scope)),
    getPersistedSnapshot: (snapshot: unknown) => snapshot,
  } as unknown as AnyStateMachine
  const begun = {
    ...stepped,
    getInitialSnapshot: (scope: never, given: never) => emptied(() => chart.machine.getInitialSnapshot(scope, given)),
  } as unknown as AnyStateMachine

  return {
    /** The chart itself, instrumented. */
    chart: chart.machine,
    begin: (input: unknown): PureStep<Action> => settle(initialTransition(begun, input as never)),
    next: (snapshot: AnyMachineSnapshot, event: AnyEventObject): PureStep<Action> =>
      settle(transition(stepped, snapshot as never, event as never)),
  }
}

import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine } from "xstate"

/** What an invoked actor may come to: its output, or the Problem it fails with. */
export type Outcome = { readonly output: unknown } | { readonly error: unknown }

/** How a chart is walked: what may happen to it, and what distinguishes its states. */
export type Walk = {
  readonly input?: unknown
  /**
   * What a person, a child (`xstate.snapshot.ID`) or the product may send; without
   * it, every event type the chart declares, bare.
   */
  readonly events?: ReadonlyArray<AnyEventObject>
  /** By the id of an invoked or spawned actor: what may come of it, once each time it is started. */
  readonly outcomes?: Readonly<Record<string, ReadonlyArray<Outcome>>>
  /**
   * What distinguishes two snapshots besides their state; without it, the whole
   * context. Leave out only what no guard and no delay reads: the walk refuses a
   * key that merges two snapshots which answer an event differently.
   */
  readonly key?: (snapshot: AnyMachineSnapshot) => unknown
  /**
   * What can happen in a state, where not everything can: a page offers less than its
   * chart would take, and what is answered at once lets no timer run out.
   */
  readonly allows?: (snapshot: AnyMachineSnapshot, event: AnyEventObject) => boolean
  /** Transitions, by name, that are left out of the walk, such as those that no one can cause in the running program. */
  readonly without?: ReadonlySet<string>
  /** Where timers may pile up without end (a burst of toasts): so many at once are enough. */
  readonly maxTimers?: number
}

/** A chart and how it is walked. */
export type ChartWalk = Walk & { readonly machine: AnyStateMachine }

/** One thing that happens on a path. */
export type Step = {
  readonly event: AnyEventObject
  /** Whether a timer of the chart brings the event, at its due time. */
  readonly isTimer: boolean
  /** When it happens, in milliseconds after the start. */
  readonly at: number
  /** The chart afterwards. */
  readonly snapshot: AnyMachineSnapshot
  /** The transitions it took, and the guards that refused, by name. */
  readonly taken: ReadonlyArray<string>
  readonly refused: ReadonlyArray<string>
}

/** One way through a chart: what happens, in order and in time, and the snapshot it ends in. */
export type Path = {
  readonly steps: ReadonlyArray<Step>
  readonly events: ReadonlyArray<AnyEventObject>
  readonly snapshot: AnyMachineSnapshot
  /** Where it begins, and what the chart took and refused by beginning. */
  readonly start: Pick<Step, "snapshot" | "taken" | "refused">
}

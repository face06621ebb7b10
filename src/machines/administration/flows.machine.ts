import { assign, fromCallback, setup, type SnapshotFrom } from "xstate"
import type { PageEvent, PageInput } from "#machines/session/page.ts"

/** A running chart: its id, and its states in force as their paths from the root, joined by dots. */
export type RunningChart = { readonly chart: string; readonly states: ReadonlyArray<string> }

/** A transition as it may be shown: names only, never what an event carried. */
export type TakenTransition = {
  readonly chart: string
  readonly event: string
  readonly from: string
  readonly to: string
}

export type FlowsEvent =
  | PageEvent
  | { readonly type: "charts.moved"; readonly running: ReadonlyArray<RunningChart> }
  | { readonly type: "transition.taken"; readonly taken: TakenTransition }

type Context = {
  readonly running: ReadonlyArray<RunningChart>
  /** The newest first. */
  readonly taken: ReadonlyArray<TakenTransition & { readonly id: number }>
}

const mostTaken = 20

/** `/dev/flows`: every chart as a picture, where the charts of this page are, and which way they came (issue 4). */
export const flowsMachine = setup({
  types: { input: {} as PageInput, context: {} as Context, events: {} as FlowsEvent },
  actors: { watch: fromCallback<FlowsEvent>(() => undefined) },
  actions: {
    takeRunning: assign(({ event }) => (event.type === "charts.moved" ? { running: event.running } : {})),
    takeTaken: assign(({ context, event }) =>
      event.type === "transition.taken"
        ? { taken: [{ ...event.taken, id: (context.taken[0]?.id ?? 0) + 1 }, ...context.taken].slice(0, mostTaken) }
        : {},
    ),
  },
}).createMachine({
  id: "flows",
  context: { running: [], taken: [] },
  initial: "watching",
  states: {
    watching: {
      description: "Shows the charts, and follows those that run in this page.",
      meta: { heading: "flows.title", actions: [] },
      invoke: { id: "watch", src: "watch" },
      on: { "charts.moved": { actions: "takeRunning" }, "transition.taken": { actions: "takeTaken" } },
    },
  },
})

export type FlowsSnapshot = SnapshotFrom<typeof flowsMachine>

import { assign, fromCallback, setup, type SnapshotFrom } from "xstate"
import { innermost } from "#machines/outline.ts"
import { eventName } from "#machines/mermaid.ts"
import type { Inspected } from "#schemas/administration/inspection.ts"

/** A chart of the inspected tab, made from the steps received. */
export type InspectedRun = {
  readonly run: string
  readonly name: string
  /** The run that invoked it; null for one that no one invoked. */
  readonly parent: string | null
  /** The chart as JSON; empty until it is received. */
  readonly definition: string
  readonly states: ReadonlyArray<string>
  readonly running: boolean
  /** What the chart remembers, as indented JSON. */
  readonly context: string
  /** The newest first. */
  readonly heard: ReadonlyArray<{ readonly number: number; readonly event: string; readonly carried: string }>
}

export type InspectorEvent =
  | { readonly type: "step.received"; readonly step: Inspected }
  | { readonly type: "run.chosen"; readonly run: string }
  | { readonly type: "stately.pressed" }
  | { readonly type: "window.blocked" }
  | { readonly type: "window.closed" }

type Context = { readonly runs: ReadonlyArray<InspectedRun>; readonly chosen: string | null }

const maxRuns = 100
const maxEvents = 50

const unknown = ({ sessionId }: Inspected): InspectedRun => ({
  run: sessionId,
  name: sessionId,
  parent: null,
  definition: "",
  states: [],
  running: true,
  context: "",
  heard: [],
})

const withSnapshot = (run: InspectedRun, { snapshot }: Inspected): InspectedRun =>
  snapshot === undefined
    ? run
    : {
        ...run,
        states: snapshot.value === undefined ? run.states : innermost(snapshot.value),
        running: snapshot.status === undefined || snapshot.status === "active",
        context: JSON.stringify(snapshot.context ?? {}, null, 2),
      }

const withEvent = (run: InspectedRun, { event }: Inspected): InspectedRun => {
  if (event === undefined) return run
  const { type, ...carried } = event
  const number = (run.heard[0]?.number ?? 0) + 1
  const said = Object.keys(carried).length === 0 ? "" : JSON.stringify(carried)
  return { ...run, heard: [{ number, event: eventName(type), carried: said }, ...run.heard].slice(0, maxEvents) }
}

const after = (run: InspectedRun, step: Inspected): InspectedRun => {
  if (step.type === "@xstate.event") return withEvent(run, step)
  if (step.type === "@xstate.snapshot") return withSnapshot(run, step)
  // The chart comes again from its start, followed by everything that it heard.
  return withSnapshot(
    {
      ...unknown(step),
      name: step.name ?? step.sessionId,
      parent: step.parentId ?? null,
      definition: step.definition ?? run.definition,
    },
    step,
  )
}

/** The first chart received is shown until another one is chosen. */
const takenIn = ({ runs, chosen }: Context, step: Inspected): Context => {
  const before = runs.find(({ run }) => run === step.sessionId)
  const now = after(before ?? unknown(step), step)
  return {
    chosen: chosen ?? now.run,
    runs: before === undefined ? [...runs, now].slice(-maxRuns) : runs.map((run) => (run === before ? now : run)),
  }
}

/** `/inspector.html`: what the charts of another tab do, as that tab reports it, and Stately's inspector in a window if asked (decision 023). */
export const inspectorMachine = setup({
  types: { context: {} as Context, events: {} as InspectorEvent },
  actors: { stately: fromCallback<InspectorEvent>(() => undefined) },
  actions: {
    setStep: assign(({ context, event }) => (event.type === "step.received" ? takenIn(context, event.step) : {})),
    setChoice: assign(({ event }) => (event.type === "run.chosen" ? { chosen: event.run } : {})),
  },
}).createMachine({
  id: "inspector",
  context: { runs: [], chosen: null },
  type: "parallel",
  states: {
    tab: {
      description: "What the inspected tab sends.",
      initial: "waiting",
      states: {
        waiting: {
          description: "No tab has sent anything yet; says how to have one do so.",
          meta: { heading: "inspector.title", actions: [] },
          on: { "step.received": { target: "following", actions: "setStep" } },
        },
        following: {
          description: "Lists the charts of the inspected tab and shows the chosen one.",
          meta: { heading: "inspector.title", actions: [] },
          on: { "step.received": { actions: "setStep" }, "run.chosen": { actions: "setChoice" } },
        },
      },
    },
    window: {
      description: "Whether Stately's inspector gets the steps as well.",
      initial: "closed",
      states: {
        closed: {
          description: "Nothing leaves this browser.",
          on: { "stately.pressed": "open" },
        },
        open: {
          description: "A window of stately.ai gets the names of events and states.",
          invoke: { id: "stately", src: "stately" },
          on: { "window.blocked": "blocked", "window.closed": "closed" },
        },
        blocked: {
          description: "The browser did not open the window; asks to allow it.",
          on: { "stately.pressed": "open" },
        },
      },
    },
  },
})

export type InspectorSnapshot = SnapshotFrom<typeof inspectorMachine>

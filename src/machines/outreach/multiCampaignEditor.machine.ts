import { assign, fromPromise, sendTo, setup, type SnapshotFrom } from "xstate"
import { problemOf, unprovided } from "#machines/actors.ts"
import { formMachine, isLeft, type FormSnapshot } from "#machines/session/form.machine.ts"
import type { PageEvent, PageInput, Search } from "#machines/session/page.ts"
import { readingMachine } from "#machines/session/reading.machine.ts"
import { simulationOf, type LadderValues, type OpenedLadder } from "#schemas/outreach/multiCampaignForm.ts"
import type { Problem } from "#schemas/problem.ts"

export type MultiCampaignEditorEvent =
  | PageEvent
  | { readonly type: "retry.pressed" }
  /** Lets a sample of people go through the ladder as it is written; once more with other people and other chances. */
  | { readonly type: "simulate.pressed" }
  /** Follows one person of the sample, by their place in it. */
  | { readonly type: "person.chosen"; readonly place: number }

type Context = {
  readonly search: Search
  readonly opened: OpenedLadder | null
  readonly problem: Problem | null
  /** The form's values, as it last said so. */
  readonly values: LadderValues | null
  /** Draws the people and the chances of the simulation. */
  readonly seed: number
  /** Which person of the sample is followed. */
  readonly place: number
}

const valuesIn = (event: unknown): LadderValues =>
  (event as { readonly snapshot: FormSnapshot }).snapshot.context.values as unknown as LadderValues

/** `/multi?new`, `/multi?new&from=…` and `/multi?edit=…`: writes a ladder while its paths and its checks follow, and simulates it. */
export const multiCampaignEditorMachine = setup({
  types: {
    input: {} as PageInput,
    context: {} as Context,
    events: {} as MultiCampaignEditorEvent,
    tags: {} as "busy",
  },
  actors: {
    open: fromPromise<OpenedLadder, Search>(unprovided),
    form: formMachine,
    simulation: readingMachine,
  },
  guards: {
    isLeft,
    /** By what is chosen alone: a journal whose texts are masked is replayed the same way. */
    isWhole: ({ context: { values } }) =>
      typeof values?.listId === "number" &&
      (values.steps ?? []).every(
        ({ templateId, senderId, test }) =>
          templateId !== null && senderId !== null && !(test?.templateIds ?? []).includes(null),
      ),
  },
  actions: {
    setOpened: assign(({ event }) => {
      const { output } = event as unknown as { readonly output: OpenedLadder }
      return { opened: output, values: output.values, problem: null }
    }),
    setProblem: assign(({ event }) => ({ problem: problemOf(event) })),
    setValues: assign(({ event }) => ({ values: valuesIn(event) })),
    drawOthers: assign(({ context }) => ({ seed: context.seed + 1, place: 0 })),
    setPlace: assign(({ event }) => (event.type === "person.chosen" ? { place: event.place } : {})),
    sendSimulation: sendTo("simulation", ({ context: { values, seed } }) => ({
      type: "params.changed",
      params: values && simulationOf(values, seed),
    })),
    showSaved: () => undefined,
  },
}).createMachine({
  id: "multiCampaignEditor",
  context: ({ input }) => ({
    ...{ search: input.search, opened: null, problem: null, values: null },
    ...{ seed: 0, place: 0 },
  }),
  invoke: { id: "simulation", src: "simulation", input: { params: null } },
  initial: "opening",
  states: {
    opening: {
      description: "Reads what will be changed, or prepares what is new.",
      tags: "busy",
      meta: { heading: "multi.editor.title", actions: [] },
      invoke: {
        id: "open",
        src: "open",
        input: ({ context }) => context.search,
        onDone: { target: "writing", actions: "setOpened" },
        onError: { target: "couldNotOpen", actions: "setProblem" },
      },
    },
    couldNotOpen: {
      description: "Nothing to write on; Retry stands in its place.",
      meta: { heading: "multi.editor.title", actions: ["part.retry"] },
      on: { "retry.pressed": "opening" },
    },
    writing: {
      description: "The person fills in the form.",
      meta: { heading: "multi.editor.title", actions: ["multi.save", "part.cancel"] },
      invoke: {
        id: "form",
        src: "form",
        input: ({ context }) => ({ values: { ...context.opened?.values } }),
        onSnapshot: { actions: "setValues" },
        onDone: [{ guard: "isLeft", target: "left" }, { target: "saved" }],
      },
      on: {
        "simulate.pressed": { guard: "isWhole", actions: ["drawOthers", "sendSimulation"] },
        "person.chosen": { actions: "setPlace" },
      },
    },
    saved: { type: "final", description: "The server has it; it is shown where it belongs.", entry: "showSaved" },
    left: { type: "final", description: "The person went on without saving." },
  },
})

export type MultiCampaignEditorSnapshot = SnapshotFrom<typeof multiCampaignEditorMachine>

import { assign, fromPromise, setup, type SnapshotFrom } from "xstate"
import { problemOf, unprovided } from "#machines/actors.ts"
import { formMachine, isLeft } from "#machines/session/form.machine.ts"
import type { PageEvent, PageInput } from "#machines/session/page.ts"
import type { Problem } from "#schemas/problem.ts"
import type { StagesValues } from "#schemas/scheduling/stage.ts"

export type StagesEvent = PageEvent | { readonly type: "retry.pressed" }

type Context = { readonly opened: StagesValues | null; readonly problem: Problem | null }

/** `/scheduler?view=stages`: the stages of visits in their order, with the days between them (docs/policy.md#stages). */
export const stagesMachine = setup({
  types: { input: {} as PageInput, context: {} as Context, events: {} as StagesEvent, tags: {} as "busy" },
  actors: { open: fromPromise<StagesValues>(unprovided), form: formMachine },
  guards: { isLeft },
  actions: {
    setOpened: assign(({ event }) => ({
      opened: (event as unknown as { readonly output: StagesValues }).output,
      problem: null,
    })),
    setProblem: assign(({ event }) => ({ problem: problemOf(event) })),
  },
}).createMachine({
  id: "stages",
  context: { opened: null, problem: null },
  initial: "opening",
  states: {
    opening: {
      description: "Reads the stages.",
      tags: "busy",
      meta: { heading: "scheduler.title", actions: [] },
      invoke: {
        id: "open",
        src: "open",
        onDone: { target: "writing", actions: "setOpened" },
        onError: { target: "couldNotOpen", actions: "setProblem" },
      },
    },
    couldNotOpen: {
      description: "Nothing to write on; Retry stands in its place.",
      meta: { heading: "scheduler.title", actions: ["part.retry"] },
      on: { "retry.pressed": "opening" },
    },
    writing: {
      description: "The person orders and changes the stages.",
      meta: { heading: "scheduler.title", actions: ["stages.save", "part.cancel"] },
      invoke: {
        id: "form",
        src: "form",
        input: ({ context }) => ({ values: { ...context.opened } }),
        onDone: [{ guard: "isLeft", target: "left" }, { target: "opening" }],
      },
    },
    left: { type: "final", description: "The person goes on; the page ends with it." },
  },
})

export type StagesSnapshot = SnapshotFrom<typeof stagesMachine>

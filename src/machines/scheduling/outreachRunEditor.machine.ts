import { assign, fromPromise, sendTo, setup, type SnapshotFrom } from "xstate"
import { problemOf, unprovided } from "#machines/actors.ts"
import { formMachine, isLeft, type FormSnapshot } from "#machines/session/form.machine.ts"
import type { PageEvent, PageInput, Search } from "#machines/session/page.ts"
import { readingMachine } from "#machines/session/reading.machine.ts"
import type { Problem } from "#schemas/problem.ts"
import { timesIn, type OpenedOutreachRun, type OutreachRunValues } from "#schemas/scheduling/outreachRunForm.ts"

export type OutreachRunEditorEvent = PageEvent | { readonly type: "retry.pressed" }

type Context = {
  readonly search: Search
  readonly opened: OpenedOutreachRun | null
  readonly problem: Problem | null
}

/** What the form holds, as it says so. */
const valuesIn = (event: unknown): OutreachRunValues =>
  (event as { readonly snapshot: FormSnapshot }).snapshot.context.values as unknown as OutreachRunValues

/** `/scheduler?view=runs&new` and `&edit=…`: sets up an outreach run and shows its next dates (docs/policy.md#outreach-runs). */
export const outreachRunEditorMachine = setup({
  types: {
    input: {} as PageInput,
    context: {} as Context,
    events: {} as OutreachRunEditorEvent,
    tags: {} as "busy",
  },
  actors: {
    open: fromPromise<OpenedOutreachRun, Search>(unprovided),
    form: formMachine,
    preview: readingMachine,
  },
  guards: { isLeft },
  actions: {
    setOpened: assign(({ event }) => ({
      opened: (event as unknown as { readonly output: OpenedOutreachRun }).output,
      problem: null,
    })),
    setProblem: assign(({ event }) => ({ problem: problemOf(event) })),
    // The same dates are not asked for again.
    sendPreview: sendTo("preview", ({ event }) => ({ type: "params.changed", params: timesIn(valuesIn(event)) })),
    showSaved: () => undefined,
  },
}).createMachine({
  id: "outreachRunEditor",
  context: ({ input }) => ({ search: input.search, opened: null, problem: null }),
  invoke: { id: "preview", src: "preview", input: { params: null } },
  initial: "opening",
  states: {
    opening: {
      description: "Reads the run and what can be chosen for it.",
      tags: "busy",
      meta: { heading: "runs.editor.title", actions: [] },
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
      meta: { heading: "runs.editor.title", actions: ["part.retry"] },
      on: { "retry.pressed": "opening" },
    },
    writing: {
      description: "The person fills in the form; the next dates stand next to it.",
      meta: { heading: "runs.editor.title", actions: ["runs.save", "part.cancel"] },
      invoke: {
        id: "form",
        src: "form",
        input: ({ context }) => ({ values: { ...context.opened?.values } }),
        onSnapshot: { actions: "sendPreview" },
        onDone: [{ guard: "isLeft", target: "left" }, { target: "saved" }],
      },
    },
    saved: { type: "final", description: "The server has it; its page is shown.", entry: "showSaved" },
    left: { type: "final", description: "The person went on without saving." },
  },
})

export type OutreachRunEditorSnapshot = SnapshotFrom<typeof outreachRunEditorMachine>

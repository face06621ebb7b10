import { assign, fromPromise, setup, type SnapshotFrom } from "xstate"
import { problemOf, unprovided } from "#machines/actors.ts"
import { formMachine, isLeft } from "#machines/session/form.machine.ts"
import { readingMachine } from "#machines/session/reading.machine.ts"
import type { PageEvent, PageInput, Search } from "#machines/session/page.ts"
import type { Problem } from "#schemas/problem.ts"
import type { LocationDraft } from "#schemas/scheduling/locationDraft.ts"

/** What the editor's form holds: the draft, and what it is a draft of; a new location has no public id, and version 0. */
export type LocationValues = LocationDraft & { readonly hashedId: string | null; readonly streamVersion: number }

export type LocationEditorEvent = PageEvent | { readonly type: "retry.pressed" }

type Context = {
  readonly search: Search
  readonly opened: LocationValues | null
  readonly problem: Problem | null
}

/** `/location?new` and `/location?edit=…`: sets up a location. */
export const locationEditorMachine = setup({
  types: {
    input: {} as PageInput,
    context: {} as Context,
    events: {} as LocationEditorEvent,
    tags: {} as "busy",
  },
  actors: {
    open: fromPromise<LocationValues, Search>(unprovided),
    form: formMachine,
    groups: readingMachine,
  },
  guards: { isLeft },
  actions: {
    setOpened: assign(({ event }) => ({
      opened: (event as unknown as { readonly output: LocationValues }).output,
      problem: null,
    })),
    setProblem: assign(({ event }) => ({ problem: problemOf(event) })),
    showSaved: () => undefined,
  },
}).createMachine({
  id: "locationEditor",
  context: ({ input }) => ({ search: input.search, opened: null, problem: null }),
  invoke: { id: "groups", src: "groups", input: { params: {} } },
  initial: "opening",
  states: {
    opening: {
      description: "Reads what will be changed, or prepares what is new.",
      tags: "busy",
      meta: { heading: "location.editor.title", actions: [] },
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
      meta: { heading: "location.editor.title", actions: ["part.retry"] },
      on: { "retry.pressed": "opening" },
    },
    writing: {
      description: "The person fills in the form.",
      meta: { heading: "location.editor.title", actions: ["location.save", "part.cancel"] },
      invoke: {
        id: "form",
        src: "form",
        input: ({ context }) => ({ values: { ...context.opened } }),
        onDone: [{ guard: "isLeft", target: "left" }, { target: "saved" }],
      },
    },
    saved: { type: "final", description: "The server has it; it is shown where it belongs.", entry: "showSaved" },
    left: { type: "final", description: "The person went on without saving." },
  },
})

export type LocationEditorSnapshot = SnapshotFrom<typeof locationEditorMachine>

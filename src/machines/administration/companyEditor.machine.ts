import { assign, fromPromise, setup, type SnapshotFrom } from "xstate"
import { problemOf, unprovided } from "#machines/actors.ts"
import { formMachine, isLeft } from "#machines/session/form.machine.ts"
import { readingMachine } from "#machines/session/reading.machine.ts"
import type { PageEvent, PageInput, Search } from "#machines/session/page.ts"
import type { Company } from "#schemas/administration/company.ts"
import type { CompanyDraft } from "#schemas/administration/companyDraft.ts"
import type { CompanyId } from "#schemas/ids.ts"
import type { Problem } from "#schemas/problem.ts"

/** What the editor's form holds: the draft, and what it is a draft of; a new company has no public id, and version 0. */
export type CompanyValues = CompanyDraft & {
  readonly companyId: CompanyId
  readonly hashedId: string | null
  readonly streamVersion: number
  /** Who holds which right now. */
  readonly holders: Company["holders"]
}

export type CompanyEditorEvent = PageEvent | { readonly type: "retry.pressed" }

type Context = {
  readonly search: Search
  readonly opened: CompanyValues | null
  readonly problem: Problem | null
}

/** `/global?new` and `/global?edit=…`: sets up a company. */
export const companyEditorMachine = setup({
  types: {
    input: {} as PageInput,
    context: {} as Context,
    events: {} as CompanyEditorEvent,
    tags: {} as "busy",
  },
  actors: {
    roles: readingMachine,
    open: fromPromise<CompanyValues, Search>(unprovided),
    form: formMachine,
  },
  guards: { isLeft },
  actions: {
    setOpened: assign(({ event }) => ({
      opened: (event as unknown as { readonly output: CompanyValues }).output,
      problem: null,
    })),
    setProblem: assign(({ event }) => ({ problem: problemOf(event) })),
    showSaved: () => undefined,
  },
}).createMachine({
  id: "companyEditor",
  context: ({ input }) => ({ search: input.search, opened: null, problem: null }),
  invoke: { id: "roles", src: "roles", input: { params: {} } },
  initial: "opening",
  states: {
    opening: {
      description: "Reads what will be changed, or prepares what is new.",
      tags: "busy",
      meta: { heading: "company.editor.title", actions: [] },
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
      meta: { heading: "company.editor.title", actions: ["part.retry"] },
      on: { "retry.pressed": "opening" },
    },
    writing: {
      description: "The person fills in the form.",
      meta: { heading: "company.editor.title", actions: ["company.save", "part.cancel"] },
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

export type CompanyEditorSnapshot = SnapshotFrom<typeof companyEditorMachine>

import { assign, fromPromise, setup, type SnapshotFrom } from "xstate"
import { problemOf, unprovided } from "#machines/actors.ts"
import { formMachine, type FormSnapshot } from "#machines/session/form.machine.ts"
import { readingMachine } from "#machines/session/reading.machine.ts"
import type { PageEvent, PageInput, Search } from "#machines/session/page.ts"
import type { CompanyDraft } from "#schemas/administration/company.ts"
import type { Problem } from "#schemas/problem.ts"

/** What the editor's form holds: the draft, and what it is a draft of; a new company has no public id, and version 0. */
export type CompanyValues = CompanyDraft & {
  readonly companyId: number
  readonly hashedId: string | null
  readonly streamVersion: number
}

export type CompanyEditorEvent =
  | PageEvent
  | { readonly type: "retry.pressed" }
  | { readonly type: "leave.asked"; readonly to: string }
  | { readonly type: "leave.confirmed" }
  | { readonly type: "leave.cancelled" }

type Context = {
  readonly search: Search
  readonly opened: CompanyValues | null
  readonly problem: Problem | null
  /** The form's values as they stand, so that leaving knows them. */
  readonly values: CompanyValues | null
  readonly leavingTo: string | null
}

/** What leaving would lose: whether the form holds anything the server does not. */
const isChanged = ({ opened, values }: Context): boolean => JSON.stringify(opened) !== JSON.stringify(values)

/** `/global?new` and `/global?edit=…`: sets up a company; leaving with unsaved changes is asked about. */
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
  guards: { isChanged: ({ context }) => isChanged(context) },
  actions: {
    takeOpened: assign(({ event }) => {
      const opened = (event as unknown as { readonly output: CompanyValues }).output
      return { opened, values: opened, problem: null }
    }),
    takeProblem: assign(({ event }) => ({ problem: problemOf(event) })),
    // Where the person took what somebody else had saved, that is what the form has opened with.
    takeValues: assign(({ event }) => {
      const { initial, values } = (event as unknown as { readonly snapshot: FormSnapshot }).snapshot.context
      return { opened: initial as unknown as CompanyValues, values: values as unknown as CompanyValues }
    }),
    takeTarget: assign(({ event }) => (event.type === "leave.asked" ? { leavingTo: event.to } : {})),
    showSaved: () => undefined,
    leave: () => undefined,
  },
}).createMachine({
  id: "companyEditor",
  context: ({ input }) => ({ search: input.search, opened: null, problem: null, values: null, leavingTo: null }),
  invoke: { id: "roles", src: "roles", input: { params: {} } },
  initial: "opening",
  states: {
    opening: {
      description: "Reads what shall be changed, or prepares what is new.",
      tags: "busy",
      meta: { heading: "company.editor.title", actions: [] },
      invoke: {
        id: "open",
        src: "open",
        input: ({ context }) => context.search,
        onDone: { target: "writing", actions: "takeOpened" },
        onError: { target: "couldNotOpen", actions: "takeProblem" },
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
        input: ({ context }) => ({ values: { ...context.values } }),
        onDone: "saved",
        onSnapshot: { actions: "takeValues" },
      },
      initial: "staying",
      states: {
        staying: {
          description: "The person has not asked to leave.",
          on: {
            "leave.asked": [
              { guard: "isChanged", target: "asking", actions: "takeTarget" },
              { target: "#companyEditor.left", actions: "takeTarget" },
            ],
          },
        },
        asking: {
          description: "Asks whether the unsaved changes may be lost.",
          meta: { heading: "leave.title", actions: ["leave.stay", "leave.go"] },
          on: {
            "leave.confirmed": "#companyEditor.left",
            "leave.cancelled": "staying",
            "leave.asked": { actions: "takeTarget" },
          },
        },
      },
    },
    saved: { type: "final", description: "The server has it; it is shown where it belongs.", entry: "showSaved" },
    left: { type: "final", description: "The person went on without saving.", entry: "leave" },
  },
})

export type CompanyEditorSnapshot = SnapshotFrom<typeof companyEditorMachine>

/** Whether going away now would lose something. */
export const losesCompanyChanges = (snapshot: CompanyEditorSnapshot): boolean =>
  snapshot.matches("writing") && isChanged(snapshot.context)

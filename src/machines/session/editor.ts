import { assign, fromPromise, setup } from "xstate"
import { problemOf, unprovided } from "#machines/actors.ts"
import type { Problem } from "#schemas/problem.ts"
import { formMachine, isLeft, type FormValues } from "./form.machine.ts"
import { readingMachine } from "./reading.machine.ts"
import type { PageEvent, PageInput, Search } from "./page.ts"

export type EditorEvent = PageEvent | { readonly type: "retry.pressed" }

/**
 * The chart of an editor at an address of its own: what will be changed is read, or prepared where it is new, written,
 * and shown where it belongs once the server has it. Wiring provides `open`, by the page's address, the form, and
 * `showSaved`.
 */
export const editor = <Opened extends FormValues>(said: {
  readonly id: string
  readonly heading: string
  /** The word of the button that saves. */
  readonly save: string
  /** The id of a reading that the form chooses from, where there is one; wiring provides it as `choices`. */
  readonly choices?: string
}) =>
  setup({
    types: {
      input: {} as PageInput,
      context: {} as { readonly search: Search; readonly opened: Opened | null; readonly problem: Problem | null },
      events: {} as EditorEvent,
      tags: {} as "busy",
    },
    actors: { open: fromPromise<Opened, Search>(unprovided), form: formMachine, choices: readingMachine },
    guards: { isLeft },
    actions: {
      setOpened: assign(({ event }) => ({
        opened: (event as unknown as { readonly output: Opened }).output,
        problem: null,
      })),
      setProblem: assign({ problem: ({ event }) => problemOf(event) }),
      showSaved: () => undefined,
    },
  }).createMachine({
    id: said.id,
    context: ({ input }) => ({ search: input.search, opened: null, problem: null }),
    invoke: said.choices === undefined ? [] : [{ id: said.choices, src: "choices", input: { params: {} } }],
    initial: "opening",
    states: {
      opening: {
        description: "Reads what will be changed, or prepares what is new.",
        tags: "busy",
        meta: { heading: said.heading, actions: [] },
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
        meta: { heading: said.heading, actions: ["part.retry"] },
        on: { "retry.pressed": "opening" },
      },
      writing: {
        description: "The person fills in the form.",
        meta: { heading: said.heading, actions: [said.save, "part.cancel"] },
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

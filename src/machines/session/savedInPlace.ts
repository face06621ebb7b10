import { assign, fromPromise, setup } from "xstate"
import { problemOf, unprovided } from "#machines/actors.ts"
import type { Problem } from "#schemas/problem.ts"
import { formMachine, isLeft, type FormValues } from "./form.machine.ts"
import type { PageEvent, PageInput, Search } from "./page.ts"

export type SavedInPlaceEvent = PageEvent | { readonly type: "retry.pressed" }

type Said = {
  readonly id: string
  readonly heading: string
  /** The words of the form's buttons. */
  readonly actions: ReadonlyArray<string>
  /** What it reads, and what the person writes. */
  readonly reads: string
  readonly writes: string
}

/**
 * The chart of what is kept as a whole and edited where it stands: it is read into a form, saved, and read again.
 * Wiring provides `open`, by the page's address, and the form.
 */
export const savedInPlace = <Opened extends object>(
  { id, heading, actions, reads, writes }: Said,
  valuesOf: (opened: Opened) => FormValues,
) =>
  setup({
    types: {
      input: {} as PageInput,
      context: {} as { readonly search: Search; readonly opened: Opened | null; readonly problem: Problem | null },
      events: {} as SavedInPlaceEvent,
      tags: {} as "busy",
    },
    actors: { open: fromPromise<Opened, Search>(unprovided), form: formMachine },
    guards: { isLeft },
    actions: {
      setOpened: assign(({ event }) => ({
        opened: (event as unknown as { readonly output: Opened }).output,
        problem: null,
      })),
      setProblem: assign({ problem: ({ event }) => problemOf(event) }),
    },
  }).createMachine({
    id,
    context: ({ input }) => ({ search: input.search, opened: null, problem: null }),
    initial: "opening",
    states: {
      opening: {
        description: reads,
        tags: "busy",
        meta: { heading, actions: [] },
        invoke: {
          id: "open",
          src: "open",
          input: ({ context }) => context.search,
          onDone: { target: "writing", actions: "setOpened" },
          onError: { target: "couldNotOpen", actions: "setProblem" },
        },
      },
      couldNotOpen: {
        description: "Nothing can be shown; Retry stands in its place.",
        meta: { heading, actions: ["part.retry"] },
        on: { "retry.pressed": "opening" },
      },
      writing: {
        description: writes,
        meta: { heading, actions },
        invoke: {
          id: "form",
          src: "form",
          input: ({ context }) => ({ values: context.opened === null ? {} : valuesOf(context.opened) }),
          // Saved or undone: what the server has is read again.
          onDone: [{ guard: "isLeft", target: "left" }, { target: "opening" }],
        },
      },
      left: { type: "final", description: "The person went on; the page ends with it." },
    },
  })

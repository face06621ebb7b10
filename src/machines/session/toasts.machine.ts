import { assign, raise, setup, type SnapshotFrom } from "xstate"
import { toastMillis } from "#schemas/constants.ts"

/** One notification. `reason` stands beneath the specified words of a failure (product.md §2d). */
export type Toast = {
  readonly id: string
  readonly intent: "success" | "danger" | "none"
  readonly text: string
  readonly reason?: string
  /** When it was shown, as ISO 8601 in UTC. */
  readonly at: string
}

/** How many past notifications are kept. */
const kept = 50

export type ToastsEvent =
  | { readonly type: "toast.shown"; readonly toast: Toast }
  | { readonly type: "toast.closed"; readonly id: string }
  | { readonly type: "toast.expired"; readonly id: string }
  | { readonly type: "list.opened" }
  | { readonly type: "list.closed" }
  | { readonly type: "list.cleared" }

/**
 * Toasts: each closes itself after 3,000 ms or by hand (spec §9) and stays in a
 * list of past notifications, since three seconds are short for some people.
 */
export const toastsMachine = setup({
  types: {
    context: {} as { readonly shown: ReadonlyArray<Toast>; readonly past: ReadonlyArray<Toast> },
    events: {} as ToastsEvent,
  },
  actions: {
    show: assign(({ context, event }) =>
      event.type === "toast.shown"
        ? { shown: [...context.shown, event.toast], past: [event.toast, ...context.past].slice(0, kept) }
        : {},
    ),
    startTimer: raise(
      ({ event }) => ({ type: "toast.expired" as const, id: event.type === "toast.shown" ? event.toast.id : "" }),
      {
        delay: "toastLife",
      },
    ),
    hide: assign({
      shown: ({ context, event }) =>
        event.type === "toast.closed" || event.type === "toast.expired"
          ? context.shown.filter(({ id }) => id !== event.id)
          : context.shown,
    }),
    forget: assign({ past: [] }),
  },
  delays: { toastLife: toastMillis },
}).createMachine({
  id: "toasts",
  context: { shown: [], past: [] },
  initial: "listClosed",
  on: {
    "toast.shown": { actions: ["show", "startTimer"] },
    "toast.closed": { actions: "hide" },
    "toast.expired": { actions: "hide" },
  },
  states: {
    listClosed: { description: "Only fresh notifications are on the screen.", on: { "list.opened": "listOpen" } },
    listOpen: {
      description: "The list of past notifications is open.",
      on: { "list.closed": "listClosed", "list.cleared": { actions: "forget" } },
    },
  },
})

export type ToastsSnapshot = SnapshotFrom<typeof toastsMachine>

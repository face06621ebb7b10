import { assign, cancel, enqueueActions, setup, type SnapshotFrom } from "xstate"
import { toastMillis } from "#schemas/constants.ts"
import type { SharedWordId } from "#schemas/sharedWords.ts"

/** One notification. `reason` stands beneath the specified words of a failure (docs/policy.md#toasts). */
export type Toast = {
  readonly id: string
  readonly intent: "success" | "danger" | "none"
  readonly text: string
  /** The id of the words, where they are said without values: only these outlive a reload. */
  readonly word?: SharedWordId
  readonly reason?: string
  /** Whether what it tells of can be undone from it, as long as it stands. */
  readonly canUndo?: boolean
  /** When it was shown, as ISO 8601 in UTC. */
  readonly at: string
}

/** How many past notifications are kept. */
const kept = 50

/** How many toasts stand on the screen at once; the others of a burst are in the list. */
const stackLimit = 4

export type ToastsEvent =
  | { readonly type: "toast.shown"; readonly toast: Toast }
  | { readonly type: "toast.closed"; readonly id: string }
  | { readonly type: "toast.expired"; readonly id: string }
  | { readonly type: "toast.undone"; readonly id: string }
  /** The pointer or the focus is on the toasts. */
  | { readonly type: "stack.held" }
  /** Neither the pointer nor the focus is on them any more. */
  | { readonly type: "stack.released" }
  | { readonly type: "past.restored"; readonly past: ReadonlyArray<Toast> }
  | { readonly type: "list.opened" }
  | { readonly type: "list.closed" }
  | { readonly type: "list.cleared" }
  /** Whose notifications these are is signed in no more. */
  | { readonly type: "session.ended" }

/** What was long ago is undone on its own page. */
const ofThePast = ({ canUndo: _, ...toast }: Toast): Toast => toast

const timerOf = (id: string): string => `expiry of ${id}`
const idIn = (event: ToastsEvent): string =>
  event.type === "toast.shown" ? event.toast.id : "id" in event ? event.id : ""

/**
 * Toasts: each closes itself after 3,000 ms or by hand (docs/policy.md#toasts) and stays in a
 * list of past notifications, since three seconds are short for some people.
 * While someone points at them or has the focus on them none closes, and after
 * that each has its 3,000 ms again (WCAG 2.2.1).
 */
export const toastsMachine = setup({
  types: {
    context: {} as { readonly shown: ReadonlyArray<Toast>; readonly past: ReadonlyArray<Toast> },
    events: {} as ToastsEvent,
  },
  actions: {
    show: assign(({ context, event }) =>
      event.type === "toast.shown"
        ? { shown: [...context.shown, event.toast], past: [ofThePast(event.toast), ...context.past].slice(0, kept) }
        : {},
    ),
    hide: assign({ shown: ({ context, event }) => context.shown.filter(({ id }) => id !== idIn(event)) }),
    /** What the open list shows need not stand above it. */
    hideAll: assign({ shown: [] }),
    startTimer: enqueueActions(({ event, enqueue }) =>
      enqueue.raise({ type: "toast.expired", id: idIn(event) }, { delay: "toastLife", id: timerOf(idIn(event)) }),
    ),
    /** Does what was done the other way round; wiring keeps how, by the toast's id. */
    undo: () => undefined,
    stopTimer: cancel(({ event }) => timerOf(idIn(event))),
    startTimers: enqueueActions(({ context, enqueue }) => {
      for (const { id } of context.shown)
        enqueue.raise({ type: "toast.expired", id }, { delay: "toastLife", id: timerOf(id) })
    }),
    stopTimers: enqueueActions(({ context, enqueue }) => {
      for (const { id } of context.shown) enqueue.cancel(timerOf(id))
    }),
    restore: assign({
      past: ({ context, event }) =>
        event.type === "past.restored" ? [...context.past, ...event.past].slice(0, kept) : context.past,
    }),
    clearPast: assign({ past: [] }),
    clearAll: assign({ shown: [], past: [] }),
  },
  delays: { toastLife: toastMillis },
}).createMachine({
  id: "toasts",
  type: "parallel",
  context: { shown: [], past: [] },
  states: {
    stack: {
      description: "The fresh notifications on the screen.",
      initial: "running",
      on: {
        "list.opened": { target: ".running", actions: ["stopTimers", "hideAll"] },
        "session.ended": { target: ".running", actions: ["stopTimers", "clearAll"] },
      },
      states: {
        running: {
          description: "Each toast closes 3,000 ms after it was shown.",
          on: {
            "toast.shown": { actions: ["show", "startTimer"] },
            "toast.closed": { actions: ["stopTimer", "hide"] },
            "toast.undone": { actions: ["undo", "stopTimer", "hide"] },
            "toast.expired": { actions: "hide" },
            "stack.held": { target: "held", actions: "stopTimers" },
          },
        },
        held: {
          description: "Someone points at the toasts or has the focus on them; none closes.",
          on: {
            "toast.shown": { actions: "show" },
            "toast.closed": { target: "running", actions: ["hide", "startTimers"] },
            "toast.undone": { target: "running", actions: ["undo", "hide", "startTimers"] },
            "stack.released": { target: "running", actions: "startTimers" },
          },
        },
      },
    },
    list: {
      description: "The list of past notifications.",
      initial: "closed",
      on: { "past.restored": { actions: "restore" } },
      states: {
        closed: {
          description: "Only fresh notifications are on the screen.",
          on: { "list.opened": "open" },
        },
        open: {
          description: "The list of past notifications is open.",
          on: {
            "list.closed": "closed",
            "list.cleared": { actions: "clearPast" },
            "session.ended": "closed",
          },
        },
      },
    },
  },
})

export type ToastsSnapshot = SnapshotFrom<typeof toastsMachine>

/** The toasts to draw, oldest first, and how many more of a burst only the list has. */
export const stackOf = ({ context: { shown } }: ToastsSnapshot) => ({
  drawn: shown.slice(-stackLimit),
  more: Math.max(0, shown.length - stackLimit),
})

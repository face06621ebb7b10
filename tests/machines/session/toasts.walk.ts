import { toastsMachine, type Toast } from "#machines/session/toasts.machine.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"

const toast = (id: string): Toast => ({ id, intent: "success", text: `Toast ${id}`, at: "2026-11-21T09:00:00Z" })

/** Everything that can happen to notifications; two running at once show what more would. */
export const toastsWalk: ChartWalk = {
  machine: toastsMachine,
  events: [
    { type: "toast.shown", toast: toast("a") },
    { type: "toast.closed", id: "a" },
    { type: "toast.undone", id: "a" },
    { type: "stack.held" },
    { type: "stack.released" },
    { type: "past.restored", past: [toast("z")] },
    { type: "list.opened" },
    { type: "list.closed" },
    { type: "list.cleared" },
    { type: "session.ended" },
  ],
  key: ({ context }) => [context.shown.length > 0, context.past.length > 0],
  maxTimers: 2,
}

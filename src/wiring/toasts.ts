import { Clock, DateTime, Effect } from "effect"
import { createActor } from "xstate"
import { toastsMachine, type Toast } from "#machines/session/toasts.machine.ts"
import { announce } from "./announcer.ts"

/** The page's toasts, outside React. */
export const toasts = createActor(toastsMachine).start()

let shown = 0

/** Shows a toast and keeps it in the list of past notifications. */
export const showToast = (toast: Omit<Toast, "id" | "at">): void => {
  const at = DateTime.formatIso(DateTime.makeUnsafe(Effect.runSync(Clock.currentTimeMillis)))
  shown += 1
  announce(toast.reason === undefined ? toast.text : `${toast.text} ${toast.reason}`)
  toasts.send({ type: "toast.shown", toast: { ...toast, id: `toast-${shown}`, at } })
}

import { assign, initialTransition, transition, type AnyEventObject, type AnyStateMachine } from "xstate"
import { formMachine, type FormSnapshot, type FormValues } from "#machines/session/form.machine.ts"
import { readingMachine, type ReadingSnapshot } from "#machines/session/reading.machine.ts"
import { toastsMachine, type Toast, type ToastsSnapshot } from "#machines/session/toasts.machine.ts"
import type { FieldError, Problem } from "#schemas/problem.ts"

/** A chart after some events; it was never started, so it does nothing. */
const after = (machine: AnyStateMachine, input: object, events: ReadonlyArray<AnyEventObject>): unknown =>
  events.reduce((snapshot, event) => transition(machine, snapshot, event)[0], initialTransition(machine, input)[0])

const send = (): void => undefined

/** A reading as parts are given it: still under way, failed, or with what it read. */
export const seenReading = <A>(
  state:
    | "loading"
    | { readonly failed: Problem }
    | { readonly ready: A; readonly counts?: Readonly<Record<string, number>> },
) => {
  const events = (): ReadonlyArray<AnyEventObject> => {
    if (state === "loading") return []
    if ("failed" in state) return [{ type: "xstate.error.actor.read", error: state.failed, actorId: "read" }]
    const { ready, counts } = state
    return [
      {
        type: "xstate.done.actor.read",
        output: { data: ready, next: null, ...(counts === undefined ? {} : { counts }) },
        actorId: "read",
      },
    ]
  }
  return { snapshot: after(readingMachine, { params: {} }, events()) as ReadingSnapshot<A>, send }
}

/** A form as parts are given it; with errors, after it was refused for them. */
export const seenForm = (values: FormValues, errors: ReadonlyArray<FieldError> = []) => {
  const machine = formMachine.provide({
    guards: { isValid: () => errors.length === 0 },
    actions: { validate: assign({ errors }) },
  })
  const pressed = errors.length === 0 ? [] : [{ type: "submit.pressed" }]
  return { snapshot: after(machine, { values }, pressed) as FormSnapshot, send }
}

/** Toasts as they stand on the screen. */
export const seenToasts = (toasts: ReadonlyArray<Toast>) => ({
  snapshot: after(
    toastsMachine,
    {},
    toasts.map((toast) => ({ type: "toast.shown", toast })),
  ) as ToastsSnapshot,
  send,
})

import { assign, fromPromise, setup, type SnapshotFrom } from "xstate"
import { problemOf, unprovided } from "#machines/actors.ts"
import { formMachine, isLeft } from "#machines/session/form.machine.ts"
import type { PageEvent, PageInput } from "#machines/session/page.ts"
import type { Problem } from "#schemas/problem.ts"
import { textsValues, type AppointmentTexts } from "#schemas/scheduling/appointmentText.ts"

export type TextsEvent = PageEvent | { readonly type: "retry.pressed" | "begin.pressed" }

type Context = { readonly opened: AppointmentTexts | null; readonly problem: Problem | null }

/** `/appointment?view=texts`: which texts about appointments go out, and when reminders do (docs/policy.md#texts-about-appointments). */
export const appointmentTextsMachine = setup({
  types: { input: {} as PageInput, context: {} as Context, events: {} as TextsEvent, tags: {} as "busy" },
  actors: { open: fromPromise<AppointmentTexts>(unprovided), form: formMachine },
  guards: {
    isLeft,
    isSetUp: ({ event }) => (event as unknown as { readonly output: AppointmentTexts }).output.senderId !== null,
  },
  actions: {
    setOpened: assign(({ event }) => ({
      opened: (event as unknown as { readonly output: AppointmentTexts }).output,
      problem: null,
    })),
    setProblem: assign(({ event }) => ({ problem: problemOf(event) })),
  },
}).createMachine({
  id: "appointmentTexts",
  context: { opened: null, problem: null },
  initial: "opening",
  states: {
    opening: {
      description: "Reads what is set up.",
      tags: "busy",
      meta: { heading: "appointments.title", actions: [] },
      invoke: {
        id: "open",
        src: "open",
        onDone: [
          { guard: "isSetUp", target: "writing", actions: "setOpened" },
          { target: "notSetUp", actions: "setOpened" },
        ],
        onError: { target: "couldNotOpen", actions: "setProblem" },
      },
    },
    couldNotOpen: {
      description: "Nothing to write on; Retry stands in its place.",
      meta: { heading: "appointments.title", actions: ["part.retry"] },
      on: { "retry.pressed": "opening" },
    },
    notSetUp: {
      description: "No text goes out; the page says what they do.",
      meta: { heading: "appointments.title", actions: ["texts.begin"] },
      on: { "begin.pressed": "writing" },
    },
    writing: {
      description: "The person chooses the number, the kinds and the reminders.",
      meta: { heading: "appointments.title", actions: ["texts.save", "part.cancel"] },
      invoke: {
        id: "form",
        src: "form",
        input: ({ context: { opened } }) => ({ values: { ...(opened === null ? {} : textsValues(opened)) } }),
        onDone: [{ guard: "isLeft", target: "left" }, { target: "opening" }],
      },
    },
    left: { type: "final", description: "The person goes on; the page ends with it." },
  },
})

export type TextsSnapshot = SnapshotFrom<typeof appointmentTextsMachine>

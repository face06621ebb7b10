import { assign, fromPromise, setup, type SnapshotFrom } from "xstate"
import { problemOf, unprovided } from "#machines/actors.ts"
import type { FieldError, Problem } from "#schemas/problem.ts"

/**
 * The values of a form by field name; a name may be a dotted path into the request
 * body. `streamVersion` is the version they were read at, where the thing has one.
 */
export type FormValues = Readonly<Record<string, unknown>>

/** What a person does to a form. */
export type FormEvent =
  | { readonly type: "field.changed"; readonly field: string; readonly value: unknown }
  | { readonly type: "field.left"; readonly field: string }
  | { readonly type: "submit.pressed" }
  | { readonly type: "discard.pressed" }
  | { readonly type: "overwrite.pressed" }
  | { readonly type: "theirs.pressed" }
  | { readonly type: "retry.pressed" }

type Context = {
  readonly initial: FormValues
  readonly values: FormValues
  readonly touched: Readonly<Record<string, true>>
  /** What the schema says about the values now; a view shows those of touched fields. */
  readonly errors: ReadonlyArray<FieldError>
  readonly problem: Problem | null
  /** What somebody else saved meanwhile; null while that is not known, and in forms that cannot know it. */
  readonly theirs: FormValues | null
  /** How often submitting was refused here; the error summary takes the focus when it grows. */
  readonly refusals: number
  readonly output: unknown
}

const allTouched = (context: Context): Readonly<Record<string, true>> =>
  Object.fromEntries(
    [...Object.keys(context.values), ...context.errors.map(({ field }) => field)].map((field) => [field, true]),
  )

/**
 * The one chart of every form: the draft lives here, checked by the schema the
 * server uses. Wiring provides `validate` (action), `isValid` (guard), `submit` and
 * `theirs` (actors: sending, and reading what somebody else saved first); the chart ends with the server's answer as its output.
 */
export const formMachine = setup({
  types: {
    input: {} as { readonly values: FormValues },
    context: {} as Context,
    events: {} as FormEvent,
    output: {} as { readonly discarded: boolean; readonly value: unknown },
    tags: {} as "busy",
  },
  actors: {
    submit: fromPromise<unknown, FormValues>(unprovided),
    theirs: fromPromise<FormValues | null, FormValues>(unprovided),
  },
  guards: {
    isValid: () => true,
    hasTheirs: ({ context }) => context.theirs !== null,
    isConflict: ({ event }) => problemOf(event).problem === "StaleVersion",
  },
  actions: {
    validate: () => undefined,
    /** A field that this change makes wrong is told so when it is left or the form is sent, not while another one is filled in. */
    takeValue: assign(({ context, event }) => {
      if (event.type !== "field.changed") return {}
      const told = Object.keys(context.touched).filter(
        (name) => name === event.field || context.errors.some(({ field }) => field === name),
      )
      return {
        values: { ...context.values, [event.field]: event.value },
        touched: Object.fromEntries(told.map((name) => [name, true as const])),
        problem: null,
      }
    }),
    touch: assign(({ context, event }) =>
      event.type === "field.left" ? { touched: { ...context.touched, [event.field]: true as const } } : {},
    ),
    touchAll: assign(({ context }) => ({ touched: allTouched(context), refusals: context.refusals + 1 })),
    takeOutput: assign({ output: ({ event }) => (event as unknown as { readonly output: unknown }).output }),
    noteTheirs: assign({ theirs: ({ event }) => (event as unknown as { readonly output: FormValues | null }).output }),
    /** Their values as if the form had opened with them. */
    takeTheirs: assign(({ context }) =>
      context.theirs === null
        ? {}
        : { initial: context.theirs, values: context.theirs, touched: {}, theirs: null, problem: null, refusals: 0 },
    ),
    /** What goes over theirs goes over what was shown: one more change meanwhile is a conflict again. */
    takeTheirVersion: assign(({ context: { values, theirs } }) =>
      theirs === null ? {} : { values: { ...values, streamVersion: theirs["streamVersion"] }, theirs: null },
    ),
    takeProblem: assign(({ context, event }) => {
      const problem = problemOf(event)
      const errors = problem.errors ?? []
      return { problem, errors, touched: allTouched({ ...context, errors }), refusals: context.refusals + 1 }
    }),
  },
}).createMachine({
  id: "form",
  context: ({ input }) => ({
    initial: input.values,
    values: input.values,
    touched: {},
    errors: [],
    problem: null,
    theirs: null,
    refusals: 0,
    output: null,
  }),
  initial: "editing",
  entry: "validate",
  output: ({ context }) => ({ discarded: context.output === null, value: context.output }),
  states: {
    editing: {
      description: "The person fills in the form; left fields show what is wrong.",
      on: {
        "field.changed": { actions: ["takeValue", "validate"] },
        "field.left": { actions: "touch" },
        "submit.pressed": [{ guard: "isValid", target: "submitting" }, { actions: ["validate", "touchAll"] }],
        "discard.pressed": "discarded",
      },
    },
    submitting: {
      description: "The values are with the server.",
      tags: "busy",
      invoke: {
        id: "submit",
        src: "submit",
        input: ({ context }) => context.values,
        onDone: { target: "accepted", actions: "takeOutput" },
        onError: [
          { guard: "isConflict", target: "conflict", actions: "takeProblem" },
          { target: "editing", actions: "takeProblem" },
        ],
      },
    },
    conflict: {
      description: "Someone changed this first; nothing was overwritten.",
      initial: "comparing",
      on: {
        "discard.pressed": "discarded",
        "field.changed": { target: "editing", actions: ["takeValue", "validate"] },
      },
      states: {
        comparing: {
          description: "Reads what somebody else saved, to show it beside one's own.",
          tags: "busy",
          invoke: {
            id: "theirs",
            src: "theirs",
            input: ({ context }) => context.values,
            onDone: { target: "compared", actions: "noteTheirs" },
            onError: { target: "uncompared", actions: "takeProblem" },
          },
        },
        compared: {
          description: "Both are known; the person chooses which one holds.",
          on: {
            "overwrite.pressed": { target: "#form.submitting", actions: "takeTheirVersion" },
            "theirs.pressed": { guard: "hasTheirs", target: "#form.editing", actions: ["takeTheirs", "validate"] },
          },
        },
        uncompared: {
          description: "Theirs could not be read; Retry is offered, and one's own stays.",
          on: { "retry.pressed": "comparing" },
        },
      },
    },
    accepted: { type: "final", description: "The server took it." },
    discarded: { type: "final", description: "The person left without saving." },
  },
})

export type FormSnapshot = SnapshotFrom<typeof formMachine>

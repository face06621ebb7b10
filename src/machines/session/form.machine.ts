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
  | { readonly type: "leave.asked"; readonly to: string }
  | { readonly type: "leave.confirmed" }
  | { readonly type: "leave.cancelled" }

/** What a form opens with. */
export type FormInput = {
  readonly values: FormValues
  /** What counts as unchanged, where a form opens again with what was written in it before; else its values. */
  readonly initial?: FormValues
  /** Whether leaving with changes is asked about; true without it. */
  readonly isGuarded?: boolean
}

/** What a form ends with: the server's answer, or where the person left to without it. */
type FormOutput = { readonly discarded: boolean; readonly left: string | null; readonly value: unknown }

type Context = {
  readonly initial: FormValues
  readonly values: FormValues
  readonly touched: Readonly<Record<string, true>>
  /** What the schema says about the values now; a view shows those of touched fields. */
  readonly errors: ReadonlyArray<FieldError>
  readonly problem: Problem | null
  /** What someone else saved meanwhile; null while that is not known, and in forms that cannot know it. */
  readonly theirs: FormValues | null
  /** How often submitting was refused here; the error summary takes the focus when it grows. */
  readonly refusals: number
  readonly isGuarded: boolean
  /** The address that the person asked to leave for; the one asked for last. */
  readonly leavingTo: string | null
  readonly output: unknown
}

/** Whether the form holds anything that leaving would lose. */
const isChanged = ({ isGuarded, initial, values }: Context): boolean =>
  isGuarded && JSON.stringify(initial) !== JSON.stringify(values)

const allTouched = (context: Context): Readonly<Record<string, true>> =>
  Object.fromEntries(
    [...Object.keys(context.values), ...context.errors.map(({ field }) => field)].map((field) => [field, true]),
  )

/**
 * The one chart of every form: the draft lives here, checked by the schema the
 * server uses, and leaving with changes is asked about. Wiring provides `validate` and
 * `leave` (actions), `isValid` (guard), `submit` and `theirs` (actors: sending, and
 * reading what someone else saved first); the chart ends with the server's answer
 * as its output, or with the address that the person left for.
 */
export const formMachine = setup({
  types: {
    input: {} as FormInput,
    context: {} as Context,
    events: {} as FormEvent,
    output: {} as FormOutput,
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
    isChanged: ({ context }) => isChanged(context),
  },
  actions: {
    validate: () => undefined,
    /** A field that this change makes wrong shows its error when it is left or the form is sent, not while another one is filled in. */
    setValue: assign(({ context, event }) => {
      if (event.type !== "field.changed") return {}
      const shown = Object.keys(context.touched).filter(
        (name) => name === event.field || context.errors.some(({ field }) => field === name),
      )
      return {
        values: { ...context.values, [event.field]: event.value },
        touched: Object.fromEntries(shown.map((name) => [name, true as const])),
        problem: null,
      }
    }),
    touch: assign(({ context, event }) =>
      event.type === "field.left" ? { touched: { ...context.touched, [event.field]: true as const } } : {},
    ),
    touchAll: assign(({ context }) => ({ touched: allTouched(context), refusals: context.refusals + 1 })),
    setOutput: assign({ output: ({ event }) => (event as unknown as { readonly output: unknown }).output }),
    noteTheirs: assign({ theirs: ({ event }) => (event as unknown as { readonly output: FormValues | null }).output }),
    /** Their values as if the form had opened with them. */
    setTheirs: assign(({ context }) =>
      context.theirs === null
        ? {}
        : { initial: context.theirs, values: context.theirs, touched: {}, theirs: null, problem: null, refusals: 0 },
    ),
    /** What goes over theirs goes over what was shown: one more change meanwhile is a conflict again. */
    setTheirVersion: assign(({ context: { values, theirs } }) =>
      theirs === null ? {} : { values: { ...values, streamVersion: theirs["streamVersion"] }, theirs: null },
    ),
    setProblem: assign(({ context, event }) => {
      const problem = problemOf(event)
      const errors = problem.errors ?? []
      return { problem, errors, touched: allTouched({ ...context, errors }), refusals: context.refusals + 1 }
    }),
    setTarget: assign(({ event }) => (event.type === "leave.asked" ? { leavingTo: event.to } : {})),
    clearTarget: assign({ leavingTo: null }),
    leave: () => undefined,
  },
}).createMachine({
  id: "form",
  context: ({ input }) => ({
    initial: input.initial ?? input.values,
    values: input.values,
    touched: {},
    errors: [],
    problem: null,
    theirs: null,
    refusals: 0,
    isGuarded: input.isGuarded ?? true,
    leavingTo: null,
    output: null,
  }),
  initial: "open",
  entry: "validate",
  output: ({ context }) => ({
    discarded: context.output === null,
    left: context.leavingTo,
    value: context.output,
  }),
  states: {
    open: {
      description: "The form is open; the work and the way out stand side by side.",
      type: "parallel",
      states: {
        work: {
          description: "From the first change to what the server takes.",
          initial: "editing",
          states: {
            editing: {
              description: "The person fills in the form; left fields show what is wrong.",
              on: {
                "field.changed": { actions: ["setValue", "validate"] },
                "field.left": { actions: "touch" },
                "submit.pressed": [{ guard: "isValid", target: "submitting" }, { actions: ["validate", "touchAll"] }],
                "discard.pressed": "#form.discarded",
              },
            },
            submitting: {
              description: "The values are with the server.",
              tags: "busy",
              invoke: {
                id: "submit",
                src: "submit",
                input: ({ context }) => context.values,
                onDone: { target: "#form.accepted", actions: "setOutput" },
                onError: [
                  { guard: "isConflict", target: "conflict", actions: "setProblem" },
                  { target: "editing", actions: "setProblem" },
                ],
              },
            },
            conflict: {
              description: "Someone changed this first; nothing was overwritten.",
              initial: "comparing",
              on: {
                "discard.pressed": "#form.discarded",
                "field.changed": { target: "editing", actions: ["setValue", "validate"] },
              },
              states: {
                comparing: {
                  description: "Reads what someone else saved, to show it next to one's own.",
                  tags: "busy",
                  invoke: {
                    id: "theirs",
                    src: "theirs",
                    input: ({ context }) => context.values,
                    onDone: { target: "compared", actions: "noteTheirs" },
                    onError: { target: "uncompared", actions: "setProblem" },
                  },
                },
                compared: {
                  description: "Both are known; the person chooses which one holds.",
                  on: {
                    "overwrite.pressed": { target: "#form.open.work.submitting", actions: "setTheirVersion" },
                    "theirs.pressed": {
                      guard: "hasTheirs",
                      target: "#form.open.work.editing",
                      actions: ["setTheirs", "validate"],
                    },
                  },
                },
                uncompared: {
                  description: "Theirs could not be read; Retry is offered, and one's own stays.",
                  on: { "retry.pressed": "comparing" },
                },
              },
            },
          },
        },
        leaving: {
          description: "Keeps what was written from being lost on the way out.",
          initial: "staying",
          states: {
            staying: {
              description: "The person has not asked to leave.",
              on: {
                "leave.asked": [
                  { guard: "isChanged", target: "asking", actions: "setTarget" },
                  { target: "#form.left", actions: "setTarget" },
                ],
              },
            },
            asking: {
              description: "Asks whether the unsaved changes may be lost.",
              meta: { heading: "leave.title", actions: ["leave.stay", "leave.go"] },
              on: {
                "leave.asked": { actions: "setTarget" },
                "leave.confirmed": "#form.left",
                "leave.cancelled": { target: "staying", actions: "clearTarget" },
              },
            },
          },
        },
      },
    },
    accepted: { type: "final", description: "The server took it.", entry: "clearTarget" },
    discarded: { type: "final", description: "The person left without saving.", entry: "clearTarget" },
    left: { type: "final", description: "The person went on without saving.", entry: "leave" },
  },
})

export type FormSnapshot = SnapshotFrom<typeof formMachine>

/** Whether going away now would lose something that is asked about. */
export const losesChanges = ({ status, context }: FormSnapshot): boolean => status === "active" && isChanged(context)

/** Whether a form that has ended did so because the person left; the guard of each page's chart that holds one. */
export const isLeft = ({ event }: { readonly event: object }): boolean =>
  typeof (event as { readonly output?: Partial<FormOutput> }).output?.left === "string"

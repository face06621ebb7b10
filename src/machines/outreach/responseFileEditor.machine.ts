import { assign, fromPromise, raise, sendTo, setup, type SnapshotFrom } from "xstate"
import { problemOf, unprovided } from "#machines/actors.ts"
import {
  commandMachine,
  isCancelled,
  isDeleted,
  outputOf,
  type CommandInput,
} from "#machines/session/command.machine.ts"
import { formMachine, isLeft, type FormSnapshot } from "#machines/session/form.machine.ts"
import { idIn, type PageEvent, type PageInput, type Search } from "#machines/session/page.ts"
import { readingMachine } from "#machines/session/reading.machine.ts"
import type { ResponseColumn, ResponseFileValues } from "#schemas/outreach/responseFile.ts"
import type { Problem } from "#schemas/problem.ts"

export type ResponseFileEditorEvent =
  | PageEvent
  | { readonly type: "retry.pressed" }
  | { readonly type: "sample.chosen"; readonly file: File }
  | { readonly type: "delete.pressed" }
  | { readonly type: "draft.changed" }

type Context = {
  readonly search: Search
  /** What the form opened with, and what it holds. */
  readonly opened: ResponseFileValues | null
  readonly values: ResponseFileValues | null
  /** Whether the form has no errors: only then can a preview be made. */
  readonly isWhole: boolean
  readonly sample: File | null
  /** Why the last action was refused. */
  readonly problem: Problem | null
}

type Chosen = { readonly temphashedId: string }

const formOf = (event: unknown) => (event as { readonly snapshot: FormSnapshot }).snapshot.context
const valuesOf = (event: unknown): ResponseFileValues => formOf(event).values as unknown as ResponseFileValues
const chosen = ({ search }: Context): Chosen => ({ temphashedId: idIn(search) ?? "" })
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
const deletionOf = ({ opened, values }: Context): CommandInput => ({
  verb: "delete",
  subject: opened,
  question: {
    title: "response.delete.title",
    text: [
      { word: "response.delete.text" },
      ...(isSame(opened, values) ? [] : [{ word: "response.delete.unsaved" as const }]),
    ],
    confirm: "response.delete",
    cancel: "part.cancel",
    isDestructive: true,
  },
})

/**
 * `/sms?id=…&tab=response`: the layout of the file in which a receiver gets the results
 * of a template's campaigns, designed next to real rows.
 */
export const responseFileEditorMachine = setup({
  types: { input: {} as PageInput, context: {} as Context, events: {} as ResponseFileEditorEvent, tags: {} as "busy" },
  actors: {
    headers: readingMachine,
    preview: readingMachine,
    open: fromPromise<ResponseFileValues, Chosen>(unprovided),
    form: formMachine,
    readSample: fromPromise<ReadonlyArray<ResponseColumn>, Chosen & { readonly file: File }>(unprovided),
    command: commandMachine,
  },
  guards: {
    changesValues: ({ context, event }) => !isSame(valuesOf(event), context.values),
    isWhole: ({ context }) => context.isWhole,
    isLeft,
    isCancelled,
    isDeleted,
    isStale: ({ event }) => outputOf({ event }).problem?.problem === "StaleVersion",
  },
  actions: {
    setOpened: assign(({ event }) => {
      const opened = (event as unknown as { readonly output: ResponseFileValues }).output
      return { opened, values: opened, isWhole: true }
    }),
    setValues: assign(({ event }) => ({
      values: valuesOf(event),
      opened: formOf(event).initial as unknown as ResponseFileValues,
      isWhole: formOf(event).errors.length === 0,
    })),
    sendDraft: raise({ type: "draft.changed" }),
    sendPreview: sendTo("preview", ({ context }) => ({ type: "params.changed", params: context.values })),
    setSample: assign(({ event }) => (event.type === "sample.chosen" ? { sample: event.file, problem: null } : {})),
    giveColumns: sendTo("form", ({ event }) => ({
      type: "field.changed",
      field: "columns",
      value: (event as unknown as { readonly output: ReadonlyArray<ResponseColumn> }).output,
    })),
    setProblem: assign(({ event }) => ({ problem: problemOf(event) })),
    setRefusal: assign(({ event }) => ({ problem: outputOf({ event }).problem })),
    clearProblem: assign({ problem: null }),
  },
  delays: { typingPause: 600 },
}).createMachine({
  id: "responseFileEditor",
  context: ({ input }) => ({
    search: input.search,
    opened: null,
    values: null,
    isWhole: false,
    sample: null,
    problem: null,
  }),
  invoke: [
    { id: "headers", src: "headers", input: ({ context }) => ({ params: chosen(context) }) },
    { id: "preview", src: "preview", input: { params: null } },
  ],
  initial: "opening",
  states: {
    opening: {
      description: "Reads the layout, or begins one where there is none.",
      tags: "busy",
      meta: { heading: "response.title", actions: [] },
      invoke: {
        id: "open",
        src: "open",
        input: ({ context }) => chosen(context),
        onDone: { target: "designing", actions: ["setOpened", "sendPreview"] },
        onError: { target: "couldNotOpen", actions: "setProblem" },
      },
    },
    couldNotOpen: {
      description: "Nothing to design; Retry stands in its place.",
      meta: { heading: "response.title", actions: ["part.retry"] },
      on: { "retry.pressed": { target: "opening", actions: "clearProblem" } },
    },
    designing: {
      description: "The person chooses and orders columns; the preview follows.",
      type: "parallel",
      invoke: {
        id: "form",
        src: "form",
        input: ({ context }) => ({ values: { ...context.opened } }),
        onSnapshot: [{ guard: "changesValues", actions: ["setValues", "sendDraft"] }, { actions: "setValues" }],
        onDone: [
          { guard: "isLeft", target: "left" },
          { target: "opening", actions: "clearProblem" },
        ],
      },
      states: {
        doing: {
          description: "What is under way while the form is open.",
          initial: "still",
          states: {
            still: {
              description: "Nothing; the layout can be changed and saved.",
              meta: { heading: "response.title", actions: ["response.save", "part.cancel"] },
              on: {
                "sample.chosen": { target: "readingSample", actions: "setSample" },
                "delete.pressed": "acting",
              },
            },
            readingSample: {
              description: "Reads the header row of a sample file.",
              tags: "busy",
              meta: { heading: "response.title", actions: ["response.save", "part.cancel"] },
              invoke: {
                id: "readSample",
                src: "readSample",
                input: ({ context }) => ({ ...chosen(context), file: context.sample as File }),
                onDone: { target: "still", actions: "giveColumns" },
                onError: { target: "still", actions: "setProblem" },
              },
            },
            acting: {
              description: "Deletes the response file, once that is confirmed.",
              invoke: {
                id: "command",
                src: "command",
                input: ({ context }) => deletionOf(context),
                onDone: [
                  { guard: "isCancelled", target: "still" },
                  { guard: "isDeleted", target: "#responseFileEditor.opening", actions: "clearProblem" },
                  // The person confirmed that what they designed may go, so what there is now is shown.
                  { guard: "isStale", target: "#responseFileEditor.opening", actions: "setRefusal" },
                  { target: "still", actions: "setRefusal" },
                ],
              },
            },
          },
        },
        preview: {
          description: "The first rows of the file as it would be.",
          initial: "settled",
          on: { "draft.changed": ".pausing" },
          states: {
            settled: { description: "The preview belongs to the last layout without errors." },
            pausing: {
              description: "Waits for a pause in designing.",
              after: {
                typingPause: [{ guard: "isWhole", target: "settled", actions: "sendPreview" }, { target: "settled" }],
              },
            },
          },
        },
      },
    },
    left: { type: "final", description: "The person goes on; the page ends with it." },
  },
})

export type ResponseFileEditorSnapshot = SnapshotFrom<typeof responseFileEditorMachine>

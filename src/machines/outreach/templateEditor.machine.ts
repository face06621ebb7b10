import { assign, fromPromise, raise, sendTo, setup, type SnapshotFrom } from "xstate"
import { problemOf, unprovided } from "#machines/actors.ts"
import { formMachine, isLeft, type FormSnapshot } from "#machines/session/form.machine.ts"
import type { PageEvent, PageInput } from "#machines/session/page.ts"
import { readingMachine } from "#machines/session/reading.machine.ts"
import type { ListId, TemplateId } from "#schemas/ids.ts"
import type { MessagePreview, Purpose, Template } from "#schemas/outreach/template.ts"
import type { Problem } from "#schemas/problem.ts"

/** What the editor's form holds; the number is reserved or read before the form opens. */
export type TemplateValues = {
  /** The public id; null until the server has answered the first saving. */
  readonly temphashedId: string | null
  readonly templateId: TemplateId
  readonly name: string
  readonly purpose: Purpose
  readonly text: string
  /** The version these values were made from, as the server gets it; 0 for a new template. */
  readonly streamVersion: number
}

export type TemplateEditorEvent =
  | PageEvent
  | { readonly type: "retry.pressed" }
  | { readonly type: "text.changed" }
  | { readonly type: "list.chosen"; readonly listId: ListId | null }
  | { readonly type: "preview.retried" }

type Context = {
  /** The public id of the template to edit; null writes a new one. */
  readonly asked: string | null
  readonly problem: Problem | null
  /** The form's values: those it opens with, then as they stand, so that previewing knows them. */
  readonly values: TemplateValues | null
  readonly listId: ListId | null
  readonly preview: MessagePreview | null
  readonly previewProblem: Problem | null
  /** The public id of what was saved. */
  readonly saved: string | null
}

const valuesOf = (event: unknown): TemplateValues =>
  (event as { readonly snapshot: FormSnapshot }).snapshot.context.values as unknown as TemplateValues

/**
 * `/sms?new` and `/sms?edit=…`: writes a template. The preview follows the text
 * after a pause in typing.
 */
export const templateEditorMachine = setup({
  types: {
    input: {} as PageInput,
    context: {} as Context,
    events: {} as TemplateEditorEvent,
    tags: {} as "busy" | "guarded",
  },
  actors: {
    open: fromPromise<TemplateValues, { readonly temphashedId: string | null }>(unprovided),
    form: formMachine,
    lists: readingMachine,
    counts: readingMachine,
    preview: fromPromise<
      MessagePreview,
      { readonly text: string; readonly listId: ListId | null; readonly templateId: TemplateId | null }
    >(unprovided),
  },
  guards: {
    changesText: ({ context, event }) => valuesOf(event).text !== context.values?.text,
    hasText: ({ context }) => (context.values?.text ?? "").trim() !== "",
    isLeft,
  },
  actions: {
    setOpened: assign(({ event }) => ({
      values: (event as unknown as { readonly output: TemplateValues }).output,
      problem: null,
    })),
    setProblem: assign(({ event }) => ({ problem: problemOf(event) })),
    setValues: assign(({ event }) => ({ values: valuesOf(event) })),
    sendText: raise({ type: "text.changed" }),
    setList: assign(({ event }) => (event.type === "list.chosen" ? { listId: event.listId } : {})),
    sendCounts: sendTo("counts", ({ context: { listId } }) => ({ type: "params.changed", params: { listId } })),
    setPreview: assign(({ event }) => ({
      preview: (event as unknown as { readonly output: MessagePreview }).output,
      previewProblem: null,
    })),
    setPreviewProblem: assign(({ event }) => ({ previewProblem: problemOf(event) })),
    clearPreview: assign({ preview: null, previewProblem: null }),
    setSaved: assign(({ event }) => {
      const { value } = (event as unknown as { readonly output: { readonly value: Template } }).output
      return { saved: value.hashedId }
    }),
    showTemplate: () => undefined,
  },
  delays: { typingPause: 600 },
}).createMachine({
  id: "templateEditor",
  context: ({ input }) => ({
    asked: input.search["edit"] ?? null,
    problem: null,
    values: null,
    listId: null,
    preview: null,
    previewProblem: null,
    saved: null,
  }),
  invoke: [
    { id: "lists", src: "lists", input: { params: {} } },
    { id: "counts", src: "counts", input: { params: { listId: null } } },
  ],
  initial: "opening",
  states: {
    opening: {
      description: "Reserves an id for a new template, or reads the one to edit.",
      tags: "busy",
      meta: { heading: "template.editor.title", actions: [] },
      invoke: {
        id: "open",
        src: "open",
        input: ({ context }) => ({ temphashedId: context.asked }),
        onDone: { target: "writing", actions: "setOpened" },
        onError: { target: "couldNotOpen", actions: "setProblem" },
      },
    },
    couldNotOpen: {
      description: "Nothing to write on; Retry stands in its place.",
      meta: { heading: "template.editor.title", actions: ["part.retry"] },
      on: { "retry.pressed": "opening" },
    },
    writing: {
      description: "The person writes; the preview follows.",
      meta: { heading: "template.editor.title", actions: ["template.save", "part.cancel"] },
      type: "parallel",
      invoke: {
        id: "form",
        src: "form",
        input: ({ context }) => ({ values: { ...context.values } }),
        onDone: [
          { guard: "isLeft", target: "left" },
          { target: "saved", actions: "setSaved" },
        ],
        onSnapshot: [{ guard: "changesText", actions: ["setValues", "sendText"] }, { actions: "setValues" }],
      },
      states: {
        preview: {
          description: "The message as real patients will get it.",
          initial: "deciding",
          on: {
            "text.changed": ".pausing",
            "list.chosen": { target: ".deciding", actions: ["setList", "sendCounts"] },
          },
          states: {
            deciding: {
              description: "Looks whether there is a text to preview.",
              always: [{ guard: "hasText", target: "reading" }, { target: "nothing" }],
            },
            nothing: { description: "There is no text yet, so there is no preview.", entry: "clearPreview" },
            pausing: {
              description: "Waits for a pause in typing.",
              after: { typingPause: "deciding" },
              on: { "text.changed": { target: "pausing", reenter: true } },
            },
            reading: {
              description: "Asks the server how the message will look.",
              tags: "busy",
              invoke: {
                id: "preview",
                src: "preview",
                input: ({ context }) => ({
                  text: context.values?.text ?? "",
                  listId: context.listId,
                  templateId: context.asked === null ? null : (context.values?.templateId ?? null),
                }),
                onDone: { target: "shown", actions: "setPreview" },
                onError: { target: "failed", actions: "setPreviewProblem" },
              },
            },
            shown: { description: "The preview belongs to the text on the screen." },
            failed: {
              description: "The preview could not be made; Retry is offered.",
              meta: { actions: ["part.retry"] },
              on: { "preview.retried": "reading" },
            },
          },
        },
      },
    },
    saved: { type: "final", description: "The template is saved and shown in the list.", entry: "showTemplate" },
    left: { type: "final", description: "The person went on without saving." },
  },
})

export type TemplateEditorSnapshot = SnapshotFrom<typeof templateEditorMachine>

import { assign, fromPromise, raise, setup, type SnapshotFrom } from "xstate"
import { problemOf, unprovided } from "#machines/actors.ts"
import { formMachine, type FormSnapshot } from "#machines/session/form.machine.ts"
import type { PageEvent, PageInput } from "#machines/session/page.ts"
import { readingMachine } from "#machines/session/reading.machine.ts"
import type { MessagePreview, Purpose, Template } from "#schemas/outreach/template.ts"
import type { Problem } from "#schemas/problem.ts"

/** What the editor's form holds; the number is reserved or read before the form opens. */
export type TemplateValues = {
  /** The public id; null until the server has answered the first saving. */
  readonly temphashedId: string | null
  readonly templateId: number
  readonly name: string
  readonly purpose: Purpose
  readonly text: string
  /** What the server is told these values were made from; 0 for a new template. */
  readonly streamVersion: number
}

export type TemplateEditorEvent =
  | PageEvent
  | { readonly type: "retry.pressed" }
  | { readonly type: "text.changed" }
  | { readonly type: "list.chosen"; readonly listId: number | null }
  | { readonly type: "preview.retried" }
  | { readonly type: "leave.asked"; readonly to: string }
  | { readonly type: "leave.confirmed" }
  | { readonly type: "leave.cancelled" }

type Context = {
  /** The public id of the template to edit; null writes a new one. */
  readonly asked: string | null
  readonly opened: TemplateValues | null
  readonly problem: Problem | null
  /** The form's values as they stand, so that leaving and previewing know them. */
  readonly values: TemplateValues | null
  readonly listId: number | null
  readonly preview: MessagePreview | null
  readonly previewProblem: Problem | null
  readonly leavingTo: string | null
  /** The public id of what was saved. */
  readonly saved: string | null
}

const formOf = (event: unknown) => (event as { readonly snapshot: FormSnapshot }).snapshot.context
const valuesOf = (event: unknown): TemplateValues => formOf(event).values as unknown as TemplateValues
/** What leaving would lose: whether the form holds anything the server does not. */
const isChanged = ({ opened, values }: Context): boolean => JSON.stringify(opened) !== JSON.stringify(values)

/**
 * `/sms?new` and `/sms?edit=…`: writes a template. The preview follows the text
 * after a pause in typing; leaving with unsaved changes is asked about.
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
    preview: fromPromise<
      MessagePreview,
      { readonly text: string; readonly listId: number | null; readonly templateId: number | null }
    >(unprovided),
  },
  guards: {
    changesText: ({ context, event }) => valuesOf(event).text !== context.values?.text,
    hasText: ({ context }) => (context.values?.text ?? "").trim() !== "",
    isChanged: ({ context }) => isChanged(context),
  },
  actions: {
    takeOpened: assign(({ event }) => {
      const opened = (event as unknown as { readonly output: TemplateValues }).output
      return { opened, values: opened, problem: null }
    }),
    takeProblem: assign(({ event }) => ({ problem: problemOf(event) })),
    // The form begins anew with what somebody else saved, once that is taken.
    takeValues: assign(({ event }) => ({
      values: valuesOf(event),
      opened: formOf(event).initial as unknown as TemplateValues,
    })),
    tellText: raise({ type: "text.changed" }),
    takeList: assign(({ event }) => (event.type === "list.chosen" ? { listId: event.listId } : {})),
    takePreview: assign(({ event }) => ({
      preview: (event as unknown as { readonly output: MessagePreview }).output,
      previewProblem: null,
    })),
    takePreviewProblem: assign(({ event }) => ({ previewProblem: problemOf(event) })),
    forgetPreview: assign({ preview: null, previewProblem: null }),
    takeTarget: assign(({ event }) => (event.type === "leave.asked" ? { leavingTo: event.to } : {})),
    takeSaved: assign(({ event }) => {
      const { value } = (event as unknown as { readonly output: { readonly value: Template } }).output
      return { saved: value.hashedId }
    }),
    showTemplate: () => undefined,
    leave: () => undefined,
  },
  delays: { typingPause: 600 },
}).createMachine({
  id: "templateEditor",
  context: ({ input }) => ({
    asked: input.search["edit"] ?? null,
    opened: null,
    problem: null,
    values: null,
    listId: null,
    preview: null,
    previewProblem: null,
    leavingTo: null,
    saved: null,
  }),
  invoke: { id: "lists", src: "lists", input: { params: {} } },
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
        onDone: { target: "writing", actions: "takeOpened" },
        onError: { target: "couldNotOpen", actions: "takeProblem" },
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
        onDone: { target: "saved", actions: "takeSaved" },
        onSnapshot: [{ guard: "changesText", actions: ["takeValues", "tellText"] }, { actions: "takeValues" }],
      },
      states: {
        preview: {
          description: "The message as real patients will get it.",
          initial: "deciding",
          on: { "text.changed": ".pausing", "list.chosen": { target: ".deciding", actions: "takeList" } },
          states: {
            deciding: {
              description: "Looks whether there is a text to preview.",
              always: [{ guard: "hasText", target: "reading" }, { target: "nothing" }],
            },
            nothing: { description: "There is no text yet, so there is no preview.", entry: "forgetPreview" },
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
                  templateId: context.asked === null ? null : (context.opened?.templateId ?? null),
                }),
                onDone: { target: "shown", actions: "takePreview" },
                onError: { target: "failed", actions: "takePreviewProblem" },
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
        leaving: {
          description: "Keeps what was written from being lost on the way out.",
          initial: "staying",
          states: {
            staying: {
              description: "The person has not asked to leave.",
              on: {
                "leave.asked": [
                  { guard: "isChanged", target: "asking", actions: "takeTarget" },
                  { target: "#templateEditor.left", actions: "takeTarget" },
                ],
              },
            },
            asking: {
              description: "Asks whether the unsaved changes may be lost.",
              meta: { heading: "leave.title", actions: ["leave.stay", "leave.go"] },
              on: {
                "leave.confirmed": "#templateEditor.left",
                "leave.cancelled": "staying",
                "leave.asked": { actions: "takeTarget" },
              },
            },
          },
        },
      },
    },
    saved: { type: "final", description: "The template is saved and shown in the list.", entry: "showTemplate" },
    left: { type: "final", description: "The person went on without saving.", entry: "leave" },
  },
})

export type TemplateEditorSnapshot = SnapshotFrom<typeof templateEditorMachine>

/** Whether going away now would lose something. */
export const losesTemplateChanges = (snapshot: TemplateEditorSnapshot): boolean =>
  snapshot.matches("writing") && isChanged(snapshot.context)

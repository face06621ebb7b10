import { assign, fromPromise, sendTo, setup, type SnapshotFrom } from "xstate"
import { problemOf, unprovided } from "#machines/actors.ts"
import type { PageEvent, PageInput } from "#machines/session/page.ts"
import { readingMachine, type ReadingSnapshot } from "#machines/session/reading.machine.ts"
import type { SenderId, TemplateId } from "#schemas/ids.ts"
import type { PreviewQuickText, QuickChoices, QuickSent, SendQuickText } from "#schemas/outreach/quickSend.ts"
import type { Problem } from "#schemas/problem.ts"

export type QuickSendEvent =
  | PageEvent
  | { readonly type: "template.chosen"; readonly templateId: TemplateId | null }
  | { readonly type: "sender.chosen"; readonly senderId: SenderId | null }
  /** What was read is what is sent. */
  | { readonly type: "send.pressed"; readonly asked: SendQuickText }
  | { readonly type: "again.pressed" }

type Context = {
  /** Who is texted, by their public ids. */
  readonly patients: ReadonlyArray<string>
  readonly templateId: TemplateId | null
  readonly senderId: SenderId | null
  /** Why the last text was not sent. */
  readonly refused: Problem | null
  /** What became of the text that was sent. */
  readonly sent: QuickSent | null
}

const previewParams = ({ patients, templateId, senderId }: Context): PreviewQuickText | null =>
  templateId === null || senderId === null ? null : { patients, templateId, senderId }

/** What was chosen, while it can be; else the only choice there is. */
const keptOf = <Id>(chosen: Id | null, ids: ReadonlyArray<Id>): Id | null =>
  chosen !== null && ids.includes(chosen) ? chosen : ids.length === 1 ? (ids[0] ?? null) : null

/** A published text for one person or a handful, read as they get it and sent; a part of the page of patients. */
export const quickSendMachine = setup({
  types: { input: {} as PageInput, context: {} as Context, events: {} as QuickSendEvent, tags: {} as "busy" },
  actors: {
    choices: readingMachine,
    preview: readingMachine,
    send: fromPromise<QuickSent, SendQuickText>(unprovided),
  },
  guards: {
    /** What is said, to people of which consent, and what they got before. */
    changesTexts: ({ event }) =>
      event.type === "feed.changed" && ["template", "campaign", "replies", "import"].includes(event.thing),
  },
  actions: {
    setTemplate: assign(({ event }) =>
      event.type === "template.chosen" ? { templateId: event.templateId, refused: null } : {},
    ),
    setSender: assign(({ event }) =>
      event.type === "sender.chosen" ? { senderId: event.senderId, refused: null } : {},
    ),
    keepChosen: assign(({ context, event }) => {
      const { snapshot } = event as unknown as { readonly snapshot: ReadingSnapshot<QuickChoices> }
      const { data } = snapshot.context
      if (data === null) return {}
      const templates = (data.templates ?? []).map(({ templateId }) => templateId)
      const senders = (data.senders ?? []).map(({ senderId }) => senderId)
      return {
        templateId: keptOf(context.templateId, templates),
        senderId: keptOf(context.senderId, senders),
      }
    }),
    sendPreview: sendTo("preview", ({ context }) => ({ type: "params.changed", params: previewParams(context) })),
    refreshChoices: sendTo("choices", { type: "feed.changed" }),
    refreshPreview: sendTo("preview", { type: "feed.changed" }),
    rereadPreview: sendTo("preview", { type: "refresh.pressed" }),
    setRefused: assign(({ event }) => ({ refused: problemOf(event) })),
    setSent: assign(({ event }) => ({
      sent: (event as unknown as { readonly output: QuickSent }).output,
      refused: null,
    })),
    clearSent: assign({ sent: null, templateId: null }),
  },
}).createMachine({
  id: "quickSend",
  context: ({ input }) => ({
    patients: (input.search["send"] ?? "").split(","),
    templateId: null,
    senderId: null,
    refused: null,
    sent: null,
  }),
  invoke: [
    { id: "choices", src: "choices", input: { params: {} }, onSnapshot: { actions: ["keepChosen", "sendPreview"] } },
    { id: "preview", src: "preview", input: { params: null, keepPreviousData: false } },
  ],
  on: { "feed.changed": { guard: "changesTexts", actions: ["refreshChoices", "refreshPreview"] } },
  initial: "choosing",
  states: {
    choosing: {
      description: "The person chooses a text and a number, and reads it.",
      meta: { actions: [] },
      on: {
        "template.chosen": { actions: ["setTemplate", "sendPreview"] },
        "sender.chosen": { actions: ["setSender", "sendPreview"] },
        "send.pressed": "sending",
      },
    },
    sending: {
      description: "The text is with the server.",
      tags: "busy",
      meta: { actions: [] },
      invoke: {
        id: "send",
        src: "send",
        input: ({ event }) => (event as { readonly asked: SendQuickText }).asked,
        onDone: { target: "sent", actions: "setSent" },
        onError: { target: "choosing", actions: ["setRefused", "rereadPreview"] },
      },
    },
    sent: {
      description: "Says what becomes of it for each person.",
      meta: { actions: ["quickSend.again"] },
      on: { "again.pressed": { target: "choosing", actions: ["clearSent", "sendPreview"] } },
    },
  },
})

export type QuickSendSnapshot = SnapshotFrom<typeof quickSendMachine>

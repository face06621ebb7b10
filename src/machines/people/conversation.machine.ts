import { sendTo, setup, type SnapshotFrom } from "xstate"
import { formMachine, isLeft } from "#machines/session/form.machine.ts"
import { changesReplies, type PageEvent, type PageInput } from "#machines/session/page.ts"
import { readingMachine } from "#machines/session/reading.machine.ts"

export type ConversationEvent = PageEvent

type Context = {
  /** The text that is answered, as the address names it. */
  readonly messageId: number
}

/** What a person and staff wrote to each other, and the answer that is written now; a part of each page that shows replies. */
export const conversationMachine = setup({
  types: { input: {} as PageInput, context: {} as Context, events: {} as ConversationEvent },
  actors: { conversation: readingMachine, form: formMachine },
  guards: { isLeft, changesReplies },
  actions: {
    refresh: sendTo("conversation", { type: "feed.changed" }),
    reread: sendTo("conversation", { type: "refresh.pressed" }),
  },
}).createMachine({
  id: "conversation",
  context: ({ input }) => ({ messageId: Number(input.search["message"]) }),
  invoke: {
    id: "conversation",
    src: "conversation",
    input: ({ context: { messageId } }) => ({ params: { messageId } }),
  },
  on: { "feed.changed": { guard: "changesReplies", actions: "refresh" } },
  initial: "writing",
  states: {
    writing: {
      description: "Shows what was written, and takes an answer.",
      meta: { actions: ["conversation.send", "part.cancel"] },
      invoke: {
        id: "form",
        src: "form",
        input: ({ context: { messageId } }) => ({ values: { messageId, text: "" } }),
        // Sent: the next answer begins empty.
        onDone: [
          { guard: "isLeft", target: "left" },
          { target: "writing", reenter: true, actions: "reread" },
        ],
      },
    },
    left: { type: "final", description: "The person went on; the part ends with it." },
  },
})

export type ConversationSnapshot = SnapshotFrom<typeof conversationMachine>

import { conversationMachine } from "#machines/people/conversation.machine.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { leftForm } from "../session/form.walk.ts"

/** Everything that can happen while a reply is answered. */
export const conversationWalk: ChartWalk = {
  machine: conversationMachine,
  input: { search: { message: "40" } },
  events: [
    { type: "feed.changed", thing: "campaign", id: "x" },
    { type: "feed.changed", thing: "template", id: "5" },
  ],
  outcomes: { form: [{ output: { discarded: false, left: null, value: { messageId: 40, text: "Yes" } } }, leftForm] },
  key: ({ context }) => [context.messageId],
}

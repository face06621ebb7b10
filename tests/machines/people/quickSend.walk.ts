import { quickSendMachine } from "#machines/people/quickSend.machine.ts"
import { problem } from "#schemas/problem.ts"
import type { QuickChoices } from "#schemas/outreach/quickSend.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import {
  sampleQuickChoices,
  sampleQuickPerson,
  sampleQuickPreview,
  sampleQuickSent,
} from "#tests/support/quickSendSamples.ts"

const { templates, senders } = sampleQuickChoices
const [template, sender] = [templates[0]?.templateId ?? null, senders[0]?.senderId ?? null]

/** That the choices were read. */
export const choicesShow = (data: QuickChoices | null) => ({
  type: "xstate.snapshot.choices",
  snapshot: { context: { data } },
})

/** What is sent: what was read. */
export const quickAsked = {
  patients: [sampleQuickPerson.hashedId],
  templateId: template,
  senderId: sender,
  version: sampleQuickPreview.version,
}

/** Everything that can happen while a text is sent to a person. */
export const quickSendWalk: ChartWalk = {
  machine: quickSendMachine,
  input: { search: { send: sampleQuickPerson.hashedId } },
  events: [
    choicesShow(sampleQuickChoices),
    { type: "template.chosen", templateId: template },
    { type: "sender.chosen", senderId: sender },
    { type: "send.pressed", asked: quickAsked },
    { type: "again.pressed" },
    { type: "feed.changed", thing: "template", id: "5" },
    { type: "feed.changed", thing: "location", id: "5" },
  ],
  outcomes: {
    send: [{ output: sampleQuickSent }, { error: problem("NotAllowedNow", "The text was changed meanwhile.") }],
  },
  // Only what was read can be sent.
  allows: ({ context }, event) =>
    event.type !== "send.pressed" || (context.templateId !== null && context.senderId !== null),
  key: ({ context }) => [context.templateId, context.senderId, context.refused?.problem],
}

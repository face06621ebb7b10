import { setup } from "xstate"
import type { RecipientFact } from "#schemas/outreach/events.ts"
import type { RecipientState } from "#schemas/outreach/recipient.ts"
import { compileLifecycle, type LifecycleTable } from "./table.ts"

/**
 * One person's way through a campaign. Facts may arrive in any order and twice,
 * so later facts are taken from every earlier state and an end state takes
 * nothing that would lead backwards: opted out over replied over delivered over
 * failed over sent (docs/architecture.md#webhooks). A report may even find the
 * person queued again, when the carrier had denied a text that it took.
 */
export const recipientLifecycle = setup({
  types: { events: {} as { type: RecipientFact["_tag"] } },
}).createMachine({
  id: "recipient",
  initial: "planned",
  states: {
    planned: {
      description: "On the list; not yet looked at.",
      on: { RecipientQueued: "queued", RecipientExcluded: "excluded" },
    },
    excluded: {
      description: "Gets nothing, for the reason shown.",
    },
    queued: {
      description: "Next in line to be sent.",
      on: {
        RecipientHeld: "held",
        SendStarted: "sending",
        RecipientExcluded: "excluded",
        RecipientOptedOut: "optedOut",
        RecipientCancelled: "cancelled",
        SendAccepted: "sent",
        MessageDelivered: "delivered",
        MessageFailed: "failed",
      },
    },
    held: {
      description: "Waits for the hours in which the person is reached, or for another try.",
      on: {
        RecipientReleased: "queued",
        RecipientExcluded: "excluded",
        RecipientOptedOut: "optedOut",
        RecipientCancelled: "cancelled",
        SendAccepted: "sent",
        MessageDelivered: "delivered",
        MessageFailed: "failed",
      },
    },
    sending: {
      description: "Handed to the carrier; its answer is awaited.",
      on: {
        SendAccepted: "sent",
        SendDeferred: "queued",
        SendRefused: "failed",
        SendLost: "unknown",
        MessageDelivered: "delivered",
        MessageFailed: "failed",
        ReplyReceived: "replied",
        RecipientOptedOut: "optedOut",
      },
    },
    unknown: {
      description: "The carrier's answer was lost; we ask it before anything else.",
      on: {
        SendAccepted: "sent",
        SendDeferred: "queued",
        SendRefused: "failed",
        MessageDelivered: "delivered",
        MessageFailed: "failed",
        ReplyReceived: "replied",
        RecipientOptedOut: "optedOut",
      },
    },
    sent: {
      description: "The carrier has it; the phone has not confirmed yet.",
      on: {
        MessageDelivered: "delivered",
        MessageFailed: "failed",
        ReplyReceived: "replied",
        RecipientOptedOut: "optedOut",
      },
    },
    delivered: {
      description: "The phone confirmed it.",
      on: { ReplyReceived: "replied", RecipientOptedOut: "optedOut" },
    },
    replied: {
      description: "The person answered.",
      on: { RecipientOptedOut: "optedOut" },
    },
    failed: {
      description: "Not delivered, for the carrier's reason shown.",
      on: {
        RetryScheduled: "held",
        MessageDelivered: "delivered",
        ReplyReceived: "replied",
        RecipientOptedOut: "optedOut",
      },
    },
    optedOut: {
      description: "The person asked for no more messages.",
    },
    cancelled: {
      description: "The campaign was stopped before this send.",
    },
  },
})

/** The same as a table, for folds on the server and buttons in views. */
export const recipientTable: LifecycleTable<RecipientState | "planned", RecipientFact["_tag"]> =
  compileLifecycle(recipientLifecycle)

import { setup } from "xstate"
import type { OfferEvent } from "#schemas/scheduling/events.ts"
import type { OfferState } from "#schemas/scheduling/waitlist.ts"
import { compileLifecycle, type LifecycleTable } from "./table.ts"

/**
 * The life of an offer: a free seat, held for a round, and a person who waits. Event types are the `_tag`s of stored
 * events (docs/architecture.md#lifecycles).
 */
export const offerLifecycle = setup({
  types: { events: {} as { type: OfferEvent["_tag"] } },
}).createMachine({
  id: "offer",
  initial: "reserved",
  states: {
    reserved: {
      description: "It has a number; no one is asked yet.",
      on: { SlotOffered: "offered" },
    },
    offered: {
      description: "The person has some minutes to answer.",
      on: {
        OfferAccepted: "accepted",
        OfferDeclined: "declined",
        OfferLapsed: "lapsed",
        OfferLost: "lost",
        OfferWithdrawn: "withdrawn",
      },
    },
    accepted: { description: "The seat is booked for the person." },
    declined: { description: "The person said no." },
    lapsed: { description: "No answer came in time." },
    lost: { description: "Someone else accepted first." },
    withdrawn: { description: "The seat is not offered any more." },
  },
})

/** The same as a table, for folds on the server and buttons in views. */
export const offerTable: LifecycleTable<OfferState | "reserved", OfferEvent["_tag"]> = compileLifecycle(offerLifecycle)

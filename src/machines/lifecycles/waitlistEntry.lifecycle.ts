import { setup } from "xstate"
import type { WaitlistEntryEvent } from "#schemas/scheduling/events.ts"
import type { WaitlistState } from "#schemas/scheduling/waitlist.ts"
import { compileLifecycle, type LifecycleTable } from "./table.ts"

/**
 * The life of an entry of the waitlist. Event types are the `_tag`s of stored events (docs/architecture.md#lifecycles).
 * An offer changes nothing here: the person waits until a seat is theirs.
 */
export const waitlistEntryLifecycle = setup({
  types: { events: {} as { type: WaitlistEntryEvent["_tag"] } },
}).createMachine({
  id: "waitlistEntry",
  initial: "reserved",
  states: {
    reserved: {
      description: "It has a number; no one waits yet.",
      on: { WaitlistEntryAdded: "waiting" },
    },
    waiting: {
      description: "The person waits for a seat.",
      on: {
        WaitlistEntryRevised: "waiting",
        WaitlistEntryBooked: "booked",
        WaitlistEntryRemoved: "removed",
        WaitlistEntryExpired: "expired",
      },
    },
    booked: { description: "The person took a seat that was offered." },
    removed: { description: "Staff took the person off the list." },
    expired: { description: "The last day that suits is over." },
  },
})

/** The same as a table, for folds on the server and buttons in views. */
export const waitlistEntryTable: LifecycleTable<WaitlistState | "reserved", WaitlistEntryEvent["_tag"]> =
  compileLifecycle(waitlistEntryLifecycle)

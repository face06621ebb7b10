import { setup } from "xstate"
import type { InvitationEvent } from "#schemas/administration/userEvents.ts"
import { compileLifecycle, type LifecycleTable } from "./table.ts"

/**
 * The life of an invitation. Event types are the `_tag`s of stored events (docs/architecture.md#lifecycles). That its
 * time is over is no event: it is sent again as any other.
 */
export const invitationLifecycle = setup({
  types: { events: {} as { type: InvitationEvent["_tag"] } },
}).createMachine({
  id: "invitation",
  initial: "reserved",
  states: {
    reserved: {
      description: "It has a number; nothing was mailed yet.",
      on: { UserInvited: "pending" },
    },
    pending: {
      description: "The newest link can be taken, once, within seven days.",
      on: {
        InvitationResent: "pending",
        InvitationRevised: "pending",
        InvitationWithdrawn: "withdrawn",
        InvitationTaken: "taken",
      },
    },
    withdrawn: { description: "Its link does not work any more." },
    taken: { description: "The person has joined, and is a user." },
  },
})

/** The states of the invitation lifecycle. */
export type InvitationState = "reserved" | "pending" | "withdrawn" | "taken"

/** The same as a table, for folds on the server and buttons in views. */
export const invitationTable: LifecycleTable<InvitationState, InvitationEvent["_tag"]> =
  compileLifecycle(invitationLifecycle)

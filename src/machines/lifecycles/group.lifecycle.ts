import { setup } from "xstate"
import type { GroupEvent } from "#schemas/administration/userEvents.ts"
import { compileLifecycle, type LifecycleTable } from "./table.ts"

/**
 * The life of a group of users. Event types are the `_tag`s of stored events
 * (docs/architecture.md#lifecycles).
 */
export const groupLifecycle = setup({
  types: { events: {} as { type: GroupEvent["_tag"] } },
}).createMachine({
  id: "group",
  initial: "reserved",
  states: {
    reserved: {
      description: "It has a number; nothing is saved yet.",
      on: { GroupCreated: "active" },
    },
    active: {
      description: "Its members have its rights.",
      on: { GroupRevised: "active", GroupDeleted: "deleted" },
    },
    deleted: { description: "It gives no rights any more." },
  },
})

/** The states of the group lifecycle. */
export type GroupState = "reserved" | "active" | "deleted"

/** The same as a table, for folds on the server and buttons in views. */
export const groupTable: LifecycleTable<GroupState, GroupEvent["_tag"]> = compileLifecycle(groupLifecycle)

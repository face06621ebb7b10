import { setup } from "xstate"
import type { ScheduleEvent } from "#schemas/scheduling/events.ts"
import { compileLifecycle, type LifecycleTable } from "./table.ts"

/** Whether a location has a schedule, and whether its last change can be undone. */
export type ScheduleState = "empty" | "changed" | "undone"

/**
 * The life of a location's schedule. Event types are the `_tag`s of stored events
 * (docs/architecture.md#lifecycles). It is never deleted: what is booked keeps its slot.
 */
export const scheduleLifecycle = setup({
  types: { events: {} as { type: ScheduleEvent["_tag"] } },
}).createMachine({
  id: "schedule",
  initial: "empty",
  states: {
    empty: {
      description: "The location offers nothing: it has no slots but those that are booked.",
      on: { ScheduleSaved: "changed", SlotsReplicated: "changed" },
    },
    changed: {
      description: "It has slots; the last change can be taken back.",
      on: {
        ScheduleSaved: "changed",
        SlotsReplicated: "changed",
        ScheduleChangeUndone: "undone",
        ScheduleCleared: "empty",
      },
    },
    undone: {
      description: "The last change was taken back.",
      on: { ScheduleSaved: "changed", SlotsReplicated: "changed", ScheduleCleared: "empty" },
    },
  },
})

/** The same as a table, for folds on the server and buttons in views. */
export const scheduleTable: LifecycleTable<ScheduleState, ScheduleEvent["_tag"]> = compileLifecycle(scheduleLifecycle)

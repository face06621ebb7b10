import { setup } from "xstate"
import type { LocationEvent } from "#schemas/scheduling/events.ts"
import type { LocationState } from "#schemas/scheduling/location.ts"
import { compileLifecycle, type LifecycleTable } from "./table.ts"

/**
 * The life of a location. Event types are the `_tag`s of stored events
 * (docs/architecture.md#lifecycles). It is never deleted: what happened there keeps its place.
 */
export const locationLifecycle = setup({
  types: { events: {} as { type: LocationEvent["_tag"] } },
}).createMachine({
  id: "location",
  initial: "reserved",
  states: {
    reserved: {
      description: "It has a number; nothing is saved yet.",
      on: { LocationCreated: "active" },
    },
    active: {
      description: "Patients can be seen there.",
      on: {
        LocationRevised: "active",
        LocationDisabled: "disabled",
        CalendarFeedMade: "active",
        CalendarFeedWithdrawn: "active",
      },
    },
    disabled: {
      description: "Nothing new is offered there; what is booked stays.",
      on: {
        LocationRevised: "disabled",
        LocationEnabled: "active",
        CalendarFeedMade: "disabled",
        CalendarFeedWithdrawn: "disabled",
      },
    },
  },
})

/** The same as a table, for folds on the server and buttons in views. */
export const locationTable: LifecycleTable<LocationState | "reserved", LocationEvent["_tag"]> =
  compileLifecycle(locationLifecycle)

import { setup } from "xstate"
import type { SavedViewEvent, SavedViewState } from "#schemas/reporting/savedView.ts"
import { compileLifecycle, type LifecycleTable } from "./table.ts"

/** The life of a saved view. Event types are the `_tag`s of stored events (docs/architecture.md#lifecycles). */
export const savedViewLifecycle = setup({
  types: { events: {} as { type: SavedViewEvent["_tag"] } },
}).createMachine({
  id: "savedView",
  initial: "reserved",
  states: {
    reserved: {
      description: "It has a number; nothing is saved yet.",
      on: { SavedViewCreated: "saved" },
    },
    saved: {
      description: "It is opened, and mailed at its times.",
      on: { SavedViewRevised: "saved", SavedViewCameDue: "saved", SavedViewDeleted: "deleted" },
    },
    deleted: {
      description: "Gone from the list; its links no longer work.",
    },
  },
})

/** The same as a table, for folds on the server and buttons in views. */
export const savedViewTable: LifecycleTable<SavedViewState | "reserved", SavedViewEvent["_tag"]> =
  compileLifecycle(savedViewLifecycle)

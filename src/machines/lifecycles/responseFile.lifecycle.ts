import { setup } from "xstate"
import type { ResponseFileEvent } from "#schemas/outreach/events.ts"
import { compileLifecycle, type LifecycleTable } from "./table.ts"

/**
 * The life of a template's response file. Event types are the `_tag`s of stored
 * events (docs/architecture.md#lifecycles).
 */
export const responseFileLifecycle = setup({
  types: { events: {} as { type: ResponseFileEvent["_tag"] } },
}).createMachine({
  id: "responseFile",
  initial: "none",
  states: {
    none: {
      description: "The template has no response file; exports have our own columns.",
      on: { ResponseFileSaved: "kept" },
    },
    kept: {
      description: "Results can be exported in this layout.",
      on: { ResponseFileSaved: "kept", ResponseFileDeleted: "deleted" },
    },
    deleted: {
      description: "Deleted; a new layout can be saved at any time.",
      on: { ResponseFileSaved: "kept" },
    },
  },
})

/** The same as a table, for folds on the server and buttons in views. */
export const responseFileTable: LifecycleTable<"none" | "kept" | "deleted", ResponseFileEvent["_tag"]> =
  compileLifecycle(responseFileLifecycle)

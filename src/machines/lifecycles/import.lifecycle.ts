import { setup } from "xstate"
import type { ImportEvent } from "#schemas/people/events.ts"
import type { ImportState } from "#schemas/people/import.ts"
import { compileLifecycle, type LifecycleTable } from "./table.ts"

/** The life of a list import. Event types are the `_tag`s of stored events (docs/architecture.md#lifecycles). */
export const importLifecycle = setup({
  types: { events: {} as { type: ImportEvent["_tag"] } },
}).createMachine({
  id: "import",
  initial: "expected",
  states: {
    expected: {
      description: "The file is being received.",
      on: { ListFileUploaded: "uploaded", ImportFailed: "failed" },
    },
    uploaded: {
      description: "The file is here; its columns want to be mapped.",
      on: { ImportCheckStarted: "checking", ImportCancelled: "cancelled", ImportFailed: "failed" },
    },
    checking: {
      description: "Every row is being read and judged; nothing is stored.",
      on: {
        ImportBatchChecked: "checking",
        ImportChecked: "checked",
        ImportCancelled: "cancelled",
        ImportFailed: "failed",
      },
    },
    checked: {
      description: "Valid and rejected rows are known; ready to import.",
      on: {
        ImportCheckStarted: "checking",
        ImportStarted: "running",
        ImportCancelled: "cancelled",
        ImportFailed: "failed",
      },
    },
    running: {
      description: "Valid rows are being stored, batch by batch.",
      on: {
        ImportBatchStored: "running",
        ImportCompleted: "done",
        ImportCancelled: "cancelled",
        ImportFailed: "failed",
      },
    },
    done: {
      description: "Every valid row is stored and the list can be used.",
    },
    cancelled: {
      description: "A person stopped it; rows that are stored stay, the others never come.",
    },
    failed: {
      description: "It could not go on and says why; rows that are stored stay.",
    },
  },
})

/** The same as a table, for folds on the server and buttons in views. */
export const importTable: LifecycleTable<ImportState | "expected", ImportEvent["_tag"]> =
  compileLifecycle(importLifecycle)

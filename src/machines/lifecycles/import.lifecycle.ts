import { setup } from "xstate"
import type { ImportEvent } from "#schemas/people/events.ts"

/** The life of a list import. Event types are the `_tag`s of stored events (architecture §4). */
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
      on: { ImportCheckStarted: "checking", ImportFailed: "failed" },
    },
    checking: {
      description: "Every row is being read and judged; nothing is stored.",
      on: { ImportBatchChecked: "checking", ImportChecked: "checked", ImportFailed: "failed" },
    },
    checked: {
      description: "Valid and rejected rows are known; ready to import.",
      on: { ImportCheckStarted: "checking", ImportStarted: "running" },
    },
    running: {
      description: "Valid rows are being stored, batch by batch.",
      on: { ImportBatchStored: "running", ImportCompleted: "done", ImportFailed: "failed" },
    },
    done: {
      description: "Every valid row is stored and the list can be used.",
    },
    failed: {
      description: "The file could not be read; nothing of it is used.",
    },
  },
})

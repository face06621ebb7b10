import { sendTo, setup, type SnapshotFrom } from "xstate"
import { commandMachine, isCancelled, verbOf, type CommandInput } from "#machines/session/command.machine.ts"
import { exportMachine } from "#machines/session/export.machine.ts"
import type { PageEvent, PageInput } from "#machines/session/page.ts"
import { readingMachine } from "#machines/session/reading.machine.ts"
import type { KeptExport } from "#schemas/reporting/pastExport.ts"

export type PastExportsEvent =
  | PageEvent
  | { readonly type: "download.pressed"; readonly kept: KeptExport }
  | { readonly type: "remove.pressed"; readonly kept: KeptExport }

type Pressed<Type extends PastExportsEvent["type"]> = Extract<PastExportsEvent, { readonly type: Type }>

const removalOf = (event: Pressed<"remove.pressed">): CommandInput<"remove", KeptExport> => ({
  verb: verbOf(event),
  subject: event.kept,
  question: {
    title: "pastExports.remove.title",
    text: [{ word: "pastExports.remove.text", values: { fileName: event.kept.fileName } }],
    confirm: "pastExports.remove",
    cancel: "part.cancel",
    isDestructive: true,
  },
})

/** `/report?tab=exports`: the exports of people that were taken, and their files while these are kept (docs/policy.md#exports). */
export const pastExportsMachine = setup({
  types: { input: {} as PageInput, context: {} as object, events: {} as PastExportsEvent },
  actors: { exports: readingMachine, export: exportMachine, command: commandMachine },
  guards: {
    isCancelled,
    changesExports: ({ event }) => event.type === "feed.changed" && event.thing === "exports",
  },
  actions: {
    refresh: sendTo("exports", { type: "feed.changed" }),
    // At once, and where it failed too: what could not be had may be gone.
    reread: sendTo("exports", { type: "refresh.pressed" }),
  },
}).createMachine({
  id: "pastExports",
  context: {},
  invoke: { id: "exports", src: "exports", input: { params: {} } },
  on: { "feed.changed": { guard: "changesExports", actions: "refresh" } },
  initial: "browsing",
  states: {
    browsing: {
      description: "Looks at the exports that were taken, the newest first.",
      meta: { heading: "pastExports.title", actions: [] },
      on: { "download.pressed": "downloading", "remove.pressed": "removing" },
    },
    downloading: {
      description: "The file is fetched again and saved; the page stays usable.",
      meta: { heading: "pastExports.title", actions: [] },
      invoke: {
        id: "export",
        src: "export",
        input: ({ event }) => ({ request: (event as Pressed<"download.pressed">).kept }),
        onDone: { target: "browsing", actions: "reread" },
      },
    },
    removing: {
      description: "Removes the file of an export, once that is confirmed.",
      meta: { heading: "pastExports.title", actions: [] },
      invoke: {
        id: "command",
        src: "command",
        input: ({ event }) => removalOf(event as Pressed<"remove.pressed">),
        onDone: [
          { guard: "isCancelled", target: "browsing" },
          { target: "browsing", actions: "reread" },
        ],
      },
    },
  },
})

export type PastExportsSnapshot = SnapshotFrom<typeof pastExportsMachine>

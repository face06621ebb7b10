import { assign, fromPromise, setup, type SnapshotFrom } from "xstate"
import { problemOf, unprovided } from "#machines/actors.ts"
import { exportAgainSeconds } from "#schemas/constants.ts"

/** What a page's chart asks for: by the filters of the moment the button was pressed; they may change while it waits. */
export type ExportInput = { readonly request: object }

/** What a person does while a file is made. */
export type ExportEvent = { readonly type: "export.left" }

type Context = ExportInput & {
  /** What the server says of the file's place in its queue, once it has one. */
  readonly queue: string | null
}

/**
 * The one chart of every file that is made of people: asked for, perhaps queued and asked for again, and saved.
 * Wiring provides `download`, which says what became of it; the page stays usable meanwhile.
 */
export const exportMachine = setup({
  types: { input: {} as ExportInput, context: {} as Context, events: {} as ExportEvent },
  actors: { download: fromPromise<string, object>(unprovided) },
  guards: { isQueued: ({ event }) => problemOf(event).problem === "Queued" },
  actions: { setPlace: assign({ queue: ({ event }) => problemOf(event).message }) },
  delays: { again: exportAgainSeconds * 1_000 },
}).createMachine({
  id: "export",
  context: ({ input }) => ({ ...input, queue: null }),
  initial: "asking",
  on: { "export.left": ".left" },
  states: {
    asking: {
      description: "The server is asked for the file.",
      invoke: {
        id: "download",
        src: "download",
        input: ({ context }) => context.request,
        onDone: "saved",
        onError: [{ guard: "isQueued", target: "queued", actions: "setPlace" }, "failed"],
      },
    },
    queued: {
      description: "Other files come first; its place is shown, and it is asked for again.",
      meta: { actions: ["part.export.leave"] },
      after: { again: "asking" },
    },
    saved: { type: "final", description: "The file is saved on the person's device." },
    failed: { type: "final", description: "The file was not made; a toast says why." },
    left: { type: "final", description: "The person did not wait for it." },
  },
})

export type ExportSnapshot = SnapshotFrom<typeof exportMachine>

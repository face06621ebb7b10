import { assign, fromPromise, setup, type SnapshotFrom } from "xstate"
import { unprovided } from "#machines/actors.ts"
import { chunkTimeoutMillis, reloadPatienceMillis } from "#schemas/constants.ts"

export type ChunkEvent =
  /** Something that is shown needs the code. */
  | { readonly type: "chunk.requested" }
  /** What needed the code is no longer shown. */
  | { readonly type: "chunk.released" }
  | { readonly type: "retry.pressed" }

/**
 * A part of the product whose code loads when it is first needed (decision 021).
 * Code that does not come is most often code of an older release: one reload to
 * the wanted address brings the new one. It is tried only where the server
 * answers, only for what is shown, and once for each release, so it never loops;
 * after that a person decides.
 */
export const chunkMachine = setup({
  types: { context: {} as { readonly wanted: boolean }, events: {} as ChunkEvent },
  actors: { load: fromPromise<void>(unprovided), reach: fromPromise<void>(unprovided) },
  guards: {
    /** Whether this release has not reloaded this tab yet, and that can be remembered. */
    mayReload: () => false,
    isWanted: ({ context }) => context.wanted,
  },
  actions: {
    want: assign({ wanted: true }),
    unwant: assign({ wanted: false }),
    reload: () => undefined,
  },
  delays: { chunkTimeout: chunkTimeoutMillis, reloadPatience: reloadPatienceMillis },
}).createMachine({
  id: "chunk",
  context: { wanted: false },
  initial: "loading",
  on: { "chunk.requested": { actions: "want" }, "chunk.released": { actions: "unwant" } },
  states: {
    loading: {
      description: "The code is on its way; a spinner shows.",
      meta: { heading: "Loading", actions: [] },
      invoke: { id: "load", src: "load", onDone: "loaded", onError: "missing" },
      after: { chunkTimeout: "missing" },
    },
    missing: {
      description: "The code did not come, or not in time: reload, or say so?",
      always: [{ guard: "mayReload", target: "asking" }, { target: "failed" }],
    },
    asking: {
      description: "Asks whether the server is there before the page reloads.",
      meta: { heading: "Loading", actions: [] },
      invoke: {
        id: "reach",
        src: "reach",
        onDone: [{ guard: "isWanted", target: "reloading" }, { target: "failed" }],
        onError: "failed",
      },
      after: { reloadPatience: "failed" },
    },
    reloading: {
      description: "The page reloads to the wanted address.",
      meta: { heading: "Loading", actions: [] },
      entry: "reload",
      after: { reloadPatience: "failed" },
    },
    failed: {
      description: "Says that the page could not be loaded, with Retry and a way home.",
      meta: { heading: "This page could not be loaded", actions: ["Retry", "Go to Home"] },
      on: {
        "retry.pressed": "retrying",
        "chunk.requested": { target: "loading", actions: "want" },
      },
    },
    retrying: {
      description: "One more attempt; if it fails the page is loaded again.",
      meta: { heading: "Loading", actions: [] },
      invoke: { id: "retry", src: "load", onDone: "loaded", onError: "asking" },
      after: { chunkTimeout: "asking" },
    },
    loaded: {
      description: "The code is here; its page is drawn.",
      meta: { heading: "page", actions: [] },
    },
  },
})

export type ChunkSnapshot = SnapshotFrom<typeof chunkMachine>

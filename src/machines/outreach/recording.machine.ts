import { assign, fromCallback, fromPromise, setup, type EventObject, type SnapshotFrom } from "xstate"
import { problemOf, unprovided } from "#machines/actors.ts"
import type { PageEvent, PageInput } from "#machines/session/page.ts"
import type { HeardRecording, RecordingId } from "#schemas/outreach/callRecording.ts"
import type { Problem } from "#schemas/problem.ts"

export type RecordingEvent = PageEvent | { readonly type: "retry.pressed" }

type Context = {
  /** The recording, as the address names it. */
  readonly recordingId: RecordingId
  readonly heard: HeardRecording | null
  readonly problem: Problem | null
}

/** What a person recorded in a call, heard next to the list that shows the call. */
export const recordingMachine = setup({
  types: { input: {} as PageInput, context: {} as Context, events: {} as RecordingEvent, tags: {} as "busy" },
  actors: {
    fetch: fromPromise<HeardRecording, { readonly recordingId: RecordingId }>(unprovided),
    /** Holds the sound that can be played, and gives its memory back when it ends. */
    player: fromCallback<EventObject, HeardRecording | null>(() => undefined),
  },
  actions: {
    setHeard: assign(({ event }) => ({
      heard: (event as unknown as { readonly output: HeardRecording }).output,
      problem: null,
    })),
    setProblem: assign(({ event }) => ({ problem: problemOf(event) })),
  },
}).createMachine({
  id: "recording",
  context: ({ input }) => ({ recordingId: input.search["recording"] ?? "", heard: null, problem: null }),
  initial: "fetching",
  states: {
    fetching: {
      description: "The recording is fetched from the carrier.",
      tags: "busy",
      meta: { actions: [] },
      invoke: {
        id: "fetch",
        src: "fetch",
        input: ({ context: { recordingId } }) => ({ recordingId }),
        onDone: { target: "heard", actions: "setHeard" },
        onError: { target: "failed", actions: "setProblem" },
      },
    },
    heard: {
      description: "It can be played; or it says that it is removed.",
      meta: { actions: [] },
      invoke: { id: "player", src: "player", input: ({ context }) => context.heard },
    },
    failed: {
      description: "The sentence says why there is no sound; Retry stands with it.",
      meta: { actions: ["part.retry"] },
      on: { "retry.pressed": "fetching" },
    },
  },
})

export type RecordingSnapshot = SnapshotFrom<typeof recordingMachine>

import { assign, fromPromise, setup, type SnapshotFrom } from "xstate"
import { problemOf, unprovided } from "#machines/actors.ts"
import type { Problem } from "#schemas/problem.ts"

/** What a read is asked for: the parameters, where to go on, and how many rows are on the screen already. */
export type ReadInput = { readonly params: unknown; readonly cursor: string | null; readonly atLeast: number }
/** How many rows of a list stand in each state. */
export type Counts = Readonly<Record<string, number>>
/** What a read answers; `next` is the cursor of the following page, null at the end; `counts` come with the first page of some lists. */
export type ReadOutput = { readonly data: unknown; readonly next: string | null; readonly counts?: Counts }

/** What happens to a reading. `params.changed` with null means: nothing is chosen. */
export type ReadingEvent =
  | { readonly type: "params.changed"; readonly params: unknown }
  | { readonly type: "feed.changed" }
  | { readonly type: "refresh.pressed" }
  | { readonly type: "retry.pressed" }
  | { readonly type: "more.pressed" }

type Context = {
  readonly params: unknown
  readonly data: unknown
  readonly next: string | null
  readonly counts: Counts | null
  readonly problem: Problem | null
  /** The feed announced a change, or a step ended, while a read was under way: its answer is shown, then read again. */
  readonly changedMeanwhile: boolean
  /** Lists keep showing the old rows while new parameters load; details never show another thing's data. */
  readonly keepPreviousData: boolean
}

const outputOf = (event: unknown): ReadOutput => (event as { readonly output: ReadOutput }).output
const rowsOf = (data: unknown): ReadonlyArray<unknown> => (Array.isArray(data) ? data : [])

/**
 * The one chart of everything a page reads, a list or a single thing: loading,
 * ready (quietly refreshed when the feed says so, extended by "Show more") and
 * failed with Retry. Its `read` actor is provided by wiring.
 */
export const readingMachine = setup({
  types: {
    input: {} as { readonly params: unknown; readonly keepPreviousData?: boolean },
    context: {} as Context,
    events: {} as ReadingEvent,
    tags: {} as "busy" | "shown",
  },
  actors: { read: fromPromise<ReadOutput, ReadInput>(unprovided) },
  guards: {
    hasParams: ({ context }) => context.params !== null,
    givesSameParams: ({ context, event }) =>
      event.type === "params.changed" && JSON.stringify(event.params) === JSON.stringify(context.params),
    givesNoParams: ({ event }) => event.type === "params.changed" && event.params === null,
    keepsData: ({ context }) => context.keepPreviousData,
    hasMore: ({ context }) => context.next !== null,
    changedMeanwhile: ({ context }) => context.changedMeanwhile,
  },
  actions: {
    setParams: assign({
      params: ({ context, event }) => (event.type === "params.changed" ? event.params : context.params),
    }),
    clearData: assign({ data: null, next: null, counts: null, problem: null }),
    clearProblem: assign({ problem: null }),
    noteChange: assign({ changedMeanwhile: true }),
    clearChange: assign({ changedMeanwhile: false }),
    setRead: assign(({ event }) => ({ ...outputOf(event), problem: null })),
    setMore: assign(({ context, event }) => {
      const { data, next } = outputOf(event)
      return { data: [...rowsOf(context.data), ...rowsOf(data)], next, problem: null }
    }),
    setProblem: assign({ problem: ({ event }) => problemOf(event) }),
  },
  delays: { freshness: 400 },
}).createMachine({
  id: "reading",
  context: ({ input }) => ({
    params: input.params,
    data: null,
    next: null,
    counts: null,
    problem: null,
    changedMeanwhile: false,
    keepPreviousData: input.keepPreviousData ?? true,
  }),
  initial: "deciding",
  on: {
    "params.changed": [
      { guard: "givesSameParams" },
      { guard: "givesNoParams", target: ".idle", actions: ["setParams", "clearData"] },
      { target: ".loading", actions: ["setParams", "clearData"] },
    ],
  },
  states: {
    deciding: {
      description: "Looks whether something was chosen.",
      always: [{ guard: "hasParams", target: "loading" }, { target: "idle" }],
    },
    idle: { description: "Nothing is chosen, so nothing is read." },
    loading: {
      description: "Reads for the first time; the page shows a skeleton.",
      tags: "busy",
      entry: "clearChange",
      invoke: {
        id: "read",
        src: "read",
        input: ({ context }) => ({ params: context.params, cursor: null, atLeast: 0 }),
        onDone: [
          { guard: "changedMeanwhile", target: "ready.waiting", actions: "setRead" },
          { target: "ready", actions: "setRead" },
        ],
        onError: { target: "failed", actions: "setProblem" },
      },
      on: { "feed.changed": { actions: "noteChange" }, "refresh.pressed": { actions: "noteChange" } },
    },
    ready: {
      description: "Shows what was read.",
      tags: "shown",
      initial: "settled",
      on: {
        "params.changed": [
          { guard: "givesSameParams" },
          { guard: "givesNoParams", target: "idle", actions: ["setParams", "clearData"] },
          { guard: "keepsData", target: ".refreshing", reenter: true, actions: "setParams" },
          { target: "loading", actions: ["setParams", "clearData"] },
        ],
        "refresh.pressed": ".refreshing",
      },
      states: {
        settled: {
          description: "Up to date as far as is known.",
          on: {
            "feed.changed": "waiting",
            "more.pressed": { guard: "hasMore", target: "extending", actions: "clearChange" },
          },
        },
        waiting: {
          description: "Something changed; gathers further changes before reading.",
          after: { freshness: "refreshing" },
          on: { "more.pressed": { guard: "hasMore", target: "extending", actions: "noteChange" } },
        },
        refreshing: {
          description: "Reads again while the old data stays on the screen.",
          tags: "busy",
          entry: "clearChange",
          invoke: {
            id: "refresh",
            src: "read",
            input: ({ context }) => ({ params: context.params, cursor: null, atLeast: rowsOf(context.data).length }),
            // An answer is shown even when more has changed since: dropped, a page would stand still while much happens.
            onDone: [
              { guard: "changedMeanwhile", target: "waiting", actions: "setRead" },
              { target: "settled", actions: "setRead" },
            ],
            onError: { target: "stale", actions: "setProblem" },
          },
          on: {
            "feed.changed": { actions: "noteChange" },
            "refresh.pressed": { target: "refreshing", reenter: true },
          },
        },
        extending: {
          description: "Reads the next page below the rows on the screen.",
          tags: "busy",
          invoke: {
            id: "extend",
            src: "read",
            input: ({ context }) => ({ params: context.params, cursor: context.next, atLeast: 0 }),
            onDone: [
              { guard: "changedMeanwhile", target: "waiting", actions: "setMore" },
              { target: "settled", actions: "setMore" },
            ],
            onError: { target: "stale", actions: "setProblem" },
          },
          on: { "feed.changed": { actions: "noteChange" } },
        },
        stale: {
          description: "The last read failed; the old data stays with a notice and Retry.",
          exit: "clearProblem",
          on: { "retry.pressed": "refreshing", "feed.changed": "waiting" },
        },
      },
    },
    failed: {
      description: "Could not load; Retry stands in its place.",
      exit: "clearProblem",
      on: { "retry.pressed": "loading", "refresh.pressed": "loading", "feed.changed": "loading" },
    },
  },
})

/** A snapshot of a reading whose data is an `A` once it is ready. */
export type ReadingSnapshot<A> = Omit<SnapshotFrom<typeof readingMachine>, "context"> & {
  readonly context: Omit<Context, "data"> & { readonly data: A | null }
}

import { assign, fromCallback, fromPromise, setup, type SnapshotFrom } from "xstate"
import { problemOf, unprovided } from "#machines/actors.ts"
import type { Problem } from "#schemas/problem.ts"
import { pauseAfter, triesAgain, type Pause } from "#schemas/session/anotherTry.ts"

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
  /** The network is back, or someone looks at the page again. */
  | { readonly type: "way.opened" }

type Context = {
  readonly params: unknown
  readonly data: unknown
  readonly next: string | null
  readonly counts: Counts | null
  /** Why the last read failed; it stays until one succeeds, so that what says so stands still while it is tried again. */
  readonly problem: Problem | null
  /** How often reading failed in a row, and the wait before the next try. */
  readonly failures: number
  readonly pause: Pause | null
  /** The feed announced a change, or a step ended, while a read was under way: its answer is shown, then read again. */
  readonly changedMeanwhile: boolean
  /** Lists keep showing the old rows while new parameters load; details never show another thing's data. */
  readonly keepPreviousData: boolean
}

const outputOf = (event: unknown): ReadOutput => (event as { readonly output: ReadOutput }).output
const rowsOf = (data: unknown): ReadonlyArray<unknown> => (Array.isArray(data) ? data : [])

/** What the action `setPause` assigns; wiring, which has a clock, gives the time to it. */
export const pauseAt = ({ failures, problem }: Context, now: number | null): Pick<Context, "pause"> => ({
  pause: problem === null ? null : pauseAfter(failures, problem, now),
})

/**
 * The one chart of everything a page reads, a list or a single thing: loading,
 * ready (quietly refreshed when the feed says so, extended by "Show more") and
 * failed. Where the way to the server failed it tries again by itself
 * (docs/policy.md#operations). Its `read` and `way` actors are provided by wiring.
 */
export const readingMachine = setup({
  types: {
    input: {} as { readonly params: unknown; readonly keepPreviousData?: boolean },
    context: {} as Context,
    events: {} as ReadingEvent,
    tags: {} as "busy" | "shown",
  },
  actors: {
    read: fromPromise<ReadOutput, ReadInput>(unprovided),
    /** Sends `way.opened`, as long as it runs. */
    way: fromCallback(() => undefined),
  },
  guards: {
    hasParams: ({ context }) => context.params !== null,
    givesSameParams: ({ context, event }) =>
      event.type === "params.changed" && JSON.stringify(event.params) === JSON.stringify(context.params),
    givesNoParams: ({ event }) => event.type === "params.changed" && event.params === null,
    keepsData: ({ context }) => context.keepPreviousData,
    hasMore: ({ context }) => context.next !== null,
    changedMeanwhile: ({ context }) => context.changedMeanwhile,
    triesAgain: ({ context }) => context.problem !== null && triesAgain(context.problem),
    /** A server that named a time is not asked before it. */
    mayTryNow: ({ context: { problem } }) => problem !== null && triesAgain(problem) && problem.retryAt === undefined,
  },
  actions: {
    setParams: assign({
      params: ({ context, event }) => (event.type === "params.changed" ? event.params : context.params),
    }),
    clearData: assign({ data: null, next: null, counts: null, problem: null, failures: 0, pause: null }),
    clearProblem: assign({ problem: null, failures: 0, pause: null }),
    noteChange: assign({ changedMeanwhile: true }),
    clearChange: assign({ changedMeanwhile: false }),
    setRead: assign(({ event }) => outputOf(event)),
    setMore: assign(({ context, event }) => {
      const { data, next } = outputOf(event)
      return { data: [...rowsOf(context.data), ...rowsOf(data)], next }
    }),
    setProblem: assign(({ context, event }) => ({ problem: problemOf(event), failures: context.failures + 1 })),
    setPause: assign(({ context }) => pauseAt(context, null)),
  },
  delays: { freshness: 400, pause: ({ context }) => context.pause?.millis ?? 0 },
}).createMachine({
  id: "reading",
  context: ({ input }) => ({
    params: input.params,
    data: null,
    next: null,
    counts: null,
    problem: null,
    failures: 0,
    pause: null,
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
      description: "Nothing is read yet: a skeleton, or still why the last try failed.",
      tags: "busy",
      entry: "clearChange",
      invoke: {
        id: "read",
        src: "read",
        input: ({ context }) => ({ params: context.params, cursor: null, atLeast: 0 }),
        onDone: [
          { guard: "changedMeanwhile", target: "ready.waiting", actions: ["setRead", "clearProblem"] },
          { target: "ready", actions: ["setRead", "clearProblem"] },
        ],
        onError: { target: "failed", actions: ["setProblem", "setPause"] },
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
          { guard: "keepsData", target: ".refreshing", reenter: true, actions: ["setParams", "clearProblem"] },
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
              { guard: "changedMeanwhile", target: "waiting", actions: ["setRead", "clearProblem"] },
              { target: "settled", actions: ["setRead", "clearProblem"] },
            ],
            onError: { target: "stale", actions: ["setProblem", "setPause"] },
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
            onError: { target: "stale", actions: ["setProblem", "setPause"] },
          },
          on: { "feed.changed": { actions: "noteChange" } },
        },
        stale: {
          description: "The last read failed; the old data stays with a notice.",
          invoke: { id: "way", src: "way" },
          after: { pause: { guard: "triesAgain", target: "refreshing" } },
          on: {
            "retry.pressed": "refreshing",
            "way.opened": { guard: "mayTryNow", target: "refreshing" },
            "feed.changed": "waiting",
          },
        },
      },
    },
    failed: {
      description: "Could not load: says why, in its place, and tries again by itself or not.",
      invoke: { id: "way", src: "way" },
      after: { pause: { guard: "triesAgain", target: "loading" } },
      on: {
        "retry.pressed": "loading",
        "refresh.pressed": "loading",
        "feed.changed": "loading",
        "way.opened": { guard: "mayTryNow", target: "loading" },
      },
    },
  },
})

/** A snapshot of a reading whose data is an `A` once it is ready. */
export type ReadingSnapshot<A> = Omit<SnapshotFrom<typeof readingMachine>, "context"> & {
  readonly context: Omit<Context, "data"> & { readonly data: A | null }
}

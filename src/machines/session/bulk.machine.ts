import { assign, fromPromise, setup, type SnapshotFrom } from "xstate"
import { isWorthRepeating, problemOf, unprovided } from "#machines/actors.ts"
import type { Problem } from "#schemas/problem.ts"

/** A chosen row of a list, by the id that the list knows it by. */
export type BulkRow = { readonly id: string; readonly row: unknown }

/** A row that was not done, and why. */
export type BulkRefusal = { readonly row: unknown; readonly problem: Problem }

/** What is asked of the server for one row. */
export type BulkStep = { readonly verb: string; readonly row: unknown }

/** What a person does to several rows of a list. */
export type BulkEvent =
  | { readonly type: "rows.chosen"; readonly rows: ReadonlyArray<BulkRow>; readonly isChosen: boolean }
  | { readonly type: "all.pressed" }
  | { readonly type: "cleared" }
  /** The list is asked for other rows, or in another order. */
  | { readonly type: "params.changed"; readonly params: unknown }
  /** The rows are those that were chosen, as they are known by now. */
  | { readonly type: "deed.pressed"; readonly verb: string; readonly rows: ReadonlyArray<unknown> }
  /** The rows are those of the chosen ones that it concerns. */
  | { readonly type: "confirm.pressed"; readonly rows: ReadonlyArray<unknown> }
  | { readonly type: "cancel.pressed" }
  | { readonly type: "stop.pressed" }
  | { readonly type: "leave.asked"; readonly to: string }
  | { readonly type: "leave.confirmed" }
  | { readonly type: "leave.cancelled" }

type Context = {
  /** What the list is asked for: what "all that match" means. */
  readonly params: unknown
  readonly chosen: ReadonlyArray<BulkRow>
  /** All rows that match are chosen, also those that are not on the screen. */
  readonly isAll: boolean
  /** The selection was cleared because the list changed; said until something is chosen again. */
  readonly isCleared: boolean
  readonly verb: string
  /** What the question is about. */
  readonly rows: ReadonlyArray<unknown>
  /** What is not done yet; the first is on its way. */
  readonly left: ReadonlyArray<unknown>
  readonly done: number
  readonly refused: ReadonlyArray<BulkRefusal>
  readonly isStopping: boolean
  /** Where the person wants to go while it runs. */
  readonly leavingTo: string | null
}

const without = (params: unknown, part: string): unknown =>
  Object.fromEntries(Object.entries((params ?? {}) as object).filter(([name]) => name !== part))
const narrowing = (params: unknown): string => JSON.stringify(without(params, "sort"))

const nothing = { chosen: [], isAll: false }

/**
 * What is done to several rows of a list: chosen, asked about once, done one after
 * the other by the commands of single things, and reported. Wiring provides `collect`
 * (reads every row that matches) and `run` (does it to one row).
 */
export const bulkMachine = setup({
  types: { input: {} as { readonly params: unknown }, context: {} as Context, events: {} as BulkEvent },
  actors: {
    collect: fromPromise<ReadonlyArray<unknown>, { readonly params: unknown }>(unprovided),
    run: fromPromise<unknown, BulkStep>(unprovided),
  },
  guards: {
    showsOthers: ({ context, event }) =>
      event.type === "params.changed" && narrowing(event.params) !== narrowing(context.params),
    isAll: ({ context }) => context.isAll,
    isLast: ({ context }) => context.left.length <= 1 || context.isStopping,
    isPassing: ({ context, event }) => isWorthRepeating(event) && !context.isStopping,
  },
  actions: {
    setParams: assign(({ event }) => (event.type === "params.changed" ? { params: event.params } : {})),
    clearForOthers: assign(({ context }) => ({ ...nothing, isCleared: context.isAll || context.chosen.length > 0 })),
    choose: assign(({ context, event }) => {
      if (event.type !== "rows.chosen") return {}
      const ids = new Set(event.rows.map(({ id }) => id))
      const others = context.chosen.filter(({ id }) => !ids.has(id))
      return { chosen: event.isChosen ? [...others, ...event.rows] : others, isAll: false, isCleared: false }
    }),
    chooseAll: assign({ chosen: [], isAll: true, isCleared: false }),
    clear: assign({ ...nothing, isCleared: false }),
    setDeed: assign(({ event }) => (event.type === "deed.pressed" ? { verb: event.verb, rows: event.rows } : {})),
    setCollected: assign(({ event }) => ({
      rows: (event as unknown as { readonly output: ReadonlyArray<unknown> }).output,
    })),
    begin: assign(({ event }) =>
      event.type === "confirm.pressed"
        ? { left: event.rows, done: 0, refused: [], isStopping: false, leavingTo: null }
        : {},
    ),
    countDone: assign(({ context }) => ({ done: context.done + 1, left: context.left.slice(1) })),
    countRefused: assign(({ context, event }) => ({
      refused: [...context.refused, { row: context.left[0], problem: problemOf(event) }],
      left: context.left.slice(1),
    })),
    setStopping: assign({ isStopping: true }),
    setLeaving: assign(({ event }) => (event.type === "leave.asked" ? { leavingTo: event.to } : {})),
    clearLeaving: assign({ leavingTo: null }),
    leave: () => undefined,
  },
  delays: { breath: 4_000 },
}).createMachine({
  id: "bulk",
  context: ({ input }) => ({
    ...nothing,
    params: input.params,
    isCleared: false,
    verb: "",
    rows: [],
    left: [],
    done: 0,
    refused: [],
    isStopping: false,
    leavingTo: null,
  }),
  on: {
    "params.changed": [{ guard: "showsOthers", actions: ["setParams", "clearForOthers"] }, { actions: "setParams" }],
  },
  initial: "choosing",
  states: {
    choosing: {
      description: "Rows are chosen, or none is.",
      on: {
        "rows.chosen": { actions: "choose" },
        "all.pressed": { actions: "chooseAll" },
        cleared: { actions: "clear" },
        "deed.pressed": [
          { guard: "isAll", target: "counting", actions: "setDeed" },
          { target: "asking", actions: "setDeed" },
        ],
      },
    },
    counting: {
      description: "Reads every row that matches, to say how many it concerns.",
      invoke: {
        id: "collect",
        src: "collect",
        input: ({ context }) => ({ params: context.params }),
        onDone: { target: "asking", actions: "setCollected" },
        onError: "choosing",
      },
      on: { "cancel.pressed": "choosing" },
    },
    asking: {
      description: "Asks once, with how many rows it concerns and why not the others.",
      on: { "confirm.pressed": { target: "running", actions: "begin" }, "cancel.pressed": "choosing" },
    },
    running: {
      description: "Does it to one row after the other; a refused one stops no other.",
      invoke: {
        id: "run",
        src: "run",
        input: ({ context }) => ({ verb: context.verb, row: context.left[0] }),
        onDone: [
          { guard: "isLast", target: "done", actions: "countDone" },
          { target: "running", reenter: true, actions: "countDone" },
        ],
        onError: [
          { guard: "isPassing", target: "waiting" },
          { guard: "isLast", target: "done", actions: "countRefused" },
          { target: "running", reenter: true, actions: "countRefused" },
        ],
      },
      on: {
        "stop.pressed": { actions: "setStopping" },
        "leave.asked": { actions: "setLeaving" },
        "leave.cancelled": { actions: "clearLeaving" },
        "leave.confirmed": { target: "done", actions: "leave" },
      },
    },
    waiting: {
      description: "The server wants a pause or does not answer; the same row comes next.",
      after: { breath: "running" },
      on: {
        "stop.pressed": "done",
        "leave.asked": { actions: "setLeaving" },
        "leave.cancelled": { actions: "clearLeaving" },
        "leave.confirmed": { target: "done", actions: "leave" },
      },
    },
    done: {
      description: "Says how many were done, and which were refused for what reason.",
      entry: ["clear", "clearLeaving"],
      on: { "rows.chosen": { target: "choosing", actions: "choose" }, cleared: "choosing" },
    },
  },
})

export type BulkSnapshot = SnapshotFrom<typeof bulkMachine>

/** Whether something is under way that leaving the page would stop. */
export const isBulkRunning = (snapshot: BulkSnapshot): boolean =>
  snapshot.matches("running") || snapshot.matches("waiting")

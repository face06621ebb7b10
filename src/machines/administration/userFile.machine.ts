import { assign, fromPromise, setup, type SnapshotFrom } from "xstate"
import { isWorthRepeating, problemOf, unprovided } from "#machines/actors.ts"
import type { PageEvent, PageInput } from "#machines/session/page.ts"
import type { UserFileCheck, UserFileRow } from "#schemas/administration/userFile.ts"
import type { Problem } from "#schemas/problem.ts"

export type UserFileEvent =
  | PageEvent
  | { readonly type: "file.chosen"; readonly file: File }
  | { readonly type: "template.pressed" }
  | { readonly type: "import.pressed" }
  | { readonly type: "stop.pressed" }
  | { readonly type: "refused.pressed" }
  | { readonly type: "again.pressed" }
  | { readonly type: "leave.asked"; readonly to: string }
  | { readonly type: "leave.confirmed" }
  | { readonly type: "leave.cancelled" }

/** What became of a row that was tried: done, or refused for this reason. */
export type UserFileResult = { readonly line: number; readonly refusal: string | null }

type Context = {
  readonly file: File | null
  /** Why the file could not be read. */
  readonly problem: Problem | null
  readonly check: UserFileCheck | null
  /** What is not done yet; the first is on its way. */
  readonly left: ReadonlyArray<UserFileRow>
  readonly results: ReadonlyArray<UserFileResult>
  readonly isStopping: boolean
  /** How often the row that is on its way was tried without an answer. */
  readonly tries: number
  /** Where the person wants to go while the file is not done. */
  readonly leavingTo: string | null
}

/** How often a row is tried that gets no answer; then it counts as refused. */
const mostTries = 5

const nothing = {
  file: null,
  problem: null,
  check: null,
  left: [],
  results: [],
  isStopping: false,
  tries: 0,
  leavingTo: null,
} satisfies Context

const workIn = ({ check }: Context): ReadonlyArray<UserFileRow> =>
  (check?.rows ?? []).filter(({ outcome }) => outcome === "invite" || outcome === "change")

/** Adds what became of the row that was on its way. */
const withResult = ({ left: [row, ...left], results }: Context, refusal: string | null) => ({
  tries: 0,
  left,
  results: row === undefined ? results : [...results, { line: row.line, refusal }],
})

/**
 * `/user?import=`: a file of users, checked first and then done row by row with the commands of one person. Wiring
 * provides `check` and `run`, saves files by `saveTemplate` and `saveRefused`, and goes away by `leave`. Leaving is asked
 * about as long as something of the file is to be done.
 */
export const userFileMachine = setup({
  types: { input: {} as PageInput, context: {} as Context, events: {} as UserFileEvent, tags: {} as "busy" },
  actors: {
    check: fromPromise<UserFileCheck, File>(unprovided),
    run: fromPromise<void, UserFileRow>(unprovided),
  },
  guards: {
    hasWork: ({ context }) => workIn(context).length > 0,
    isLast: ({ context }) => context.left.length <= 1 || context.isStopping,
    // A call that is still at work says when its answer can be had.
    isPassing: ({ context, event }) =>
      (isWorthRepeating(event) || problemOf(event).retryAt !== undefined) &&
      context.tries < mostTries &&
      !context.isStopping,
  },
  actions: {
    setFile: assign(({ event }) => (event.type === "file.chosen" ? { ...nothing, file: event.file } : {})),
    setCheck: assign(({ event }) => ({ check: (event as unknown as { readonly output: UserFileCheck }).output })),
    setProblem: assign(({ event }) => ({ problem: problemOf(event) })),
    begin: assign(({ context }) => ({ left: workIn(context), results: [], isStopping: false, tries: 0 })),
    setDone: assign(({ context }) => withResult(context, null)),
    setRefused: assign(({ context, event }) => withResult(context, problemOf(event).message)),
    countTry: assign(({ context }) => ({ tries: context.tries + 1 })),
    setStopping: assign({ isStopping: true }),
    clear: assign(nothing),
    saveTemplate: () => undefined,
    saveRefused: () => undefined,
    setLeaving: assign(({ event }) => (event.type === "leave.asked" ? { leavingTo: event.to } : {})),
    clearLeaving: assign({ leavingTo: null }),
    leave: () => undefined,
  },
  delays: { breath: 4_000 },
}).createMachine({
  id: "userFile",
  context: nothing,
  initial: "choosing",
  states: {
    choosing: {
      description: "Says what a file holds, and why the last one could not be read.",
      meta: { heading: "userFile.title", actions: ["userFile.template"] },
      on: {
        "template.pressed": { actions: "saveTemplate" },
        "file.chosen": { target: "checking", actions: "setFile" },
      },
    },
    checking: {
      description: "The server reads the file and says what each row would do.",
      tags: "busy",
      meta: { heading: "userFile.title", actions: [] },
      invoke: {
        id: "check",
        src: "check",
        input: ({ context }) => context.file as File,
        onDone: { target: "checked", actions: "setCheck" },
        onError: { target: "choosing", actions: "setProblem" },
      },
    },
    checked: {
      description: "Shows what each row would do; nothing is changed yet.",
      meta: { heading: "userFile.title", actions: ["userFile.again"] },
      on: {
        "import.pressed": { guard: "hasWork", target: "importing", actions: "begin" },
        "refused.pressed": { actions: "saveRefused" },
        "again.pressed": { target: "choosing", actions: "clear" },
        "leave.asked": { actions: "setLeaving" },
        "leave.cancelled": { actions: "clearLeaving" },
        "leave.confirmed": "left",
      },
    },
    importing: {
      description: "Invites or changes one person after the other; a refused one stops no other.",
      meta: { heading: "userFile.title", actions: ["userFile.stop"] },
      invoke: {
        id: "run",
        src: "run",
        input: ({ context }) => context.left[0] as UserFileRow,
        onDone: [
          { guard: "isLast", target: "done", actions: "setDone" },
          { target: "importing", reenter: true, actions: "setDone" },
        ],
        onError: [
          { guard: "isPassing", target: "waiting", actions: "countTry" },
          { guard: "isLast", target: "done", actions: "setRefused" },
          { target: "importing", reenter: true, actions: "setRefused" },
        ],
      },
      on: {
        "stop.pressed": { actions: "setStopping" },
        "leave.asked": { actions: "setLeaving" },
        "leave.cancelled": { actions: "clearLeaving" },
        "leave.confirmed": "left",
      },
    },
    waiting: {
      description: "The server wants a pause or does not answer; the same row comes next.",
      meta: { heading: "userFile.title", actions: ["userFile.stop"] },
      after: { breath: "importing" },
      on: {
        "stop.pressed": "done",
        "leave.asked": { actions: "setLeaving" },
        "leave.cancelled": { actions: "clearLeaving" },
        "leave.confirmed": "left",
      },
    },
    left: {
      type: "final",
      description: "The person went on; who was not reached yet stays as they are.",
      entry: "leave",
    },
    done: {
      entry: "clearLeaving",
      description: "Says what became of each row, and saves those that were not done.",
      meta: { heading: "userFile.title", actions: ["userFile.again"] },
      on: {
        "refused.pressed": { actions: "saveRefused" },
        "again.pressed": { target: "choosing", actions: "clear" },
      },
    },
  },
})

export type UserFileSnapshot = SnapshotFrom<typeof userFileMachine>

/** Whether leaving now would lose what is asked about: a file of which something is to be done. */
export const losesFile = (snapshot: UserFileSnapshot): boolean =>
  snapshot.matches("importing") ||
  snapshot.matches("waiting") ||
  (snapshot.matches("checked") && workIn(snapshot.context).length > 0)

/** How a row stands: as it was checked, or as it ended; `left` was to be done and is not, because it was stopped. */
export type UserFileStanding = UserFileRow["outcome"] | "done" | "left"

/** A row with how it stands by now, and why it was refused. */
export type StandingRow = Pick<UserFileRow, "line" | "cells"> & {
  readonly standing: UserFileStanding
  readonly reason: string
}

/** The rows of a file as they stand in a state of its chart. */
export const standingRows = (snapshot: UserFileSnapshot): ReadonlyArray<StandingRow> => {
  const { check, left, results } = snapshot.context
  const ended = new Map(results.map((one) => [one.line, one.refusal]))
  const stopped = new Set(snapshot.matches("done") ? left.map(({ line }) => line) : [])
  return (check?.rows ?? []).map(({ line, cells, outcome, reason }) => {
    const refusal = ended.get(line)
    if (refusal === undefined) return { line, cells, reason, standing: stopped.has(line) ? "left" : outcome }
    return refusal === null
      ? { line, cells, reason: "", standing: "done" }
      : { line, cells, reason: refusal, standing: "refused" }
  })
}

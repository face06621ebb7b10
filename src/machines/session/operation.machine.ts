import { assign, fromPromise, setup, type SnapshotFrom } from "xstate"
import { problemOf, unprovided } from "#machines/actors.ts"
import { loaderPatienceMillis } from "#schemas/constants.ts"
import type { Problem } from "#schemas/problem.ts"
import { isPassing } from "#schemas/session/problems.ts"

/** What a call of a service is made with. */
export type OperationInput = { readonly input: unknown }

type Context = OperationInput & { readonly output: unknown; readonly problem: Problem | null }

const nameOf = (event: unknown) => problemOf(event).problem

/**
 * Every call of the product runs this chart (docs/policy.md#operations):
 * the loader is on while it loads, a 401 refreshes the token and is
 * tried once more, never twice, and the result is shown. A provider that cannot be
 * reached fails the call and ends no session. Calls have no timeout; after ten
 * seconds the loader offers Cancel.
 */
export const operationMachine = setup({
  types: {
    input: {} as OperationInput,
    context: {} as Context,
    events: {} as { readonly type: "cancel.pressed" },
    tags: {} as "slow",
  },
  actors: {
    run: fromPromise<unknown, OperationInput>(unprovided),
    refresh: fromPromise<void>(unprovided),
  },
  guards: {
    isUnauthenticated: ({ event }) => nameOf(event) === "Unauthenticated",
    isPassing: ({ event }) => isPassing(problemOf(event)),
  },
  actions: {
    showSuccess: () => undefined,
    showFailure: () => undefined,
    endSession: () => undefined,
    setOutput: assign({ output: ({ event }) => (event as unknown as { readonly output: unknown }).output }),
    setProblem: assign({ problem: ({ event }) => problemOf(event) }),
  },
  delays: { patience: loaderPatienceMillis },
}).createMachine({
  id: "operation",
  context: ({ input }) => ({ ...input, output: null, problem: null }),
  initial: "working",
  states: {
    working: {
      description: "The loader is on; the call is on its way.",
      type: "parallel",
      on: { "cancel.pressed": "cancelled" },
      states: {
        patience: {
          description: "How long the person has waited.",
          initial: "short",
          states: {
            short: { description: "No one has waited long yet.", after: { patience: "long" } },
            long: { description: "Ten seconds have passed; the loader offers Cancel.", tags: "slow" },
          },
        },
        call: {
          description: "The call itself, tried once more after a refused token.",
          initial: "loading",
          states: {
            loading: {
              description: "The first attempt.",
              invoke: {
                id: "run",
                src: "run",
                input: ({ context }) => ({ input: context.input }),
                onDone: { target: "#operation.succeeded", actions: "setOutput" },
                onError: [
                  { guard: "isUnauthenticated", target: "refreshing" },
                  { target: "#operation.failed", actions: "setProblem" },
                ],
              },
            },
            refreshing: {
              description: "The token was refused; the renewal that all calls share brings another.",
              invoke: {
                id: "refresh",
                src: "refresh",
                onDone: "retrying",
                onError: [
                  { guard: "isPassing", target: "#operation.failed", actions: "setProblem" },
                  { target: "#operation.signedOut", actions: "setProblem" },
                ],
              },
            },
            retrying: {
              description: "The one further attempt, with the new token and as the same command.",
              invoke: {
                id: "retry",
                src: "run",
                input: ({ context }) => ({ input: context.input }),
                onDone: { target: "#operation.succeeded", actions: "setOutput" },
                onError: [
                  { guard: "isUnauthenticated", target: "#operation.signedOut", actions: "setProblem" },
                  { target: "#operation.failed", actions: "setProblem" },
                ],
              },
            },
          },
        },
      },
    },
    succeeded: {
      type: "final",
      description: "Done; a success toast when the call has words for it.",
      entry: "showSuccess",
    },
    failed: {
      type: "final",
      description: "Refused or broken; a failure toast with the reason beneath.",
      entry: "showFailure",
    },
    signedOut: {
      type: "final",
      description: "No valid token can be had; the session ends at sign-in.",
      entry: "endSession",
    },
    cancelled: { type: "final", description: "The person stopped waiting; the call was interrupted." },
  },
})

export type OperationSnapshot = SnapshotFrom<typeof operationMachine>

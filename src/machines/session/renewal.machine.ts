import { assign, fromPromise, setup, type SnapshotFrom } from "xstate"
import { problemOf, unprovided } from "#machines/actors.ts"
import type { Problem } from "#schemas/problem.ts"

export type RenewalEvent =
  | { readonly type: "signIn.pressed" }
  | { readonly type: "cancel.pressed" }
  | { readonly type: "session.ended" }

/** Whether there is a page before the person at which they can be asked; elsewhere the sign-in screen is the way. */
export type RenewalInput = { readonly mayAsk: boolean }

/** How a token is to be fetched in a window: `again` when the provider must ask who it is. */
export type WindowInput = { readonly again: boolean }

type Context = RenewalInput & {
  /** Why there is no token yet, as the dialog says it. */
  readonly problem: Problem | null
}

/**
 * One renewal of the access token, for all calls that were refused at once (decision 017):
 * silently; when the provider wants the person, a dialog asks
 * first, since a browser opens a window only within a click and a page must not
 * lose what was entered. Cancel ends the session.
 */
export const renewalMachine = setup({
  types: {
    input: {} as RenewalInput,
    context: {} as Context,
    events: {} as RenewalEvent,
    tags: {} as "asking",
  },
  actors: {
    silently: fromPromise<void>(unprovided),
    inWindow: fromPromise<void, WindowInput>(unprovided),
    elsewhere: fromPromise<void>(unprovided),
  },
  guards: {
    // Forbidden: the provider knows someone, but it is someone else.
    needsPerson: ({ context, event }) =>
      context.mayAsk && ["Unauthenticated", "Forbidden"].includes(problemOf(event).problem),
  },
  actions: {
    setProblem: assign({ problem: ({ event }) => problemOf(event) }),
  },
}).createMachine({
  id: "renewal",
  context: ({ input }) => ({ ...input, problem: null }),
  initial: "silent",
  states: {
    silent: {
      description: "Cache, refresh token and hidden frame are tried, without a word.",
      invoke: {
        id: "silently",
        src: "silently",
        onDone: "renewed",
        onError: [
          { guard: "needsPerson", target: "asking", actions: "setProblem" },
          { target: "refused", actions: "setProblem" },
        ],
      },
      on: { "session.ended": "refused" },
    },
    asking: {
      description: "A dialog over the page asks the person to sign in again.",
      tags: "asking",
      invoke: { id: "elsewhere", src: "elsewhere", onDone: "renewed" },
      initial: "waiting",
      on: {
        "cancel.pressed": "refused",
        "session.ended": "refused",
        "signIn.pressed": { target: ".inWindow", reenter: true },
      },
      states: {
        waiting: {
          description: "Says why, and waits for the click that may open a window.",
          meta: { heading: "renewal.title", actions: ["renewal.signIn", "renewal.cancel"] },
        },
        inWindow: {
          description: "The provider's window is open; it may be opened once more.",
          meta: { heading: "renewal.title", actions: ["renewal.openAgain", "renewal.cancel"] },
          invoke: {
            id: "inWindow",
            src: "inWindow",
            input: ({ context }) => ({ again: context.problem?.problem === "Forbidden" }),
            onDone: "#renewal.renewed",
            onError: { target: "waiting", actions: "setProblem" },
          },
        },
      },
    },
    renewed: { type: "final", description: "There is a token that was not refused; the calls go on." },
    refused: { type: "final", description: "No token came; what is shown next depends on why." },
  },
})

export type RenewalSnapshot = SnapshotFrom<typeof renewalMachine>

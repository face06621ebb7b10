import { assign, fromCallback, fromPromise, setup, type SnapshotFrom } from "xstate"
import { loaderPatienceMillis } from "#schemas/constants.ts"
import type { Problem } from "#schemas/problem.ts"

/** Who is signed in, as the layout and the guards need it. Never a token. */
export type SignedInPerson = {
  readonly userId: number
  readonly userType: 1 | 2 | 3
  readonly userName: string
  readonly displayName: string
  readonly companyId: number
  readonly companyName: string
  readonly accessIds: ReadonlyArray<number>
}

/** Why a verified person may not come in; its words are `loginMessages` (spec §4 "Login", §8). */
export type Refusal = "invalid" | "contractExpired" | "contractNotStarted"

/** What the login call came to (spec §4). A call that got no proper answer is an error with a Problem instead. */
export type LoginOutcome =
  | { readonly outcome: "signedIn"; readonly person: SignedInPerson }
  | { readonly outcome: "locked" }
  | { readonly outcome: "refused"; readonly refusal: Refusal }

/** What the browser held at start: a token to log in with, or none. */
export type Restored = { readonly token: "kept" | "none" }

export type SessionEvent =
  | { readonly type: "signIn.pressed" }
  | { readonly type: "signOut.pressed" }
  | { readonly type: "retry.pressed" }
  | { readonly type: "cancel.pressed" }
  | { readonly type: "leave.pressed" }
  | { readonly type: "token.lost" }
  | { readonly type: "rights.changed" }
  | { readonly type: "idle.expired" }

/** What is known before anything is loaded: whether a session can be expected to come back. */
export type SessionInput = { readonly expected: boolean }

type Context = SessionInput & {
  readonly person: SignedInPerson | null
  readonly refusal: Refusal | null
  /** What went wrong on the way in or out, if anything. */
  readonly problem: Problem | null
}

const unprovided = (): Promise<never> => Promise.reject(new Error("The actor of this chart was not provided."))
const outcomeOf = (event: unknown): LoginOutcome => (event as { readonly output: LoginOutcome }).output
const problemOf = (event: unknown): Problem => (event as { readonly error: Problem }).error

/**
 * The browser's session, from the first paint to sign-out (spec §4). It holds no
 * token: storage, the identity library and navigation are named actors and
 * actions that wiring provides.
 */
export const sessionMachine = setup({
  types: {
    input: {} as SessionInput,
    context: {} as Context,
    events: {} as SessionEvent,
    tags: {} as "busy" | "public",
  },
  actors: {
    restore: fromPromise<Restored>(unprovided),
    redirectToSignIn: fromPromise<void>(unprovided),
    login: fromPromise<LoginOutcome>(unprovided),
    readRights: fromPromise<LoginOutcome>(unprovided),
    clear: fromPromise<void>(unprovided),
    signOut: fromPromise<void>(unprovided),
    changes: fromCallback(() => undefined),
  },
  guards: {
    hasToken: ({ event }) => (event as unknown as { readonly output: Restored }).output.token === "kept",
    isSignedIn: ({ event }) => outcomeOf(event).outcome === "signedIn",
    isLocked: ({ event }) => outcomeOf(event).outcome === "locked",
  },
  actions: {
    takePerson: assign(({ event }) => {
      const outcome = outcomeOf(event)
      return outcome.outcome === "signedIn" ? { person: outcome.person, refusal: null, problem: null } : {}
    }),
    takeRefusal: assign(({ event }) => {
      const outcome = outcomeOf(event)
      return outcome.outcome === "refused" ? { person: null, refusal: outcome.refusal, problem: null } : {}
    }),
    takeProblem: assign({ refusal: null, problem: ({ event }) => problemOf(event) }),
    forgetPerson: assign({ person: null }),
    forgetTrouble: assign({ refusal: null, problem: null }),
    goToStart: () => undefined,
    goToSignIn: () => undefined,
    goToWanted: () => undefined,
    goToAccountLocked: () => undefined,
    goToSessionOut: () => undefined,
  },
  delays: { patience: loaderPatienceMillis, rightsPause: 60_000 },
}).createMachine({
  id: "session",
  context: ({ input }) => ({ expected: input.expected, person: null, refusal: null, problem: null }),
  initial: "starting",
  states: {
    starting: {
      description: "Looks for a kept token and for the answer of a sign-in redirect.",
      meta: { heading: "Admin View", actions: ["Sign in"] },
      tags: ["busy", "public"],
      invoke: {
        id: "restore",
        src: "restore",
        onDone: [{ guard: "hasToken", target: "loggingIn" }, { target: "signedOut" }],
        onError: { target: "signedOut", actions: "takeProblem" },
      },
      on: { "signIn.pressed": "redirecting" },
    },
    signedOut: {
      description: "Nobody is signed in; the sign-in screen is shown.",
      meta: { heading: "Admin View", actions: ["Sign in"] },
      tags: "public",
      on: { "signIn.pressed": { target: "redirecting", actions: "forgetTrouble" } },
    },
    redirecting: {
      description: "The browser is on its way to the identity provider.",
      meta: { heading: "Admin View", actions: [] },
      tags: ["busy", "public"],
      invoke: {
        id: "redirectToSignIn",
        src: "redirectToSignIn",
        onError: { target: "signedOut", actions: "takeProblem" },
      },
    },
    loggingIn: {
      description: "The login call is on its way; a loader shows.",
      meta: { heading: "Admin View", actions: [] },
      tags: ["busy", "public"],
      initial: "waiting",
      invoke: {
        id: "login",
        src: "login",
        onDone: [
          { guard: "isSignedIn", target: "signedIn", actions: "takePerson" },
          { guard: "isLocked", target: "accountLocked" },
          { target: "refused", actions: "takeRefusal" },
        ],
        onError: { target: "refused", actions: "takeProblem" },
      },
      on: { "token.lost": "losing" },
      states: {
        waiting: { description: "Nobody has waited long yet.", after: { patience: "stalled" } },
        stalled: {
          description: "Ten seconds without an answer; the loader offers Cancel.",
          meta: { actions: ["Cancel"] },
          on: { "cancel.pressed": "#session.leaving" },
        },
      },
    },
    signedIn: {
      description: "Someone is signed in; pages are shown inside the layout.",
      meta: { heading: "page", actions: ["Logout"] },
      entry: "goToWanted",
      exit: "forgetPerson",
      invoke: { id: "changes", src: "changes" },
      initial: "current",
      on: {
        "signOut.pressed": "signingOut",
        "token.lost": "losing",
        "idle.expired": "idling",
      },
      states: {
        current: {
          description: "The menu shows the rights the server last told.",
          on: { "rights.changed": "rereading" },
        },
        rereading: {
          description: "The server says that rights were added; a new token brings them.",
          invoke: {
            id: "readRights",
            src: "readRights",
            onDone: [
              { guard: "isSignedIn", target: "resting", actions: "takePerson" },
              { guard: "isLocked", target: "#session.accountLocked" },
              { target: "#session.refused", actions: "takeRefusal" },
            ],
            onError: "resting",
          },
        },
        resting: {
          description: "Rights were just read; a provider that learns slowly is not asked again.",
          after: { rightsPause: "current" },
        },
      },
    },
    refused: {
      description: "The person is known to the provider but may not come in; says why.",
      meta: { heading: "Admin View", actions: ["Try again", "Sign in as someone else"] },
      tags: "public",
      on: { "retry.pressed": "loggingIn", "leave.pressed": "leaving" },
    },
    accountLocked: {
      description: "An administrator locked the account; nothing is kept.",
      meta: { heading: "Admin View", actions: ["Back to sign-in"] },
      tags: "public",
      entry: "goToAccountLocked",
      invoke: { id: "clear", src: "clear" },
      on: { "leave.pressed": "leaving" },
    },
    signingOut: {
      description: "Clears what was kept and ends the provider's session.",
      meta: { heading: "Admin View", actions: [] },
      tags: "busy",
      invoke: {
        id: "signOut",
        src: "signOut",
        onDone: { target: "signedOut", actions: "goToStart" },
        onError: { target: "signedOut", actions: ["takeProblem", "goToStart"] },
      },
    },
    leaving: {
      description: "Lets someone else sign in: clears all and ends the provider's session.",
      meta: { heading: "Admin View", actions: [] },
      tags: ["busy", "public"],
      entry: "forgetTrouble",
      invoke: {
        id: "leave",
        src: "signOut",
        onDone: { target: "signedOut", actions: "goToStart" },
        onError: { target: "signedOut", actions: ["takeProblem", "goToStart"] },
      },
    },
    losing: {
      description: "No valid token can be had any more; clears what was kept.",
      meta: { heading: "Admin View", actions: [] },
      tags: "busy",
      invoke: {
        id: "lose",
        src: "clear",
        onDone: { target: "signedOut", actions: "goToSignIn" },
        onError: { target: "signedOut", actions: "goToSignIn" },
      },
    },
    idling: {
      description: "Nobody was here for an hour; clears all and ends the provider's session.",
      meta: { heading: "Admin View", actions: [] },
      tags: "busy",
      invoke: { id: "idle", src: "signOut", onDone: "sessionOut", onError: "sessionOut" },
    },
    sessionOut: {
      description: "The session ended while nobody was here.",
      meta: { heading: "Your session has expired", actions: ["Re-login"] },
      tags: "public",
      entry: "goToSessionOut",
      on: { "signIn.pressed": { target: "signedOut", actions: "goToStart" } },
    },
  },
})

export type SessionSnapshot = SnapshotFrom<typeof sessionMachine>

import { assign, fromCallback, fromPromise, setup, type SnapshotFrom } from "xstate"
import { unprovided } from "#machines/actors.ts"
import { loaderPatienceMillis, rightsLongPauseMillis, rightsPauseMillis } from "#schemas/constants.ts"
import type { Problem } from "#schemas/problem.ts"
import { endedElsewhere, signOutUnanswered } from "#schemas/session/signOutProblem.ts"
import { lockedLogin, loggedOut, refusedLogin } from "#schemas/session/loginGroup.ts"
import type { LoginOutcome, Restored, SignOutInput } from "#schemas/session/outcome.ts"
import { idleMachine, type IdleSnapshot } from "./idle.machine.ts"
import type { SessionContext, SessionEvent, SessionInput } from "./sessionEvents.ts"
import { isCutOff, personIn } from "./sessionRights.ts"

const outcomeOf = (event: unknown): LoginOutcome => (event as { readonly output: LoginOutcome }).output
const idleOf = (event: unknown): IdleSnapshot => (event as { readonly snapshot: IdleSnapshot }).snapshot

/**
 * The browser's session, from the first paint to sign-out (docs/policy.md#sessions): the person's
 * way in and out, and next to it what the sign-in library is doing. It holds no
 * token: storage, the library and navigation are named actors and actions that
 * wiring provides.
 */
export const sessionMachine = setup({
  types: {
    input: {} as SessionInput,
    context: {} as SessionContext,
    events: {} as SessionEvent,
    tags: {} as "busy" | "slow",
  },
  actors: {
    restore: fromPromise<Restored>(unprovided),
    redirectToSignIn: fromPromise<void, string | undefined>(unprovided),
    login: fromPromise<LoginOutcome>(unprovided),
    readRights: fromPromise<LoginOutcome>(unprovided),
    clear: fromPromise<void>(unprovided),
    followLeader: fromPromise<{ readonly isAlone: boolean }>(unprovided),
    signOut: fromPromise<void, SignOutInput>(unprovided),
    changes: fromCallback(() => undefined),
    interactions: fromCallback(() => undefined),
    /** Sends `way.opened`, as long as it runs. */
    way: fromCallback(() => undefined),
    idle: idleMachine,
  },
  guards: {
    isExpected: ({ context }) => context.expected,
    hasToken: ({ event }) => (event as unknown as { readonly output: Restored }).output.token === "kept",
    isSignedIn: ({ event }) => outcomeOf(event).outcome === "signedIn",
    isOvertaken: ({ context, event }) => context.isOvertaken && outcomeOf(event).outcome === "signedIn",
    isCutOff: ({ event }) => isCutOff((event as unknown as { readonly error: Problem }).error),
    isLocked: ({ event }) => outcomeOf(event).outcome === "locked",
    isIdle: ({ event }) => idleOf(event).value.presence === "idle",
    isIdleLeader: ({ event }) =>
      idleOf(event).value.presence === "idle" && idleOf(event).value.leadership === "leading",
    isNews: ({ context, event }) => event.type === "rights.changed" && event.lacking !== context.lacking,
    isAlone: ({ event }) => (event as unknown as { readonly output: { readonly isAlone: boolean } }).output.isAlone,
  },
  actions: {
    setPerson: assign(({ context, event }) => personIn(context, outcomeOf(event))),
    setLacking: assign({
      lacking: ({ context, event }) => (event.type === "rights.changed" ? event.lacking : context.lacking),
    }),
    noteNews: assign({ isOvertaken: true }),
    forgetNews: assign({ isOvertaken: false }),
    askAgainLater: assign(({ context }) => ({
      rightsRest: Math.min(2 * context.rightsRest, rightsLongPauseMillis),
      lacking: "",
    })),
    setRefusal: assign(({ event }) => {
      const outcome = outcomeOf(event)
      return outcome.outcome === "refused" ? { login: refusedLogin(outcome.refusal), problem: null } : {}
    }),
    setLock: assign({ login: lockedLogin, problem: null }),
    setProblem: assign({ login: loggedOut, problem: ({ event }) => (event as unknown as { error: Problem }).error }),
    setSilence: assign({ problem: signOutUnanswered() }),
    setLoss: assign(({ event }) => {
      const why = event.type === "token.lost" ? event.problem : undefined
      return { login: loggedOut, problem: why ?? endedElsewhere(), brokeOff: why !== undefined }
    }),
    clearPerson: assign({ person: null, lacking: "", login: loggedOut }),
    clearTrouble: assign({ login: loggedOut, problem: null, brokeOff: false }),
    announceLock: () => undefined,
    goToStart: () => undefined,
    goToSignIn: () => undefined,
    goToReturnPath: () => undefined,
    goToAccountLocked: () => undefined,
    goToSessionOut: () => undefined,
  },
  delays: {
    patience: loaderPatienceMillis,
    rightsPause: ({ context }) => context.rightsRest,
  },
}).createMachine({
  id: "session",
  type: "parallel",
  context: ({ input }) => ({
    ...input,
    person: null,
    signedInAt: 0,
    rightsRest: rightsPauseMillis,
    lacking: "",
    isOvertaken: false,
    login: loggedOut,
    problem: null,
    brokeOff: false,
  }),
  invoke: { id: "interactions", src: "interactions" },
  states: {
    person: {
      description: "The way in, the stay and the way out.",
      initial: "starting",
      states: {
        starting: {
          description: "Looks for a kept token and for the answer of a sign-in redirect.",
          meta: { heading: "Admin View", actions: [] },
          tags: "busy",
          initial: "judging",
          invoke: {
            id: "restore",
            src: "restore",
            onDone: [{ guard: "hasToken", target: "loggingIn" }, { target: "signedOut" }],
            onError: { target: "signedOut", actions: "setProblem" },
          },
          states: {
            judging: {
              description: "Decides whether someone is expected back.",
              always: [{ guard: "isExpected", target: "waiting" }, { target: "open" }],
            },
            open: {
              description: "No one is expected; a person can sign in at once.",
              meta: { actions: ["Sign in"] },
              on: { "signIn.pressed": "#session.person.redirecting" },
            },
            waiting: { description: "No one has waited long yet.", after: { patience: "stalled" } },
            stalled: {
              description: "Ten seconds without an answer; the loader offers Cancel.",
              meta: { actions: ["Cancel"] },
              tags: "slow",
              on: { "cancel.pressed": "#session.person.losing" },
            },
          },
        },
        signedOut: {
          description: "No one is signed in; the sign-in screen is shown.",
          meta: { heading: "Admin View", actions: ["Sign in"] },
          on: { "signIn.pressed": { target: "redirecting", actions: "clearTrouble" } },
        },
        redirecting: {
          description: "The browser is on its way to the identity provider.",
          meta: { heading: "Admin View", actions: [] },
          tags: "busy",
          initial: "waiting",
          invoke: {
            id: "redirectToSignIn",
            src: "redirectToSignIn",
            input: ({ event }) => (event.type === "signIn.pressed" ? event.email : undefined),
            onError: { target: "signedOut", actions: "setProblem" },
          },
          states: {
            waiting: { description: "No one has waited long yet.", after: { patience: "stalled" } },
            stalled: {
              description: "Ten seconds without an answer; the loader offers Cancel.",
              meta: { actions: ["Cancel"] },
              tags: "slow",
              on: { "cancel.pressed": "#session.person.signedOut" },
            },
          },
        },
        loggingIn: {
          description: "The login call is on its way; a loader shows.",
          meta: { heading: "Admin View", actions: [] },
          tags: "busy",
          initial: "waiting",
          invoke: {
            id: "login",
            src: "login",
            onDone: [
              { guard: "isSignedIn", target: "signedIn", actions: "setPerson" },
              { guard: "isLocked", target: "accountLocked", actions: "announceLock" },
              { target: "refused", actions: "setRefusal" },
            ],
            onError: { target: "refused", actions: "setProblem" },
          },
          on: { "token.lost": { target: "losing", actions: "setLoss" }, "account.locked": "accountLocked" },
          states: {
            waiting: { description: "No one has waited long yet.", after: { patience: "stalled" } },
            stalled: {
              description: "Ten seconds without an answer; the loader offers Cancel.",
              meta: { actions: ["Cancel"] },
              tags: "slow",
              on: { "cancel.pressed": "#session.person.losing" },
            },
          },
        },
        signedIn: {
          description: "Someone is signed in; pages are shown inside the layout.",
          meta: { heading: "page", actions: ["Logout"] },
          entry: "goToReturnPath",
          exit: "clearPerson",
          invoke: [
            { id: "changes", src: "changes" },
            {
              id: "idle",
              src: "idle",
              input: ({ context }) => ({ at: context.signedInAt, tab: context.tab }),
              onSnapshot: [
                { guard: "isIdleLeader", target: "expiring" },
                { guard: "isIdle", target: "expiredElsewhere" },
              ],
            },
          ],
          initial: "current",
          on: {
            "signOut.pressed": "signingOut",
            "token.lost": { target: "losing", actions: "setLoss" },
            "account.locked": "accountLocked",
          },
          states: {
            current: {
              description: "The menu shows the rights that the server gave last.",
              on: {
                "rights.changed": { guard: "isNews", target: "rereading", actions: "setLacking" },
                "account.changed": "rereading",
              },
            },
            rereading: {
              description: "Asks who is let in by now, and for a token with the rights that were added.",
              entry: "forgetNews",
              invoke: {
                id: "readRights",
                src: "readRights",
                onDone: [
                  { guard: "isOvertaken", target: "rereading", reenter: true, actions: "setPerson" },
                  { guard: "isSignedIn", target: "resting", actions: "setPerson" },
                  { guard: "isLocked", target: "#session.person.accountLocked", actions: "announceLock" },
                  { target: "#session.person.refused", actions: "setRefusal" },
                ],
                onError: [
                  { guard: "isCutOff", target: "unread", actions: "askAgainLater" },
                  { target: "delayed", actions: "askAgainLater" },
                ],
              },
              on: { "account.changed": { actions: "noteNews" } },
            },
            resting: {
              description: "Rights were just asked for; they rest longer when none came.",
              after: { rightsPause: "current" },
              on: { "account.changed": "rereading" },
            },
            unread: {
              description: "Rights got no answer; they are read again once the way is open, or later.",
              invoke: { id: "way", src: "way" },
              after: { rightsPause: "rereading" },
              on: { "account.changed": "rereading", "way.opened": "rereading" },
            },
            delayed: {
              description: "Rights could not be read now; they are read again after a rest.",
              after: { rightsPause: "rereading" },
              on: { "account.changed": "rereading" },
            },
          },
        },
        refused: {
          description: "The person is known to the provider but may not come in; says why.",
          meta: { heading: "Admin View", actions: ["Try again", "Sign in as someone else"] },
          on: {
            "retry.pressed": "loggingIn",
            "leave.pressed": "signingOut",
            "token.lost": { target: "losing", actions: "setLoss" },
            "account.locked": "accountLocked",
          },
        },
        accountLocked: {
          description: "An administrator locked the account; nothing is kept.",
          meta: { heading: "Admin View", actions: ["Back to sign-in"] },
          entry: ["setLock", "goToAccountLocked"],
          invoke: { id: "clear", src: "clear" },
          on: { "leave.pressed": "signingOut" },
        },
        signingOut: {
          description: "Clears what was kept and ends the provider's session.",
          meta: { heading: "Admin View", actions: [] },
          tags: "busy",
          entry: "clearTrouble",
          invoke: {
            id: "signOut",
            src: "signOut",
            input: { to: "home" },
            onDone: { target: "signedOut", actions: "goToStart" },
            onError: { target: "signedOut", actions: ["setProblem", "goToStart"] },
          },
          after: { patience: { target: "signedOut", actions: ["setSilence", "goToStart"] } },
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
        expiring: {
          description: "No one was here for an hour; clears all and ends the provider's session.",
          meta: { heading: "Admin View", actions: [] },
          tags: "busy",
          invoke: {
            id: "expire",
            src: "signOut",
            input: { to: "sessionOut" },
            onDone: "sessionOut",
            onError: "sessionOut",
          },
          after: { patience: "sessionOut" },
        },
        expiredElsewhere: {
          description: "No one was here for an hour; the leading tab ends the provider's session.",
          meta: { heading: "Admin View", actions: [] },
          tags: "busy",
          invoke: {
            id: "follow",
            src: "followLeader",
            onDone: [{ guard: "isAlone", target: "expiring" }, { target: "sessionOut" }],
            onError: "sessionOut",
          },
        },
        sessionOut: {
          description: "The session ended while no one was here.",
          meta: { heading: "Your session has expired", actions: ["Re-login"] },
          entry: "goToSessionOut",
          on: { "signIn.pressed": { target: "signedOut", actions: "goToStart" } },
        },
      },
    },
    interaction: {
      description: "What the sign-in library is doing.",
      initial: "startup",
      on: {
        "login.started": ".login",
        "logout.started": ".logout",
        "acquireToken.started": ".acquireToken",
        "ssoSilent.started": ".ssoSilent",
        "handleRedirect.started": ".handleRedirect",
        "interaction.ended": ".none",
      },
      states: {
        startup: { description: "The library is not loaded yet." },
        none: { description: "The library has nothing to do." },
        login: { description: "The browser leaves for the identity provider." },
        logout: { description: "The identity provider's session is being ended." },
        acquireToken: { description: "A token is being fetched, silently or in a popup." },
        ssoSilent: { description: "A hidden frame asks who is signed in." },
        handleRedirect: { description: "The answer of a redirect is being read." },
      },
    },
  },
})

export type SessionSnapshot = SnapshotFrom<typeof sessionMachine>

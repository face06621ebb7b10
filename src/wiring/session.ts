import { createActor, fromCallback, fromPromise } from "xstate"
import { sessionMachine, type LoginOutcome, type Restored } from "#machines/session/session.machine.ts"
import { goTo, goToWanted, rememberHere } from "./navigation.ts"

/** Whether this browser holds a token, or this tab is on its way back from the identity provider. */
const expectsSession = (): boolean => {
  try {
    return localStorage.getItem("token") !== null || sessionStorage.getItem("signInPending") !== null
  } catch {
    return false
  }
}

/** Everything that needs Effect or the sign-in library loads here, after first paint. */
const hands = () => import("./hands.ts")

/**
 * The root actor: the browser's session, created outside React (notes/frontend.md)
 * and started by main.tsx after first paint.
 */
export const session = createActor(
  sessionMachine.provide({
    actors: {
      restore: fromPromise<Restored>(async ({ signal }) => (await hands()).restore(signal)),
      redirectToSignIn: fromPromise<void>(async ({ signal }) => (await hands()).redirectToSignIn(signal)),
      login: fromPromise<LoginOutcome>(async ({ signal }) => (await hands()).login(signal)),
      readRights: fromPromise<LoginOutcome>(async ({ signal }) => (await hands()).readRights(signal)),
      clear: fromPromise<void>(async ({ signal }) => (await hands()).clear(signal)),
      signOut: fromPromise<void>(async ({ signal }) => (await hands()).signOut(signal)),
      changes: fromCallback(() => {
        const leaving = new AbortController()
        void hands().then(({ followChanges }) => followChanges(leaving.signal))
        return () => leaving.abort()
      }),
    },
    actions: {
      goToStart: () => goTo("/"),
      goToSignIn: () => {
        rememberHere()
        goTo("/login")
      },
      goToWanted,
      goToAccountLocked: () => goTo("/accountLocked"),
      goToSessionOut: () => goTo("/sessionOut"),
    },
  }),
  { input: { expected: expectsSession() } },
)

/** A sign-out in another tab takes the token from storage; this tab's session is over as well. */
export const followOtherTabs = (): void =>
  addEventListener("storage", ({ key, newValue }) => {
    if (newValue === null && (key === "token" || key === null)) session.send({ type: "token.lost" })
  })

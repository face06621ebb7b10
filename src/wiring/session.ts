import { createActor, fromCallback, fromPromise } from "xstate"
import { idleMachine } from "#machines/session/idle.machine.ts"
import { sessionMachine } from "#machines/session/session.machine.ts"
import { actingKey, removeLibrarys, removeOwn } from "#effects/keptKeys.ts"
import type { LoginOutcome, Restored, SignOutInput } from "#schemas/session/outcome.ts"
import { chunk, codeOf } from "./chunks.ts"
import { inspectWith } from "./journal.ts"
import { beginAnewAt, reloadAnyway } from "./leaving.ts"
import { goTo, goToWanted, rememberHere } from "./navigation.ts"

/** Whether this browser holds a session, or this tab is on its way back from the identity provider. */
const expectsSession = (): boolean => {
  try {
    const isKept = localStorage.getItem("token") !== null && localStorage.getItem("authenticated") === "true"
    return isKept || sessionStorage.getItem("signInPending") !== null
  } catch {
    return false
  }
}

/** Everything that needs Effect or the sign-in library loads here, after first paint. */
const handsChunk = chunk(() => {
  // What the hands stand on runs first, in a task of its own: in one piece a phone would stop for a quarter of a second.
  import("#effects/ApiClient.ts").catch(() => undefined)
  return import("./hands.ts")
})
const hands = () => codeOf(handsChunk)
type Hands = Awaited<ReturnType<typeof hands>>
/** Does something with the hands once they are there; that they cannot be had is said by the way in, which needs them too. */
const withHands = (use: (loaded: Hands) => void): void => void hands().then(use, () => undefined)

/** An actor that follows something of the hands until its state is left. */
const following = (follow: (loaded: Hands, signal: AbortSignal) => void) =>
  fromCallback(() => {
    const leaving = new AbortController()
    withHands((loaded) => {
      if (!leaving.signal.aborted) follow(loaded, leaving.signal)
    })
    return () => leaving.abort()
  })

/** This tab's name among the tabs of the browser. */
const tab = crypto.randomUUID()

const idle = idleMachine.provide({
  actors: { watch: following(({ followPresence }, signal) => followPresence(signal)) },
  actions: {
    keepActivity: ({ context }) =>
      withHands(({ keepActivity }) => keepActivity(Math.max(context.lastActivity, context.seenAt))),
    apply: () => withHands(({ sayToTabs }) => sayToTabs({ type: "leader.applied", tab })),
    tell: () => withHands(({ sayToTabs }) => sayToTabs({ type: "leader.told", tab })),
  },
})

/**
 * The root actor: the browser's session, created outside React (docs/architecture.md#session)
 * and started by main.tsx after first paint.
 */
export const session = createActor(
  sessionMachine.provide({
    actors: {
      restore: fromPromise<Restored>(async ({ signal }) => (await hands()).restore(signal)),
      redirectToSignIn: fromPromise<void>(async ({ signal }) => (await hands()).redirectToSignIn(signal)),
      login: fromPromise<LoginOutcome>(async ({ signal }) => (await hands()).login(signal)),
      readRights: fromPromise<LoginOutcome>(async ({ signal }) => (await hands()).readRights(signal)),
      clear: fromPromise<void>(async ({ signal }) => {
        // Whoever gave up waiting for the hands is cleared without them; they alone remember what storage refused.
        removeOwn()
        removeLibrarys()
        await handsChunk.code()?.clear(signal)
      }),
      followLeader: fromPromise<{ readonly isAlone: boolean }>(async ({ signal }) =>
        (await hands()).followLeader(signal),
      ),
      signOut: fromPromise<void, SignOutInput>(async ({ input, signal }) => (await hands()).signOut(input.to, signal)),
      changes: following(({ followChanges }, signal) => void followChanges(signal)),
      interactions: following(({ followInteractions }, signal) => followInteractions(signal)),
      idle,
    },
    actions: {
      goToStart: () => goTo("/"),
      goToSignIn: ({ context }) => {
        if (context.brokeOff) rememberHere()
        goTo("/login")
      },
      goToWanted,
      goToAccountLocked: () => goTo("/accountLocked"),
      goToSessionOut: () => goTo("/sessionOut"),
    },
  }),
  { input: { expected: expectsSession(), tab }, inspect: inspectWith("session") },
)

/**
 * What other tabs do with the token concerns this one: taken away, this session is
 * over as well (whether for idleness, its own clock says, so it is asked first);
 * with somebody else's in its place the page begins anew as theirs.
 */
export const followOtherTabs = (): void =>
  addEventListener("storage", ({ key }) => {
    if (key === actingKey) {
      // Whoever signed out works for nobody; that is told by the token.
      if (expectsSession()) beginAnewAt("/dashboard")
      return
    }
    if (key !== "token" && key !== null) return
    // What stands in storage now counts: a tab that was asleep hears late of what is long replaced.
    withHands(({ tellTime, tokenStanding }) => {
      const standing = tokenStanding()
      if (standing === "foreign" && session.getSnapshot().context.person !== null) {
        // This tab's library still knows the other person, and nothing of theirs may be saved by the new token.
        removeLibrarys()
        reloadAnyway()
      }
      if (standing !== "gone") return
      tellTime()
      session.send({ type: "token.lost" })
    })
  })

import { createActor, fromCallback, fromPromise, type Actor } from "xstate"
import { idleMachine } from "#machines/session/idle.machine.ts"
import { sessionMachine } from "#machines/session/session.machine.ts"
import { actingKey, lockedKey, markLocked, removeLibraryState, removeOwn } from "#effects/storageKeys.ts"
import { onWayOpened } from "#effects/wayOpened.ts"
import type { LoginOutcome, Restored, SignOutInput } from "#schemas/session/outcome.ts"
import type { TabMessage } from "#schemas/session/presence.ts"
import { inspectWith } from "./journal.ts"
import { reloadAt, reloadAnyway } from "./leaving.ts"
import { goTo, goToReturnPath, rememberHere } from "./navigation.ts"

/** The browser's session as it runs. */
export type Session = Actor<typeof sessionMachine>

/** What the session's chart has done for it by services, which load after first paint. Promises reject with a Problem. */
export type SessionServices = {
  /** Reads what the browser kept, the answer of a sign-in redirect included. */
  readonly restore: (signal: AbortSignal) => Promise<Restored>
  /** Leaves for the identity provider, which offers the account with this address if one was chosen. */
  readonly redirectToSignIn: (email: string | undefined, signal: AbortSignal) => Promise<void>
  /** The login call, with its one retry after a 401 (docs/policy.md#sessions). */
  readonly login: (signal: AbortSignal) => Promise<LoginOutcome>
  /** What became of the person, and while they are let in a new token with the rights it carries. */
  readonly readRights: (signal: AbortSignal) => Promise<LoginOutcome>
  /** Clears what was kept of a session. */
  readonly clear: (signal: AbortSignal) => Promise<void>
  /** Waits for the tab that leads to end the session; says whether there is none. */
  readonly followLeader: (signal: AbortSignal) => Promise<{ readonly isAlone: boolean }>
  /** Clears what was kept and ends the provider's session, returning to one of our pages. */
  readonly signOut: (to: SignOutInput["to"], signal: AbortSignal) => Promise<void>
  /** Loads the sign-in library and says to the session chart what it does, until the signal. */
  readonly followInteractions: (signal: AbortSignal) => void
  /** Says to the idle chart who does what here and in the other tabs, until the signal. */
  readonly followPresence: (signal: AbortSignal) => void
  /** Says to the open pages what changed on the server, until the signal. */
  readonly followChanges: (signal: AbortSignal) => Promise<void>
  /** Whose the kept token is by now, as the other tabs left it. */
  readonly tokenStatus: () => "ours" | "gone" | "foreign"
  /** Gives the idle chart the time, now. */
  readonly reportTime: () => void
  /** Keeps when someone last acted, for the other tabs and for a reload. */
  readonly saveActivity: (at: number) => void
  /** Says something to the other tabs. */
  readonly postToTabs: (message: TabMessage) => void
}

/** How the session comes by its services. */
export type ServicesSource = {
  /** Loads them; rejects with the Problem `ChunkLoadError`, and tries again when it is asked again. */
  readonly load: () => Promise<SessionServices>
  /** Those that are there already. */
  readonly loaded: () => SessionServices | undefined
}

/** Whether this browser holds a session, or this tab is on its way back from the identity provider. */
const expectsSession = (): boolean => {
  try {
    const isKept = localStorage.getItem("token") !== null && localStorage.getItem("authenticated") === "true"
    return isKept || sessionStorage.getItem("signInPending") !== null
  } catch {
    return false
  }
}

/** Does something with the services once they are there; that they cannot be had is said by the way in, which needs them too. */
const withServices = ({ load }: ServicesSource, use: (services: SessionServices) => void): void =>
  void load().then(use, () => undefined)

/** An actor that follows something of the services until its state is left. */
const following = (source: ServicesSource, follow: (services: SessionServices, signal: AbortSignal) => void) =>
  fromCallback(() => {
    const leaving = new AbortController()
    withServices(source, (services) => {
      if (!leaving.signal.aborted) follow(services, leaving.signal)
    })
    return () => leaving.abort()
  })

const idleWith = (source: ServicesSource, tab: string) =>
  idleMachine.provide({
    actors: { watch: following(source, ({ followPresence }, signal) => followPresence(signal)) },
    actions: {
      saveActivity: ({ context }) =>
        withServices(source, ({ saveActivity }) => saveActivity(Math.max(context.lastActivity, context.seenAt))),
      apply: () => withServices(source, ({ postToTabs }) => postToTabs({ type: "leader.applied", tab })),
      announce: () => withServices(source, ({ postToTabs }) => postToTabs({ type: "leader.announced", tab })),
    },
  })

/** The root actor: the browser's session, outside React (docs/architecture.md#session); it is to be started after first paint. */
export const makeSession = (source: ServicesSource): Session => {
  const { load, loaded } = source
  /** This tab's name among the tabs of the browser. */
  const tab = crypto.randomUUID()
  return createActor(
    sessionMachine.provide({
      actors: {
        restore: fromPromise<Restored>(async ({ signal }) => (await load()).restore(signal)),
        redirectToSignIn: fromPromise<void, string | undefined>(async ({ input, signal }) =>
          (await load()).redirectToSignIn(input, signal),
        ),
        login: fromPromise<LoginOutcome>(async ({ signal }) => (await load()).login(signal)),
        readRights: fromPromise<LoginOutcome>(async ({ signal }) => (await load()).readRights(signal)),
        clear: fromPromise<void>(async ({ signal }) => {
          // A person who gave up waiting for the services is cleared without them; they alone remember what storage refused.
          removeOwn()
          removeLibraryState()
          await loaded()?.clear(signal)
        }),
        followLeader: fromPromise<{ readonly isAlone: boolean }>(async ({ signal }) =>
          (await load()).followLeader(signal),
        ),
        signOut: fromPromise<void, SignOutInput>(async ({ input, signal }) => (await load()).signOut(input.to, signal)),
        changes: following(source, ({ followChanges }, signal) => void followChanges(signal)),
        interactions: following(source, ({ followInteractions }, signal) => followInteractions(signal)),
        way: fromCallback(({ sendBack }) => onWayOpened(() => sendBack({ type: "way.opened" }))),
        idle: idleWith(source, tab),
      },
      actions: {
        announceLock: markLocked,
        goToStart: () => goTo("/"),
        goToSignIn: ({ context }) => {
          if (context.brokeOff) rememberHere()
          goTo("/login")
        },
        goToReturnPath,
        goToAccountLocked: () => goTo("/accountLocked"),
        goToSessionOut: () => goTo("/sessionOut"),
      },
    }),
    { input: { expected: expectsSession(), tab }, inspect: inspectWith("session") },
  )
}

/**
 * What other tabs do with the token concerns this one: taken away, this session is
 * over as well (whether for idleness, its own clock says, so it is asked first; that it
 * was for a lock, the other tab says before). With someone else's in its place the page begins again as theirs.
 */
export const followOtherTabs = (session: Session, source: ServicesSource): void => {
  let isLocked = false
  addEventListener("storage", ({ key, newValue }) => {
    if (key === lockedKey) isLocked = newValue !== null
    if (key === actingKey) {
      // A person who signed out works for no one; the token says so.
      if (expectsSession()) reloadAt("/dashboard")
      return
    }
    if (key !== "token" && key !== null) return
    const lost = isLocked ? "account.locked" : "token.lost"
    // What stands in storage now counts: a tab that was asleep hears late of what is long replaced.
    withServices(source, ({ reportTime, tokenStatus }) => {
      const status = tokenStatus()
      if (status === "foreign" && session.getSnapshot().context.person !== null) {
        // This tab's library still knows the other person, and nothing of theirs may be saved by the new token.
        removeLibraryState()
        reloadAnyway()
      }
      if (status !== "gone") return
      reportTime()
      session.send({ type: lost })
    })
  })
}

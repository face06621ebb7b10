import { Clock, Effect, Stream } from "effect"
import { createActor, toPromise, type ActorRefFrom } from "xstate"
import { runEffect } from "#effects/actors.ts"
import { Feed } from "#effects/Feed.ts"
import { Presence } from "#effects/Presence.ts"
import { Session } from "#effects/Session.ts"
import { SessionStore } from "#effects/SessionStore.ts"
import { SignIn } from "#effects/SignIn.ts"
import { Token } from "#effects/Token.ts"
import type { idleMachine } from "#machines/session/idle.machine.ts"
import type { Problem } from "#schemas/problem.ts"
import type { LoginOutcome, Restored, SignOutInput } from "#schemas/session/outcome.ts"
import type { TabMessage } from "#schemas/session/presence.ts"
import { publishChange } from "./changes.ts"
import { operation } from "./operation.ts"
import { runtime } from "./runtime.ts"
import { session } from "./session.ts"

const run = runEffect(runtime)

/** Reads what the browser kept, the answer of a sign-in redirect included. */
export const restore = (signal: AbortSignal): Promise<Restored> =>
  run(
    Effect.flatMap(Session, (service) => service.restore),
    signal,
  )

/** Leaves for the identity provider. */
export const redirectToSignIn = (signal: AbortSignal): Promise<void> =>
  run(
    Effect.flatMap(Session, (service) => service.redirect),
    signal,
  )

const loginCall = operation(() => Effect.flatMap(Session, (service) => service.login))

const rightsCall = operation(() => Effect.flatMap(Session, (service) => service.reread))

const runCall = (call: typeof loginCall, signal: AbortSignal): Promise<LoginOutcome> => {
  const actor = createActor(call, { input: undefined })
  signal.addEventListener("abort", () => actor.stop())
  actor.start()
  return toPromise(actor)
}

/** The login call, with its one retry after a 401 (docs/policy.md#sessions). */
export const login = (signal: AbortSignal): Promise<LoginOutcome> => runCall(loginCall, signal)

/** What became of the person, and while they are let in a new token with the rights it carries. */
export const readRights = (signal: AbortSignal): Promise<LoginOutcome> => runCall(rightsCall, signal)

/** Clears what was kept of a session. */
export const clear = (signal: AbortSignal): Promise<void> =>
  run(
    Effect.flatMap(Session, (service) => service.clear),
    signal,
  )

/** Waits for the tab that leads to end the session; says whether there is none. */
export const followLeader = (signal: AbortSignal): Promise<{ readonly isAlone: boolean }> =>
  run(
    Effect.flatMap(Session, (service) => service.followLeader),
    signal,
  )

/** Clears what was kept and ends the provider's session, returning to one of our pages. */
export const signOut = (to: SignOutInput["to"], signal: AbortSignal): Promise<void> =>
  run(
    Effect.flatMap(Session, (service) => service.end(to)),
    signal,
  )

/** Loads the sign-in library and tells the session chart what it does, until the signal. */
export const followInteractions = (signal: AbortSignal): void =>
  void run(
    Effect.flatMap(SignIn, ({ interactions, answer }) =>
      Effect.andThen(
        Effect.forkChild(Effect.ignore(answer)),
        Stream.runForEach(interactions, (status) =>
          Effect.sync(() => {
            if (status === "none") session.send({ type: "interaction.ended" })
            else if (status !== "startup") session.send({ type: `${status}.started` })
          }),
        ),
      ),
    ),
    signal,
  ).catch(() => undefined)

const idle = () => session.getSnapshot().children["idle"] as ActorRefFrom<typeof idleMachine> | undefined

/**
 * A tab that stood still hears late of what was done in the others, and must not
 * judge without it. What was kept before the clock was set back lies ahead, and does not count.
 */
const tellKeptActivity = Effect.gen(function* () {
  const at = yield* (yield* SessionStore).lastActivity
  const now = yield* Clock.currentTimeMillis
  const actor = idle()
  if (at !== null && at <= now && actor !== undefined && at > actor.getSnapshot().context.seenAt)
    actor.send({ type: "activity.elsewhere", at })
})

/** Tells the idle chart who does what here and in the other tabs, until the signal. */
export const followPresence = (signal: AbortSignal): void =>
  void run(
    Effect.flatMap(Presence, ({ signals }) =>
      Stream.runForEach(signals, (heard) =>
        Effect.andThen(
          tellKeptActivity,
          Effect.sync(() => idle()?.send(heard)),
        ),
      ),
    ),
    signal,
  ).catch(() => undefined)

/** Whose the kept token is by now, as the other tabs left it. */
export const tokenStanding = () => runtime.runSync(Effect.flatMap(Token, (token) => token.standing))

/** Tells the idle chart what time it is, now. */
export const tellTime = (): void =>
  runtime.runSync(
    Effect.andThen(
      tellKeptActivity,
      Effect.map(Clock.currentTimeMillis, (at) => idle()?.send({ type: "time.told", at })),
    ),
  )

/** Keeps when somebody last acted, for the other tabs and for a reload. */
export const keepActivity = (at: number): void =>
  void runtime.runPromise(Effect.flatMap(SessionStore, (store) => store.keepActivity(at)))

/** Says something to the other tabs. */
export const sayToTabs = (message: TabMessage): void =>
  void runtime.runPromise(Effect.flatMap(Presence, (presence) => presence.say(message)))

/** Tells the open pages what changed on the server, until the signal. */
export const followChanges = (signal: AbortSignal): Promise<void> =>
  run(
    Effect.flatMap(Feed, ({ changes }) =>
      Stream.runForEach(changes, (change) => Effect.sync(() => publishChange(change))),
    ),
    signal,
  ).catch((problem: Problem) => {
    if (!signal.aborted) session.send({ type: "token.lost", problem })
  })

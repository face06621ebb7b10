import { Clock, Effect, Stream } from "effect"
import { createActor, toPromise, type ActorRefFrom } from "xstate"
import { runEffect } from "#effects/actors.ts"
import { pageIdle } from "#effects/pageIdle.ts"
import { Feed } from "#effects/Feed.ts"
import { Presence } from "#effects/Presence.ts"
import { Session as SessionService } from "#effects/Session.ts"
import { SessionStore } from "#effects/SessionStore.ts"
import { SignIn } from "#effects/SignIn.ts"
import { Token } from "#effects/Token.ts"
import type { idleMachine } from "#machines/session/idle.machine.ts"
import type { Problem } from "#schemas/problem.ts"
import type { LoginOutcome } from "#schemas/session/outcome.ts"
import { publishChange } from "./changes.ts"
import type { Operation } from "./operation.ts"
import type { Runtime } from "./runtime.ts"
import type { Session, SessionServices } from "./session.ts"

type Made = { readonly session: Session; readonly runtime: Runtime; readonly operation: Operation }

/** The calls of the way in and out. */
const calling = ({ runtime, operation }: Made) => {
  const run = runEffect(runtime)
  const running =
    <A>(call: (service: SessionService["Service"]) => Effect.Effect<A, Problem>) =>
    (signal: AbortSignal): Promise<A> =>
      run(Effect.flatMap(SessionService, call), signal)
  const calls = (call: (service: SessionService["Service"]) => Effect.Effect<LoginOutcome, Problem>) => {
    const logic = operation(() => Effect.flatMap(SessionService, call))
    return (signal: AbortSignal): Promise<LoginOutcome> => {
      const actor = createActor(logic, { input: undefined })
      signal.addEventListener("abort", () => actor.stop())
      actor.start()
      return toPromise(actor)
    }
  }
  return {
    restore: running(({ restore }) => restore),
    redirectToSignIn: (email, signal) =>
      running(({ redirect }): Effect.Effect<void, Problem> => redirect(email))(signal),
    login: calls(({ login }) => login),
    readRights: calls(({ reread }) => reread),
    clear: running(({ clear }) => clear),
    followLeader: running(({ followLeader }) => followLeader),
    signOut: (to, signal) => running(({ end }): Effect.Effect<void, Problem> => end(to))(signal),
  } satisfies Partial<SessionServices>
}

/** Who does what here and in the other tabs, and what time it is, for the idle chart. */
const presenceOf = ({ session, runtime }: Made) => {
  const idle = () => session.getSnapshot().children["idle"] as ActorRefFrom<typeof idleMachine> | undefined
  /**
   * A tab that stood still hears late of what was done in the others, and must not
   * judge without it. What was kept before the clock was set back lies ahead, and does not count.
   */
  const announceActivity = Effect.gen(function* () {
    const at = yield* (yield* SessionStore).lastActivity
    const now = yield* Clock.currentTimeMillis
    const actor = idle()
    if (at !== null && at <= now && actor !== undefined && at > actor.getSnapshot().context.seenAt)
      actor.send({ type: "activity.elsewhere", at })
  })
  return {
    followPresence: (signal) =>
      void runEffect(runtime)(
        Effect.flatMap(Presence, ({ signals }) =>
          Stream.runForEach(signals, (heard) =>
            Effect.andThen(
              announceActivity,
              Effect.sync(() => idle()?.send(heard)),
            ),
          ),
        ),
        signal,
      ).catch(() => undefined),
    reportTime: () =>
      runtime.runSync(
        Effect.andThen(
          announceActivity,
          Effect.map(Clock.currentTimeMillis, (at) => idle()?.send({ type: "clock.ticked", at })),
        ),
      ),
    saveActivity: (at) => void runtime.runPromise(Effect.flatMap(SessionStore, (store) => store.saveActivity(at))),
    postToTabs: (message) => void runtime.runPromise(Effect.flatMap(Presence, (presence) => presence.say(message))),
  } satisfies Partial<SessionServices>
}

/** The services of the session's chart, by the services of the runtime. */
export const makeSessionServices = (made: Made): SessionServices => {
  const { session, runtime } = made
  const run = runEffect(runtime)
  // Who comes in by a kept token needs no sign-in for now; who has none is about to press the button.
  const beforehand = session.getSnapshot().context.expected ? pageIdle : Effect.void
  return {
    ...calling(made),
    ...presenceOf(made),
    followInteractions: (signal) =>
      void run(
        Effect.flatMap(SignIn, ({ interactions, answer }) =>
          Effect.andThen(
            Effect.forkChild(Effect.andThen(beforehand, Effect.ignore(answer))),
            Stream.runForEach(interactions, (status) =>
              Effect.sync(() => {
                if (status === "none") session.send({ type: "interaction.ended" })
                else if (status !== "startup") session.send({ type: `${status}.started` })
              }),
            ),
          ),
        ),
        signal,
      ).catch(() => undefined),
    followChanges: (signal) =>
      run(
        Effect.flatMap(Feed, ({ changes }) =>
          Stream.runForEach(changes, (change) => Effect.sync(() => publishChange(change))),
        ),
        signal,
      ).catch((problem: Problem) => {
        if (!signal.aborted) session.send({ type: "token.lost", problem })
      }),
    tokenStatus: () => runtime.runSync(Effect.flatMap(Token, (token) => token.status)),
  }
}

import { Effect, Stream } from "effect"
import { createActor, toPromise } from "xstate"
import { runEffect } from "#effects/actors.ts"
import { Feed } from "#effects/Feed.ts"
import { Session } from "#effects/Session.ts"
import { Token } from "#effects/Token.ts"
import type { LoginOutcome, Restored } from "#machines/session/session.machine.ts"
import { publishChange } from "./changes.ts"
import { operation } from "./operation.ts"
import { runtime } from "./runtime.ts"
import { session } from "./session.ts"

const run = runEffect(runtime)

/** Reads what the browser kept, the answer of a sign-in redirect included. */
export const restore = (signal: AbortSignal): Promise<Restored> =>
  run(
    Effect.map(
      Effect.flatMap(Token, (token) => token.restore),
      (token) => ({ token }),
    ),
    signal,
  )

/** Leaves for the identity provider. */
export const redirectToSignIn = (signal: AbortSignal): Promise<void> =>
  run(
    Effect.flatMap(Session, (service) => service.redirect),
    signal,
  )

const loginCall = operation(() => Effect.flatMap(Session, (service) => service.login))

const rightsCall = operation(() =>
  Effect.andThen(
    Effect.flatMap(Token, (token) => token.renew),
    Effect.flatMap(Session, (service) => service.login),
  ),
)

const runCall = (call: typeof loginCall, signal: AbortSignal): Promise<LoginOutcome> => {
  const actor = createActor(call, { input: undefined })
  signal.addEventListener("abort", () => actor.stop())
  actor.start()
  return toPromise(actor)
}

/** The login call, with its one retry after a 401 (spec §4). */
export const login = (signal: AbortSignal): Promise<LoginOutcome> => runCall(loginCall, signal)

/** A new token and the rights it carries. */
export const readRights = (signal: AbortSignal): Promise<LoginOutcome> => runCall(rightsCall, signal)

/** Clears what was kept of a session. */
export const clear = (signal: AbortSignal): Promise<void> =>
  run(
    Effect.flatMap(Session, (service) => service.clear),
    signal,
  )

/** Clears what was kept and ends the provider's session, returning to "/". */
export const signOut = (signal: AbortSignal): Promise<void> =>
  run(
    Effect.flatMap(Session, (service) => service.end("home")),
    signal,
  )

/** Tells the open pages what changed on the server, until the signal. */
export const followChanges = (signal: AbortSignal): Promise<void> =>
  run(
    Effect.flatMap(Feed, ({ changes }) =>
      Stream.runForEach(changes, (change) => Effect.sync(() => publishChange(change))),
    ),
    signal,
  ).catch(() => {
    if (!signal.aborted) session.send({ type: "token.lost" })
  })

import { Effect, Layer } from "effect"
import { createActor, type ActorRefFrom } from "xstate"
import { effectActor } from "#effects/actors.ts"
import { Renewal } from "#effects/Renewal.ts"
import { Token } from "#effects/Token.ts"
import { renewalMachine, type WindowInput } from "#machines/session/renewal.machine.ts"
import type { Problem } from "#schemas/problem.ts"
import { signInAgain } from "#schemas/session/problems.ts"
import { inspectWith } from "./journal.ts"
import type { Session } from "./session.ts"

type Running = ActorRefFrom<typeof renewalMachine>

/** Runs the renewal chart, one for all who ask at once; an impatient caller's interruption ends nothing. */
const layerOf = (session: Session, show: (started: Running) => void) =>
  Layer.effect(
    Renewal,
    Effect.gen(function* () {
      const token = yield* Token
      const actor = effectActor({ runPromiseExit: Effect.runPromiseExitWith(yield* Effect.context<never>()) })
      const logic = renewalMachine.provide({
        actors: {
          silently: actor(() => token.silently) as never,
          inWindow: actor(({ again }: WindowInput) => token.inWindow(again)) as never,
          elsewhere: actor(() => token.elsewhere) as never,
        },
      })
      const renew = (): Promise<void> =>
        new Promise((resolve, reject: (problem: Problem) => void) => {
          const started = createActor(logic, {
            input: { mayAsk: session.getSnapshot().context.person !== null },
            inspect: inspectWith("renewal"),
          })
          started.subscribe({
            complete: () => {
              const { value, context } = started.getSnapshot()
              if (value === "renewed") resolve()
              else reject(context.problem ?? signInAgain())
            },
          })
          show(started)
          started.start()
        })
      let flight: Promise<void> | null = null
      return Renewal.of({
        refresh: Effect.tryPromise({
          try: () =>
            (flight ??= renew().finally(() => {
              flight = null
            })),
          catch: (problem) => problem as Problem,
        }),
      })
    }),
  )

/** The renewals of the page's token: their layer, and the one on its way or the last one, for its dialog. */
export const makeRenewals = (session: Session) => {
  let latest: Running | null = null
  const listeners = new Set<() => void>()
  const show = (next: Running): void => {
    latest = next
    for (const listener of listeners) listener()
  }
  // A renewal is the login call's or a signed-in person's; a person who leaves gives it up.
  session.subscribe((snapshot) => {
    const mayRenew = snapshot.matches({ person: "loggingIn" }) || snapshot.matches({ person: "signedIn" })
    if (!mayRenew && latest?.getSnapshot().status === "active") latest.send({ type: "session.ended" })
  })
  return {
    layer: layerOf(session, show),
    /** A store for `useSyncExternalStore`. */
    latest: {
      subscribe: (listener: () => void): (() => void) => {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
      read: (): Running | null => latest,
    },
  }
}

export type Renewals = ReturnType<typeof makeRenewals>

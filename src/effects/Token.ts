import { Context, Effect, Layer } from "effect"
import type { Problem } from "#schemas/problem.ts"
import { signInAgain } from "#schemas/session/problems.ts"
import { SessionStore } from "./SessionStore.ts"
import { SignIn } from "./SignIn.ts"

/**
 * The access token, kept in local storage under "token" (spec §3). Renewing is
 * single-flight: fifty calls refused at once cause one renewal, and a call that
 * was refused with an older token finds the new one already there.
 */
export class Token extends Context.Service<
  Token,
  {
    readonly current: Effect.Effect<string | null>
    /** Marks the token a call was refused with. */
    readonly refused: (token: string | null) => Effect.Effect<void>
    /** Brings a token that has not been refused; fails when only signing in again helps. */
    readonly refresh: Effect.Effect<void, Problem>
    /** Brings another token even though the present one works: it may carry more rights. */
    readonly renew: Effect.Effect<void, Problem>
    /** Whether there is a token to log in with, the answer of a redirect included. */
    readonly restore: Effect.Effect<"kept" | "none", Problem>
  }
>()("admin-view/effects/Token") {
  static readonly layer = Layer.effect(
    Token,
    Effect.gen(function* () {
      const store = yield* SessionStore
      const signIn = yield* SignIn
      const services = yield* Effect.context<never>()
      let lastRefused: string | null = null
      let flight: Promise<void> | null = null

      const renew = signIn.renew.pipe(
        Effect.flatMap((token) => (token === lastRefused ? Effect.fail(signInAgain()) : store.keepToken(token))),
        Effect.mapError((problem) => (problem.problem === "Unreachable" ? problem : signInAgain())),
      )
      // A shared promise, so that one impatient caller's interruption does not end the others' renewal.
      const shared = Effect.tryPromise({
        try: () =>
          (flight ??= Effect.runPromiseWith(services)(renew).finally(() => {
            flight = null
          })),
        catch: (problem) => problem as Problem,
      })
      return Token.of({
        current: store.token,
        refused: (token) =>
          Effect.sync(() => {
            lastRefused = token
          }),
        refresh: store.token.pipe(
          Effect.flatMap((token) => (token !== null && token !== lastRefused ? Effect.void : shared)),
        ),
        renew: shared,
        restore: Effect.gen(function* () {
          if (yield* store.pending) {
            yield* store.setPending(false)
            const token = yield* signIn.answer
            if (token !== null) {
              yield* store.keepToken(token)
              return "kept" as const
            }
          }
          if ((yield* store.token) !== null) return "kept" as const
          // What a session that ended elsewhere left behind.
          yield* store.clear
          return "none" as const
        }),
      })
    }),
  )
}

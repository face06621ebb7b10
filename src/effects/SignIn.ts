import { Context, Effect, Layer, Stream, SubscriptionRef } from "effect"
import type { Problem } from "#schemas/problem.ts"
import type { InteractionStatus } from "#schemas/session/interaction.ts"
import type { SignOutInput } from "#schemas/session/outcome.ts"
import { signInFailed } from "#schemas/session/problems.ts"
import { loadProblem } from "./signInErrors.ts"
import * as calls from "./signInLibrary.ts"
import type { Library, TokenRequest } from "./signInLibrary.ts"
import { removeLibraryState, tokenKey } from "./storageKeys.ts"
import { closedByHand, watchWindows } from "./signInWindow.ts"

/** The mark by which the library refuses a second interaction; a window that was given up leaves it behind. */
const interactionMark = "msal.interaction.status"

const forgetInteraction = Effect.sync(() => {
  try {
    sessionStorage.removeItem(interactionMark)
  } catch {
    // A storage that is off holds no mark either.
  }
})

/** The answer of a redirect is found again by what this tab's storage keeps; without it signing in would never end. */
const needsStorage = Effect.suspend(() => {
  try {
    sessionStorage.setItem(interactionMark, "")
    sessionStorage.removeItem(interactionMark)
    return Effect.void
  } catch {
    return Effect.fail(signInFailed("storage_not_supported"))
  }
})

/** How long a sign-out waits for the account that it ends: a browser that blocks the provider's frame never says. */
const accountPatience = "3 seconds"

/** A person who no longer wants to leave stays, even if the provider answers after all. */
const stay = Effect.sync(() => globalThis.stop())

type Ready = Library & { readonly answer: Effect.Effect<string | null, Problem> }

/**
 * The sign-in library behind a service: loaded on first use, after first paint,
 * set up from `/auth-config.json`, the same for a hosted tenant and the embedded
 * provider (docs/architecture.md#identity). Fails with a Problem that names a way out;
 * `Unauthenticated` means that the provider wants to see the person.
 */
export class SignIn extends Context.Service<
  SignIn,
  {
    /** What the library is doing, beginning with what it does now (docs/policy.md#sign-in). */
    readonly interactions: Stream.Stream<InteractionStatus>
    /** The token of a redirect that just came back, or null. */
    readonly answer: Effect.Effect<string | null, Problem>
    /**
     * Makes sure that the library knows whose page this is: a fresh token when it had
     * to ask the provider's session, else null, which also says that only the person can tell.
     */
    readonly restore: (wanted: TokenRequest) => Effect.Effect<string | null, Problem>
    /** Leaves for the provider, which offers the account with this address; ends only if leaving fails, and interrupted the page stays. */
    readonly redirect: (email: string | undefined) => Effect.Effect<never, Problem>
    /** An access token without asking anyone: cache, refresh token, hidden frame. */
    readonly renew: (wanted: TokenRequest) => Effect.Effect<string, Problem>
    /**
     * An access token by a window of the provider, to be run within a click; interrupting it closes the window.
     * `again`: the provider must ask who it is, even if it knows someone.
     */
    readonly inWindow: (wanted: TokenRequest, again: boolean) => Effect.Effect<string, Problem>
    /**
     * Ends the provider's session and returns to one of our paths; ends only if leaving fails. Names the page's account
     * to the provider, which must ask otherwise which one is meant; a tab that does not know it yet finds it out first.
     */
    readonly end: (to: SignOutInput["to"], wanted: TokenRequest) => Effect.Effect<never, Problem>
  }
>()("admin-view/effects/SignIn") {
  static readonly layer = Layer.effect(
    SignIn,
    Effect.gen(function* () {
      const services = yield* Effect.context<never>()
      const status = yield* SubscriptionRef.make<InteractionStatus>("startup")
      const under: Array<InteractionStatus> = []
      const show = Effect.suspend(() => SubscriptionRef.set(status, under.at(-1) ?? "none"))
      const during = <A, E>(name: InteractionStatus, use: Effect.Effect<A, E>): Effect.Effect<A, E> =>
        Effect.acquireUseRelease(
          Effect.andThen(
            Effect.sync(() => void under.push(name)),
            show,
          ),
          () => use,
          () =>
            Effect.andThen(
              Effect.sync(() => void under.splice(under.lastIndexOf(name), 1)),
              show,
            ),
        )
      const attempt = <A>(library: Library, run: (library: Library) => Promise<A>): Effect.Effect<A, Problem> =>
        Effect.tryPromise({
          try: (signal) =>
            run(library).finally(() => {
              // The library keeps what it brings, even for someone who has given up and been cleared meanwhile.
              if (signal.aborted && localStorage.getItem(tokenKey) === null) removeLibraryState()
            }),
          catch: library.problemOf,
        })

      const start: Effect.Effect<Ready, Problem> = Effect.gen(function* () {
        const library = yield* Effect.tryPromise({ try: calls.loadLibrary, catch: loadProblem })
        const answer = yield* Effect.exit(during("handleRedirect", attempt(library, calls.readRedirect)))
        return { ...library, answer }
      })
      // One library for the page; a load that failed is tried again by the next who asks.
      let started: Promise<Ready> | null = null
      const ready = Effect.tryPromise({
        try: () =>
          (started ??= Effect.runPromiseWith(services)(start).catch((error: unknown) => {
            started = null
            throw error
          })),
        catch: (problem) => problem as Problem,
      })
      const doing = <A>(name: InteractionStatus, run: (library: Library) => Promise<A>): Effect.Effect<A, Problem> =>
        Effect.flatMap(ready, (library) => during(name, attempt(library, run)))
      const bySession = (wanted: TokenRequest) => doing("ssoSilent", (library) => calls.bySession(library, wanted))

      const restore = (wanted: TokenRequest): Effect.Effect<string | null, Problem> =>
        Effect.flatMap(ready, (library) => {
          const account = calls.accountOf(library)
          if (account !== null)
            return Effect.as(
              Effect.sync(() => library.app.setActiveAccount(account)),
              null,
            )
          return Effect.catchIf(
            bySession(wanted),
            ({ problem }) => problem === "Unauthenticated",
            () => Effect.succeed(null),
          )
        })

      return SignIn.of({
        interactions: SubscriptionRef.changes(status),
        answer: Effect.flatMap(ready, ({ answer }) => answer),
        restore,
        redirect: (email) =>
          needsStorage.pipe(
            Effect.andThen(doing("login", (library) => calls.leaveToSignIn(library, email))),
            Effect.andThen(Effect.never),
            Effect.onInterrupt(() => stay),
          ),
        renew: (wanted) =>
          Effect.flatMap(ready, (library) => {
            const account = calls.accountOf(library)
            return account === null
              ? bySession(wanted)
              : doing("acquireToken", () => calls.byAccount(library, account, wanted))
          }),
        inWindow: (wanted, again) =>
          Effect.scoped(
            Effect.gen(function* () {
              const library = yield* ready
              const windows = yield* watchWindows(library)
              const asking = doing("acquireToken", () => calls.byPopup(library, wanted, again))
              return yield* Effect.raceFirst(asking, closedByHand(library, windows))
            }),
          ),
        end: (to, wanted) =>
          forgetInteraction.pipe(
            Effect.andThen(Effect.ignore(Effect.timeout(restore(wanted), accountPatience))),
            Effect.andThen(doing("logout", (library) => calls.leaveToLogout(library, to))),
            Effect.andThen(Effect.never),
          ),
      })
    }),
  )
}

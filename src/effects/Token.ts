import { Context, Deferred, Effect, Fiber, Layer } from "effect"
import type { Problem } from "#schemas/problem.ts"
import { signInAgain } from "#schemas/session/problems.ts"
import { pageIdle } from "./pageIdle.ts"
import { SessionStore } from "./SessionStore.ts"
import { SignIn } from "./SignIn.ts"
import type { TokenRequest } from "./signInLibrary.ts"
import { tabLock } from "./tabLock.ts"
import { isForeign, isNoNewer } from "./tokenClaims.ts"

const renewalName = "admin-view-renewal"
/** A renewal without the person takes less; a tab that stands still must not stop the others. */
const patience = "20 seconds"
/** How long a tab whose library was not asked yet lets the others bring a token: it takes twice as long to begin. */
const headStart = "200 millis"

/**
 * The access token, kept in local storage under "token" (docs/policy.md#kept-in-the-browser), and the ways to
 * another one after it was refused (docs/policy.md#sessions). One tab renews at a
 * time; the others find its token in local storage. No token is kept once someone
 * signed out meanwhile, nor one of another person.
 */
export class Token extends Context.Service<
  Token,
  {
    readonly current: Effect.Effect<string | null>
    /** From now on the page is that of the person of the present token. */
    readonly own: Effect.Effect<void>
    /** What became of the page's token in the other tabs: still the person's, taken away, or someone else's by now. */
    readonly status: Effect.Effect<"ours" | "gone" | "foreign">
    /** What another token must be like to be one of the page's person; it stays true when the token is gone. */
    readonly wanted: Effect.Effect<TokenRequest>
    /** Marks the token a call was refused with. */
    readonly refused: (token: string | null) => Effect.Effect<void>
    /** Brings a token that has not been refused without asking anyone; `Unauthenticated` when only the person can. */
    readonly silently: Effect.Effect<void, Problem>
    /** Brings one by the provider's window, to be run within a click; `again`: the provider must ask who it is. */
    readonly inWindow: (again: boolean) => Effect.Effect<void, Problem>
    /** Ends when another tab has brought a token that was not refused. */
    readonly elsewhere: Effect.Effect<void>
    /** Brings another token than this one even though it works: the other may carry more rights. */
    readonly renew: (lacking: string) => Effect.Effect<void, Problem>
    /**
     * At start-up: lets the library know whose page this is once the page has come to rest, or a renewal wants to
     * know, and keeps the token it took to find out.
     * No one waits for it but a renewal: a browser that blocks the provider's frame takes ten seconds to say so.
     */
    readonly restore: Effect.Effect<void>
  }
>()("admin-view/effects/Token") {
  static readonly layer = Layer.effect(
    Token,
    Effect.gen(function* () {
      const store = yield* SessionStore
      const signIn = yield* SignIn
      const refused = new Set<string>()
      /** The token the page's person came in with; it says whose page this is for as long as the page stands. */
      let ours: string | null = null
      /** Ends when the library knows whose page this is, or cannot know. */
      let restored: Effect.Effect<unknown> = Effect.void
      /** Whether the library is still to be asked for it. */
      let isUnasked = false
      /** Is done once a renewal has to know it. */
      const needed = yield* Deferred.make<void>()

      const isGood = (token: string | null): boolean => token !== null && !refused.has(token)
      const wantedAfter = (before: string | null): TokenRequest => ({
        // This tab's library may still hold a token older than the one that another tab brought and that was refused.
        isRefused: (token: string) =>
          refused.has(token) || (before !== null && (token === before || isNoNewer(token, before))),
        isForeign: (token: string) => isForeign(ours ?? before ?? token, token),
      })
      const bring = (ask: (wanted: TokenRequest) => Effect.Effect<string, Problem>) =>
        Effect.gen(function* () {
          const before = yield* store.token
          // After signing out, here or in another tab, only signing in brings a person back.
          if (before === null) return yield* Effect.fail(signInAgain())
          const token = yield* ask(wantedAfter(before))
          if ((yield* store.token) === null || refused.has(token)) return yield* Effect.fail(signInAgain())
          yield* store.keepToken(token)
        })
      /** Ends when a token like this is kept, by whichever tab. */
      const hears = (isWanted: (token: string | null) => boolean) =>
        Effect.callback<void>((resume) => {
          const look = (): void => {
            if (isWanted(Effect.runSync(store.token))) resume(Effect.void)
          }
          globalThis.addEventListener("storage", look)
          look()
          return Effect.sync(() => globalThis.removeEventListener("storage", look))
        })
      // What the library is finding out already may bring a token, and a second frame would be in its way.
      const alone = <E>(use: Effect.Effect<void, E>, isThere: Effect.Effect<boolean> = Effect.succeed(false)) =>
        Effect.gen(function* () {
          yield* Effect.timeoutOption(tabLock(renewalName), patience)
          if (yield* isThere) return
          const wasUnasked = isUnasked
          yield* Deferred.succeed(needed, undefined)
          yield* Effect.suspend(() => restored)
          // The library was asked only for this renewal, so what it brought is as new as another token would be.
          if (wasUnasked && (yield* isThere)) return
          yield* use
        }).pipe(Effect.scoped)

      return Token.of({
        current: store.token,
        own: Effect.tap(store.token, (token) =>
          Effect.sync(() => {
            ours = token
          }),
        ),
        status: Effect.map(store.token, (token) => {
          if (token === null) return "gone"
          return ours !== null && isForeign(ours, token) ? "foreign" : "ours"
        }),
        wanted: Effect.map(store.token, wantedAfter),
        refused: (token) => Effect.sync(() => void (token !== null && refused.add(token))),
        silently: alone(Effect.flatMap(store.token, (token) => (isGood(token) ? Effect.void : bring(signIn.renew)))),
        inWindow: (again) => bring((wanted) => signIn.inWindow(wanted, again)),
        elsewhere: Effect.flatMap(store.token, (before) =>
          hears((token) => token !== null && isGood(token) && !isForeign(ours ?? before ?? token, token)),
        ),
        // A token that another tab brought meanwhile is as new: tabs that renew in turn would take as long as all of them.
        renew: (lacking) => {
          const isAnother = (token: string | null): boolean => token !== lacking && isGood(token)
          const othersFirst = Effect.suspend(() =>
            isUnasked ? Effect.raceFirst(hears(isAnother), Effect.sleep(headStart)) : Effect.void,
          )
          return Effect.andThen(othersFirst, alone(bring(signIn.renew), Effect.map(store.token, isAnother)))
        },
        // When the provider does not say, or names another person, the token itself is tried.
        restore: Effect.gen(function* () {
          isUnasked = true
          yield* Effect.raceFirst(pageIdle, Deferred.await(needed))
          isUnasked = false
          const before = yield* store.token
          // After signing out before this, here or in another tab, only signing in brings a person back.
          if (before === null) return
          const token = yield* signIn.restore(wantedAfter(before))
          if (token !== null && (yield* store.token) !== null) yield* store.keepToken(token)
        }).pipe(
          Effect.forkDetach({ startImmediately: true }),
          Effect.map((fiber) => {
            restored = Fiber.await(fiber)
          }),
        ),
      })
    }),
  )
}

import { describe, expect, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { vi } from "vitest"
import { SessionStore } from "#effects/SessionStore.ts"
import type { TokenRequest } from "#effects/signInLibrary.ts"
import { tabLock } from "#effects/tabLock.ts"
import { Token } from "#effects/Token.ts"
import type { Problem } from "#schemas/problem.ts"
import { signInAgain, signInFailed, unreachable } from "#schemas/session/problems.ts"
import { fakeSignIn } from "#tests/support/fakeSignIn.ts"

type Renewing = {
  readonly wanted: Array<TokenRequest>
  readonly windows: Array<boolean>
  readonly next: ReadonlyArray<string | Problem>
  /** Opened when the renewal may answer. */
  readonly gate?: Deferred.Deferred<void>
  /** Opened by the first renewal. */
  readonly asked: Deferred.Deferred<void>
}

const renewing = (next: ReadonlyArray<string | Problem>, gate?: Deferred.Deferred<void>): Renewing => ({
  wanted: [],
  windows: [],
  asked: Deferred.makeUnsafe(),
  next,
  ...(gate === undefined ? {} : { gate }),
})

const answered = <A extends string | null>(next: A | Problem): Effect.Effect<A, Problem> =>
  next === null || typeof next === "string" ? Effect.succeed(next) : Effect.fail(next)

const provide = ({ wanted, windows, next, gate, asked }: Renewing) =>
  Effect.provide(
    Token.layer.pipe(
      Layer.provideMerge(
        Layer.mergeAll(
          SessionStore.layer,
          fakeSignIn({
            renew: (want) =>
              Effect.gen(function* () {
                const one = next[wanted.push(want) - 1] ?? "token-late"
                yield* Deferred.succeed(asked, undefined)
                if (gate !== undefined) yield* Deferred.await(gate)
                return yield* answered(one)
              }),
            restore: (want) =>
              Effect.suspend(() => {
                const one = answered(next[wanted.push(want) - 1] ?? null)
                return gate === undefined ? one : Effect.andThen(Deferred.await(gate), one)
              }),
            inWindow: (_, again) => answered(next[windows.push(again) - 1] ?? "token-late"),
          }),
        ),
      ),
    ),
  )

const holding = (token: string) => Effect.flatMap(SessionStore, (store) => store.keepToken(token))

/** A token that says whose it is and when it was issued, as a provider writes it. */
const tokenOf = (sub: string, iat: number): string =>
  ["e30", btoa(JSON.stringify({ iss: "https://provider.test", sub, iat })).replaceAll("=", ""), "x"].join(".")

describe("Token", () => {
  it.effect("fifty calls refused at once cause one renewal, and all go on with its token", () =>
    Effect.gen(function* () {
      const gate = yield* Deferred.make<void>()
      const seen = renewing(["new"], gate)
      yield* Effect.gen(function* () {
        const token = yield* Token
        yield* holding("old")
        yield* token.refused("old")
        const waiting = yield* Effect.forEach(Array.from({ length: 50 }), () =>
          Effect.forkChild(token.silently, { startImmediately: true }),
        )
        yield* Deferred.succeed(gate, undefined)
        yield* Effect.forEach(waiting, Fiber.join)
        expect(seen.wanted.length).toBe(1)
        expect(yield* token.current).toBe("new")
      }).pipe(provide(seen))
    }),
  )

  it.effect("waits for another tab's renewal, but not for ever", () => {
    const seen = renewing(["new"])
    return Effect.gen(function* () {
      const token = yield* Token
      yield* holding("old")
      yield* token.refused("old")
      const standing = yield* Effect.forkScoped(Effect.andThen(tabLock("admin-view-renewal"), Effect.never), {
        startImmediately: true,
      })
      const waiting = yield* Effect.forkChild(token.silently, { startImmediately: true })
      yield* TestClock.adjust("19 seconds")
      expect(seen.wanted).toEqual([])
      yield* TestClock.adjust("1 second")
      yield* Fiber.join(waiting)
      expect(yield* token.current).toBe("new")
      yield* Fiber.interrupt(standing)
    }).pipe(provide(seen))
  })

  it.effect("a call refused with an older token finds the new one already there", () => {
    const seen = renewing(["new"])
    return Effect.gen(function* () {
      const token = yield* Token
      yield* holding("new")
      yield* token.refused("old")
      yield* token.silently
      expect(seen.wanted).toEqual([])
    }).pipe(provide(seen))
  })

  it.effect("a late refusal of an older token does not make the refused newest one good again", () => {
    const seen = renewing(["newest"])
    return Effect.gen(function* () {
      const token = yield* Token
      yield* holding("new")
      yield* token.refused("new")
      yield* token.refused("old")
      yield* token.silently
      expect(yield* token.current).toBe("newest")
    }).pipe(provide(seen))
  })

  it.effect("lets the library's cache count only if it holds another token than the refused ones", () => {
    const seen = renewing(["new"])
    return Effect.gen(function* () {
      const token = yield* Token
      yield* holding("old")
      yield* token.refused("old")
      yield* token.refused("older")
      yield* token.silently
      const [wanted] = seen.wanted
      expect(["old", "older", "cached"].map((one) => wanted?.isRefused(one))).toEqual([true, true, false])
    }).pipe(provide(seen))
  })

  it.effect("does not go round in circles with a token that was already refused", () => {
    const seen = renewing(["old"])
    return Effect.gen(function* () {
      const token = yield* Token
      yield* holding("old")
      yield* token.refused("old")
      expect(yield* Effect.flip(token.silently)).toEqual(signInAgain())
    }).pipe(provide(seen))
  })

  it.effect("knows another person's token, and one that says nothing about anyone", () => {
    const seen = renewing([tokenOf("anna", 2)])
    return Effect.gen(function* () {
      const token = yield* Token
      const mine = tokenOf("anna", 1)
      yield* holding(mine)
      yield* token.refused(mine)
      yield* token.silently
      const [wanted] = seen.wanted
      expect([tokenOf("anna", 3), tokenOf("bert", 3), "opaque"].map((one) => wanted?.isForeign(one))).toEqual([
        false,
        true,
        false,
      ])
    }).pipe(provide(seen))
  })

  it.effect("takes no token from the library's cache that is older than the refused one of another tab", () => {
    const seen = renewing([tokenOf("anna", 9)])
    return Effect.gen(function* () {
      const token = yield* Token
      yield* holding(tokenOf("anna", 5))
      yield* token.refused(tokenOf("anna", 5))
      yield* token.silently
      const [wanted] = seen.wanted
      expect([4, 6].map((iat) => wanted?.isRefused(tokenOf("anna", iat)))).toEqual([true, false])
    }).pipe(provide(seen))
  })

  it.effect("keeps no token when someone signed out while it was fetched", () =>
    Effect.gen(function* () {
      const gate = yield* Deferred.make<void>()
      const seen = renewing(["new"], gate)
      yield* Effect.gen(function* () {
        const token = yield* Token
        const store = yield* SessionStore
        yield* holding("old")
        yield* token.refused("old")
        const waiting = yield* Effect.forkChild(Effect.flip(token.silently), { startImmediately: true })
        yield* Deferred.await(seen.asked)
        yield* store.clear
        yield* Deferred.succeed(gate, undefined)
        expect(yield* Fiber.join(waiting)).toEqual(signInAgain())
        expect(yield* token.current).toBe(null)
      }).pipe(provide(seen))
    }),
  )

  it.effect(
    "once the page has come to rest keeps the token it took to find out whose page this is, and otherwise the one at hand",
    () => {
      const seen = renewing([signInFailed("post_request_failed"), tokenOf("anna", 2)])
      return Effect.gen(function* () {
        const token = yield* Token
        yield* holding(tokenOf("anna", 1))
        yield* token.restore
        yield* TestClock.adjust("7 seconds")
        expect(seen.wanted).toEqual([])
        yield* TestClock.adjust("1 second")
        expect(yield* token.current).toBe(tokenOf("anna", 1))
        expect(seen.wanted[0]?.isForeign(tokenOf("bert", 2))).toBe(true)
        yield* token.restore
        yield* token.restore
        yield* TestClock.adjust("8 seconds")
        expect(yield* token.current).toBe(tokenOf("anna", 2))
      }).pipe(provide(seen))
    },
  )

  it.effect("asks for no token and keeps none for a session that ended before the page came to rest", () => {
    const seen = renewing(["token-of-nobody"])
    return Effect.gen(function* () {
      const token = yield* Token
      const store = yield* SessionStore
      yield* holding(tokenOf("anna", 1))
      yield* token.restore
      yield* store.clear
      yield* TestClock.adjust("8 seconds")
      expect([yield* token.current, seen.wanted]).toEqual([null, []])
    }).pipe(provide(seen))
  })

  it.effect(
    "waits for the frame that start-up opened, when the token is refused meanwhile, and opens no second one",
    () =>
      Effect.gen(function* () {
        const gate = yield* Deferred.make<void>()
        const seen = renewing([tokenOf("anna", 2)], gate)
        yield* Effect.gen(function* () {
          const token = yield* Token
          yield* holding(tokenOf("anna", 1))
          yield* token.restore
          yield* token.refused(tokenOf("anna", 1))
          const renewed = yield* Effect.forkChild(token.silently, { startImmediately: true })
          yield* Deferred.succeed(gate, undefined)
          yield* Fiber.join(renewed)
          expect(yield* token.current).toBe(tokenOf("anna", 2))
          expect(seen.wanted.length).toBe(1)
        }).pipe(provide(seen))
      }),
  )

  it.effect(
    "waits for the frame that start-up opened before it asks for more rights, and asks once it is through",
    () =>
      Effect.gen(function* () {
        const gate = yield* Deferred.make<void>()
        const seen = renewing([tokenOf("anna", 2), tokenOf("anna", 3)], gate)
        yield* Effect.gen(function* () {
          const token = yield* Token
          yield* holding(tokenOf("anna", 1))
          yield* token.restore
          yield* TestClock.adjust("8 seconds")
          const renewed = yield* Effect.forkChild(token.renew(tokenOf("anna", 1)), { startImmediately: true })
          // Locks are given in turn: the renewal has its own by now.
          yield* Effect.scoped(tabLock("the next"))
          expect(seen.wanted.length).toBe(1)
          yield* Deferred.succeed(gate, undefined)
          yield* Fiber.join(renewed)
          expect(yield* token.current).toBe(tokenOf("anna", 3))
        }).pipe(provide(seen))
      }),
  )

  it.effect("asks for no more rights where another tab brought a token while this one waited its turn", () => {
    const seen = renewing([])
    return Effect.gen(function* () {
      const token = yield* Token
      yield* holding(tokenOf("anna", 1))
      const taken = yield* Deferred.make<void>()
      const done = yield* Deferred.make<void>()
      const other = yield* Effect.forkChild(
        Effect.scoped(
          tabLock("admin-view-renewal").pipe(
            Effect.andThen(Deferred.succeed(taken, undefined)),
            Effect.andThen(Deferred.await(done)),
          ),
        ),
      )
      yield* Deferred.await(taken)
      const renewed = yield* Effect.forkChild(token.renew(tokenOf("anna", 1)), { startImmediately: true })
      yield* holding(tokenOf("anna", 2))
      yield* Deferred.succeed(done, undefined)
      yield* Fiber.join(other)
      yield* Fiber.join(renewed)
      expect([seen.wanted, yield* token.current]).toEqual([[], tokenOf("anna", 2)])
    }).pipe(provide(seen))
  })

  it.effect("asks for more rights by the frame of start-up alone where that was not opened before", () => {
    const seen = renewing([tokenOf("anna", 2), tokenOf("anna", 3)])
    for (const name of ["addEventListener", "removeEventListener"]) vi.stubGlobal(name, () => undefined)
    return Effect.gen(function* () {
      const token = yield* Token
      yield* holding(tokenOf("anna", 1))
      yield* token.restore
      const renewed = yield* Effect.forkChild(token.renew(tokenOf("anna", 1)), { startImmediately: true })
      // Another tab, whose library is there, would have been quicker.
      yield* TestClock.adjust("199 millis")
      expect(seen.wanted.length).toBe(0)
      yield* TestClock.adjust("1 millis")
      yield* Fiber.join(renewed)
      expect([seen.wanted.length, yield* token.current]).toEqual([1, tokenOf("anna", 2)])
    }).pipe(Effect.ensuring(Effect.sync(() => vi.unstubAllGlobals())), provide(seen))
  })

  it.effect("hands on what the sign-in library says", () => {
    const seen = renewing([unreachable(), signInFailed("login_required"), signInFailed("client_mismatch")])
    return Effect.gen(function* () {
      const token = yield* Token
      yield* holding("old")
      yield* token.refused("old")
      for (const said of seen.next) expect(yield* Effect.flip(token.silently)).toEqual(said)
    }).pipe(provide(seen))
  })

  it.effect("keeps what the window brings", () => {
    const seen = renewing(["new"])
    return Effect.gen(function* () {
      const token = yield* Token
      yield* holding("old")
      yield* token.refused("old")
      yield* token.inWindow(true)
      expect(yield* token.current).toBe("new")
      expect(seen.windows).toEqual([true])
    }).pipe(provide(seen))
  })

  it.effect("brings none once no one is signed in", () => {
    const seen = renewing(["new"])
    return Effect.gen(function* () {
      const token = yield* Token
      expect(yield* Effect.flip(token.silently)).toEqual(signInAgain())
      expect(yield* token.current).toBeNull()
    }).pipe(provide(seen))
  })

  it.effect("fetches more rights past a token that works, and keeps it where none can be had", () => {
    const seen = renewing(["richer", signInFailed("login_required")])
    return Effect.gen(function* () {
      const token = yield* Token
      yield* holding("works")
      yield* token.renew("works")
      expect(yield* token.current).toBe("richer")
      expect(seen.wanted[0]?.isRefused("works")).toBe(true)
      expect((yield* Effect.flip(token.renew("richer"))).problem).toBe("Unauthenticated")
      expect(yield* token.current).toBe("richer")
    }).pipe(provide(seen))
  })
})

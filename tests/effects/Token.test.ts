import { describe, expect, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { SessionStore } from "#effects/SessionStore.ts"
import { SignIn } from "#effects/SignIn.ts"
import { Token } from "#effects/Token.ts"
import { problem, type Problem } from "#schemas/problem.ts"
import { unreachable } from "#schemas/session/problems.ts"

type Renewing = {
  renewals: number
  readonly next: ReadonlyArray<string | Problem>
  readonly gate?: Deferred.Deferred<void>
}

const signInAnswering = (renewing: Renewing, answer: string | null = null) =>
  Layer.succeed(SignIn, {
    answer: Effect.succeed(answer),
    redirect: Effect.never,
    end: () => Effect.never,
    renew: Effect.gen(function* () {
      const next = renewing.next[renewing.renewals] ?? "token-late"
      renewing.renewals += 1
      if (renewing.gate !== undefined) yield* Deferred.await(renewing.gate)
      return yield* typeof next === "string" ? Effect.succeed(next) : Effect.fail(next)
    }),
  })

const provide = (renewing: Renewing, answer?: string) =>
  Effect.provide(
    Token.layer.pipe(Layer.provideMerge(Layer.mergeAll(SessionStore.layer, signInAnswering(renewing, answer)))),
  )

describe("Token", () => {
  it.effect("fifty calls refused at once cause one renewal, and all go on with its token", () =>
    Effect.gen(function* () {
      const gate = yield* Deferred.make<void>()
      const renewing: Renewing = { renewals: 0, next: ["new"], gate }
      yield* Effect.gen(function* () {
        const token = yield* Token
        const store = yield* SessionStore
        yield* store.keepToken("old")
        yield* token.refused("old")
        const waiting = yield* Effect.forEach(Array.from({ length: 50 }), () =>
          Effect.forkChild(token.refresh, { startImmediately: true }),
        )
        yield* Deferred.succeed(gate, undefined)
        yield* Effect.forEach(waiting, Fiber.join)
        expect(renewing.renewals).toBe(1)
        expect(yield* token.current).toBe("new")
      }).pipe(provide(renewing))
    }),
  )

  it.effect("a call refused with an older token finds the new one already there", () => {
    const renewing: Renewing = { renewals: 0, next: ["new"] }
    return Effect.gen(function* () {
      const token = yield* Token
      const store = yield* SessionStore
      yield* store.keepToken("new")
      yield* token.refused("old")
      yield* token.refresh
      expect(renewing.renewals).toBe(0)
    }).pipe(provide(renewing))
  })

  it.effect("does not go round in circles with a token that was already refused", () => {
    const renewing: Renewing = { renewals: 0, next: ["old"] }
    return Effect.gen(function* () {
      const token = yield* Token
      const store = yield* SessionStore
      yield* store.keepToken("old")
      yield* token.refused("old")
      const refused = yield* Effect.flip(token.refresh)
      expect(refused.problem).toBe("Unauthenticated")
    }).pipe(provide(renewing))
  })

  it.effect("one impatient caller does not end the others' renewal", () =>
    Effect.gen(function* () {
      const gate = yield* Deferred.make<void>()
      const renewing: Renewing = { renewals: 0, next: ["new"], gate }
      yield* Effect.gen(function* () {
        const token = yield* Token
        yield* token.refused(null)
        const impatient = yield* Effect.forkChild(token.refresh, { startImmediately: true })
        const patient = yield* Effect.forkChild(token.refresh, { startImmediately: true })
        yield* Fiber.interrupt(impatient)
        yield* Deferred.succeed(gate, undefined)
        yield* Fiber.join(patient)
        expect(renewing.renewals).toBe(1)
      }).pipe(provide(renewing))
    }),
  )

  it.effect("says that nobody can be reached, and asks to sign in again for anything else", () => {
    const renewing: Renewing = { renewals: 0, next: [unreachable(), problem("Unavailable", "The provider is closed.")] }
    return Effect.gen(function* () {
      const token = yield* Token
      yield* token.refused(null)
      expect((yield* Effect.flip(token.refresh)).problem).toBe("Unreachable")
      expect((yield* Effect.flip(token.refresh)).problem).toBe("Unauthenticated")
    }).pipe(provide(renewing))
  })

  it.effect("reads the answer of a redirect only when this tab left for one", () => {
    const renewing: Renewing = { renewals: 0, next: [] }
    return Effect.gen(function* () {
      const token = yield* Token
      const store = yield* SessionStore
      expect(yield* token.restore).toBe("none")
      yield* store.setPending(true)
      expect(yield* token.restore).toBe("kept")
      expect(yield* token.current).toBe("answered")
      expect(yield* store.pending).toBe(false)
      yield* store.clear
      expect(yield* token.restore).toBe("none")
    }).pipe(provide(renewing, "answered"))
  })
})

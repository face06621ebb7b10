import { describe, expect, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Queue, Stream } from "effect"
import { FetchHttpClient } from "effect/http"
import { TestClock } from "effect/testing"
import { ApiClient } from "#effects/ApiClient.ts"
import { Feed } from "#effects/Feed.ts"
import { SessionStore } from "#effects/SessionStore.ts"
import { Token } from "#effects/Token.ts"
import { problem } from "#schemas/problem.ts"
import type { Change } from "#schemas/reporting/feed.ts"
import { signInAgain } from "#schemas/session/problems.ts"
import { fakeSignIn, silentRenewal } from "#tests/support/fakeSignIn.ts"

type Asked = { readonly bearer: string | null; readonly lastEventId: string | null }

const change = (pos: string): Change => ({ pos, thing: "campaign", id: `campaign-${pos}`, at: "2026-11-21T09:00:00Z" })
const asEvents = (changes: ReadonlyArray<Change>): string =>
  changes.map((one) => `id: ${one.pos}\ndata: ${JSON.stringify(one)}\n\n`).join("")

/** Each connection answers with some changes and ends, or is refused. */
const serverSending = (connections: ReadonlyArray<ReadonlyArray<Change> | 401 | 503>, renewed = "new") => {
  const asked: Array<Asked> = []
  const fakeFetch = (async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init)
    asked.push({ bearer: request.headers.get("authorization"), lastEventId: request.headers.get("last-event-id") })
    const answer = connections[asked.length - 1]
    if (answer === undefined) return new Promise<never>(() => undefined)
    if (answer === 401)
      return new Response(JSON.stringify(problem("Unauthenticated", "No.")), {
        status: 401,
        headers: { "content-type": "application/json" },
      })
    if (answer === 503) return new Response("", { status: 503, headers: { "retry-after": "120" } })
    return new Response(asEvents(answer), { headers: { "content-type": "text/event-stream" } })
  }) as typeof fetch
  const renew = renewed === "" ? Effect.fail(signInAgain()) : Effect.succeed(renewed)
  const layer = Feed.layer.pipe(
    Layer.provideMerge(ApiClient.layerAt("http://localhost")),
    Layer.provideMerge(silentRenewal),
    Layer.provideMerge(Token.layer),
    Layer.provideMerge(Layer.mergeAll(SessionStore.layer, fakeSignIn({ renew: () => renew }))),
    Layer.provideMerge(Layer.succeed(FetchHttpClient.Fetch, fakeFetch)),
  )
  return { asked, provide: Effect.provide(layer) }
}

/** Follows the feed; `next` waits for one change. */
const follow = Effect.gen(function* () {
  const { changes } = yield* Feed
  const heard = yield* Queue.unbounded<Change>()
  const fiber = yield* Effect.forkScoped(Stream.runForEach(changes, (one) => Queue.offer(heard, one)))
  return { fiber, next: Effect.map(Queue.take(heard), ({ pos }) => pos) }
})

/** Waits until so many connections were asked for. */
const connections = (asked: ReadonlyArray<Asked>, count: number) =>
  Effect.promise(async () => {
    await expect.poll(() => asked.length).toBe(count)
  })

describe("Feed", () => {
  it.effect("comes back after the connection ended, from where it was", () => {
    const { asked, provide } = serverSending([[change("1"), change("2")], [change("3")]])
    return Effect.gen(function* () {
      const { next } = yield* follow
      expect([yield* next, yield* next]).toEqual(["1", "2"])
      yield* TestClock.adjust("1 second")
      expect(yield* next).toBe("3")
      expect(asked.map(({ lastEventId }) => lastEventId).slice(0, 2)).toEqual([null, "2"])
    }).pipe(provide)
  })

  it.effect("renews a refused token and goes on", () => {
    const { asked, provide } = serverSending([401, [change("1")]])
    return Effect.gen(function* () {
      yield* Effect.flatMap(SessionStore, (store) => store.keepToken("old"))
      const { next } = yield* follow
      const first = yield* Effect.forkChild(next)
      yield* connections(asked, 1)
      yield* TestClock.adjust("1 second")
      expect(yield* Fiber.join(first)).toBe("1")
      expect(asked.map(({ bearer }) => bearer).slice(0, 2)).toEqual(["Bearer old", "Bearer new"])
    }).pipe(provide)
  })

  it.effect("stays away as long as the server asks for", () => {
    const { asked, provide } = serverSending([503, [change("1")]])
    return Effect.gen(function* () {
      const { next } = yield* follow
      const first = yield* Effect.forkChild(next)
      yield* connections(asked, 1)
      yield* TestClock.adjust("119 seconds")
      expect([asked.length, first.pollUnsafe()]).toEqual([1, undefined])
      yield* TestClock.adjust("1 second")
      expect(yield* Fiber.join(first)).toBe("1")
    }).pipe(provide)
  })

  it.effect("ends when only signing in again helps", () => {
    const { provide } = serverSending([401, 401, 401], "")
    return Effect.gen(function* () {
      yield* Effect.flatMap(SessionStore, (store) => store.keepToken("old"))
      const { fiber } = yield* follow
      expect((yield* Effect.flip(Fiber.join(fiber))).problem).toBe("Unauthenticated")
    }).pipe(provide)
  })

  it.effect("opens one connection for two tabs; the other hears of it, and takes over when the first is closed", () => {
    const { asked, provide } = serverSending([[change("1")], [change("2")]])
    return Effect.gen(function* () {
      const { changes } = yield* Feed
      const leading = yield* Effect.forkScoped(Stream.runDrain(changes))
      yield* connections(asked, 1)
      const { next } = yield* follow
      yield* TestClock.adjust("1 second")
      expect(yield* next).toBe("2")
      yield* connections(asked, 2)
      yield* Fiber.interrupt(leading)
      yield* connections(asked, 3)
    }).pipe(provide)
  })
})

import { expect, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { HttpServerRequest } from "effect/http"
import { TestClock } from "effect/testing"
import { refuseUnsoundBody } from "#server/http/soundBody.ts"

const posting = (body: BodyInit, type = "application/json") =>
  refuseUnsoundBody.pipe(
    Effect.provideService(
      HttpServerRequest.HttpServerRequest,
      HttpServerRequest.fromWeb(
        new Request("http://localhost/api/x", {
          method: "POST",
          body,
          headers: { "content-type": type },
          duplex: "half",
        } as RequestInit),
      ),
    ),
  )

it.effect("a body that does not end is waited for half a minute, not longer", () =>
  Effect.gen(function* () {
    const waiting = yield* Effect.forkChild(Effect.flip(posting(new ReadableStream({}))))
    yield* TestClock.adjust("29 seconds")
    expect(waiting.pollUnsafe()).toBeUndefined()
    yield* TestClock.adjust("1 second")
    expect(yield* Fiber.join(waiting)).toMatchObject({
      problem: "BadRequest",
      message: "The request took too long to arrive.",
    })
  }),
)

it.effect("what only looks like a fault is let in: equal keys of different things, and keys within texts", () =>
  Effect.gen(function* () {
    const good = [
      { mapping: [{ column: "a" }, { column: "b" }] },
      { text: 'say "name": twice, "name": and \\ "', name: "😀 \u00e9" },
      { 'a key with "quotes":': { "": 1 } },
      ["a", 1, null, true],
    ]
    for (const body of good) yield* posting(JSON.stringify(body, null, 2))
    expect(yield* Effect.flip(posting('{"a":1,"\\u0061":2}'))).toMatchObject({
      message: "The request names a field twice.",
    })
  }),
)

it.effect("what is no JSON is left to the contract, which says so", () =>
  Effect.gen(function* () {
    yield* posting('{"a":1,"a":2', "application/json; charset=utf-8")
    expect(yield* posting("a=1&a=2", "application/x-www-form-urlencoded")).toBeUndefined()
  }),
)

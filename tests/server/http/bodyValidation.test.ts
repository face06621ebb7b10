import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import { refuseInvalidBody } from "#server/http/bodyValidation.ts"

const posting = (body: BodyInit, type = "application/json") =>
  refuseInvalidBody.pipe(
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
    yield* posting('{"a":1,"b":', "application/json; charset=utf-8")
    expect(yield* posting("a=1&a=2", "application/x-www-form-urlencoded")).toBeUndefined()
  }),
)

it.effect("bytes that are no text are refused", () =>
  Effect.gen(function* () {
    const broken = Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d)
    expect(yield* Effect.flip(posting(broken))).toMatchObject({
      problem: "Invalid",
      message: "The request holds characters that are not text.",
    })
  }),
)

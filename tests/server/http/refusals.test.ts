import { expect, it } from "@effect/vitest"
import { Effect, Logger } from "effect"
import { SqlError, UnknownError } from "effect/sql/SqlError"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { Refusals } from "#schemas/caller.ts"
import { answeringAll } from "#server/http/plainAnswers.ts"
import { refusalsLayer } from "#server/http/refusals.ts"
import { collectLog } from "#tests/support/logged.ts"

const call = { endpoint: { identifier: "PreviewMessage" }, group: { identifier: "Template" } } as never

const readBody = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  return HttpServerResponse.jsonUnsafe({ characters: (yield* Effect.orDie(request.text)).length })
})

const answeredWith = (bytes: number, contentType: string, read: typeof readBody = readBody) =>
  Effect.gen(function* () {
    const refusals = yield* Refusals
    return yield* (refusals as unknown as (effect: typeof read, options: never) => typeof read)(read, call)
  }).pipe(
    Effect.provide(refusalsLayer),
    Effect.provideService(
      HttpServerRequest.HttpServerRequest,
      HttpServerRequest.fromWeb(
        new Request("http://localhost/api/Template/PreviewMessage", {
          method: "POST",
          body: "x".repeat(bytes),
          headers: { "content-type": contentType },
        }),
      ),
    ),
  )

it.effect("a body larger than 1 MB is refused before it is kept", () =>
  Effect.gen(function* () {
    const failure = yield* Effect.flip(answeredWith(1_048_577, "application/json"))
    expect(failure).toMatchObject({ problem: "TooLarge", message: "The request is larger than 1 MB." })
    expect((yield* answeredWith(1_048_576, "application/json")).status).toBe(200)
  }),
)

it.effect("a form has the limit of its files instead", () =>
  Effect.gen(function* () {
    expect((yield* answeredWith(1_048_577, "multipart/form-data; boundary=x")).status).toBe(200)
  }),
)

it.effect("a table that is missing is logged as an error, as the statement may be wrong", () =>
  Effect.gen(function* () {
    for (const [code, wanted] of [
      ["42P01", ["Warn", "Error"]],
      ["57P01", ["Warn"]],
    ] as const) {
      const levels: Array<string> = []
      const logger = Logger.make(({ logLevel }) => levels.push(logLevel))
      const reason = new UnknownError({ cause: Object.assign(new Error("no"), { code }) })
      const broken = Effect.die(new SqlError({ reason }))
      const failure = yield* Effect.flip(answeredWith(1, "text/plain", broken)).pipe(
        Effect.provide(Logger.layer([logger])),
      )
      expect(failure).toMatchObject({ problem: "Unavailable" })
      expect(levels).toEqual(wanted)
    }
  }),
)

it.effect("a defect in a route outside the contract is answered in the error form and logged once", () =>
  Effect.gen(function* () {
    const { lines, layer } = collectLog()
    const request = HttpServerRequest.fromWeb(new Request("http://localhost/auth-config.json"))
    const answer = yield* answeringAll(Effect.die(new Error("a broken route"))).pipe(
      Effect.provideService(HttpServerRequest.HttpServerRequest, request),
      Effect.provide(layer),
    )
    const body = (yield* Effect.promise(() => HttpServerResponse.toWeb(answer).json())) as Record<string, string>
    expect([answer.status, body["problem"], body["statusCode"]]).toEqual([500, "Unexpected", "500"])
    expect(body["correlationId"]).toBe(answer.headers["x-correlation-id"])
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain(body["correlationId"])
    expect(lines[0]).toContain("a broken route")
  }),
)

import { expect, layer } from "@effect/vitest"
import { Effect, Fiber, Latch } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { answerOnce } from "#server/http/idempotency.ts"
import { Database } from "#server/store/Database.ts"
import { Caller } from "#tests/support/callingAs.ts"
import { embeddedDatabase } from "#tests/support/embeddedDatabase.ts"

const command = (key: string, body = "{}") =>
  HttpServerRequest.fromWeb(
    new Request("http://localhost/api/Campaign/ChangeState", {
      method: "POST",
      body,
      headers: { "content-type": "application/json", "idempotency-key": key },
    }),
  )

const makeCompany = Effect.gen(function* () {
  const { sql, company } = yield* Database
  yield* company(1)(
    sql`insert into companies (company_id, hashed_id, name, code, timezone)
        values (1, 'hashed-company-1', 'Clinic', 'C', 'UTC') on conflict do nothing`,
  )
})

const sent = <E, R>(
  request: HttpServerRequest.HttpServerRequest,
  handler: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
) =>
  Effect.flatMap(Caller, (person) => answerOnce(person, handler)).pipe(
    Effect.provideService(HttpServerRequest.HttpServerRequest, request),
  )

const textOf = (response: HttpServerResponse.HttpServerResponse) =>
  Effect.promise(() => HttpServerResponse.toWeb(response).text())

layer(embeddedDatabase, { excludeTestServices: true })("a command sent twice", (it) => {
  it.effect("is answered as the first time although the first connection broke", () =>
    Effect.gen(function* () {
      yield* makeCompany
      const began = yield* Latch.make(false)
      const goOn = yield* Latch.make(false)
      let runs = 0
      const handler = Effect.gen(function* () {
        runs += 1
        began.openUnsafe()
        yield* goOn.await
        return HttpServerResponse.jsonUnsafe({ run: runs })
      })
      const first = yield* Effect.forkChild(sent(command("key-broken"), handler))
      yield* began.await
      const broken = yield* Effect.forkChild(Fiber.interrupt(first))
      yield* goOn.open
      yield* Fiber.await(first)
      yield* Fiber.join(broken)
      expect(yield* textOf(yield* sent(command("key-broken"), handler))).toBe('{"run":1}')
      expect(runs).toBe(1)
    }),
  )

  it.effect("is refused while the first one runs, and when it asks for something else", () =>
    Effect.gen(function* () {
      yield* makeCompany
      const inner = sent(command("key-running"), Effect.die("not reached"))
      const outer = sent(
        command("key-running"),
        Effect.map(Effect.flip(inner), (failure) => HttpServerResponse.jsonUnsafe(failure)),
      )
      expect(yield* textOf(yield* outer)).toContain("NotAllowedNow")
      const other = yield* Effect.flip(sent(command("key-running", '{"other":1}'), Effect.die("not reached")))
      expect(other).toMatchObject({ problem: "Invalid" })
    }),
  )

  it.effect("runs again after it failed", () =>
    Effect.gen(function* () {
      yield* makeCompany
      yield* Effect.flip(sent(command("key-failed"), Effect.fail("mended later")))
      const response = yield* sent(command("key-failed"), Effect.succeed(HttpServerResponse.jsonUnsafe({ ok: true })))
      expect(yield* textOf(response)).toBe('{"ok":true}')
    }),
  )
})

import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it as plainIt, layer } from "@effect/vitest"
import { Clock, Effect, Fiber, Latch } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { CompanyId } from "#schemas/ids.ts"
import { answerOnce } from "#server/http/idempotency.ts"
import { Database } from "#server/store/Database.ts"
import { Caller } from "#tests/support/callingAs.ts"
import { embeddedDatabase, snapshotOfSchema } from "#tests/support/embeddedDatabase.ts"

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
  yield* company(CompanyId.make(1))(
    sql`insert into companies (company_id, hashed_id, name, code, timezone)
        values (1, 'hashed-company-1', 'Clinic', 'C', 'UTC') on conflict do nothing`,
  )
})

const sent = <E, R>(
  request: HttpServerRequest.HttpServerRequest,
  handler: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
) =>
  Effect.flatMap(Caller, (person) => answerOnce(person, "Campaign.ChangeState", handler)).pipe(
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

  const reserve = (id: number) =>
    Effect.gen(function* () {
      const { sql, company } = yield* Database
      yield* company(CompanyId.make(1))(
        sql`insert into reservations (company_id, kind, id, user_id, at)
            values (1, 'Campaign', ${id}, 1, '2026-11-21T09:00:00Z')`,
      )
      return HttpServerResponse.jsonUnsafe({ id })
    })
  const kept = (id: number, key: string) =>
    Effect.gen(function* () {
      const { sql, company } = yield* Database
      const [row] = yield* company(CompanyId.make(1))(
        sql<{ done: boolean; reply: string | null }>`
          select exists (select from reservations where id = ${id}) as done,
                 (select reply from commands where command_id = ${`1:${key}`}) as reply`,
      )
      return row
    })

  it.effect("has its reply as soon as it has its effect, and neither when it could not end", () =>
    Effect.gen(function* () {
      yield* makeCompany
      yield* Effect.exit(sent(command("key-killed"), Effect.andThen(reserve(71), Effect.die("killed"))))
      expect(yield* kept(71, "key-killed")).toEqual({ done: false, reply: null })
      yield* sent(command("key-killed"), reserve(71))
      expect(yield* kept(71, "key-killed")).toEqual({ done: true, reply: '{"id":71}' })
      expect(yield* textOf(yield* sent(command("key-killed"), Effect.die("not reached")))).toBe('{"id":71}')
    }),
  )

  it.effect("runs when the process that claimed it was killed a minute ago, not sooner", () =>
    Effect.gen(function* () {
      yield* makeCompany
      const { sql, company } = yield* Database
      yield* sent(command("key-lost"), reserve(72))
      const claimedAgo = (millis: number) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) =>
          company(CompanyId.make(1))(
            sql`update commands set reply = null, at = ${new Date(now - millis).toISOString()}::timestamptz
                where command_id = '1:key-lost'`,
          ),
        )
      yield* claimedAgo(50_000)
      expect(yield* Effect.flip(sent(command("key-lost"), reserve(73)))).toMatchObject({ problem: "NotAllowedNow" })
      yield* claimedAgo(61_000)
      expect(yield* textOf(yield* sent(command("key-lost"), reserve(73)))).toBe('{"id":73}')
    }),
  )

  it.effect("runs again after it failed", () =>
    Effect.gen(function* () {
      yield* makeCompany
      yield* Effect.flip(sent(command("key-failed"), Effect.fail("corrected later")))
      const response = yield* sent(command("key-failed"), Effect.succeed(HttpServerResponse.jsonUnsafe({ ok: true })))
      expect(yield* textOf(response)).toBe('{"ok":true}')
    }),
  )
})

plainIt.live("a command's key outlives a restart: the same answer, and a refusal for another request", () =>
  Effect.gen(function* () {
    const dataDir = yield* Effect.acquireRelease(
      Effect.sync(() => mkdtempSync(join(tmpdir(), "admin-view-data-"))),
      (folder) => Effect.sync(() => rmSync(folder, { recursive: true })),
    )
    const started = <A, E>(effect: Effect.Effect<A, E, Database>) =>
      Effect.provide(effect, Database.layer({ dataDir, snapshot: snapshotOfSchema() }), { local: true })
    const done = Effect.succeed(HttpServerResponse.jsonUnsafe({ run: 1 }))
    yield* started(Effect.andThen(makeCompany, sent(command("key-restart"), done)))
    yield* started(
      Effect.gen(function* () {
        const again = yield* sent(command("key-restart"), Effect.die("not reached"))
        expect(yield* textOf(again)).toBe('{"run":1}')
        const other = yield* Effect.flip(sent(command("key-restart", '{"other":1}'), Effect.die("not reached")))
        expect(other).toMatchObject({ statusCode: "422", problem: "Invalid" })
      }),
    )
  }),
)

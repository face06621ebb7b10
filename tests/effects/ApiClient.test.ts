import { describe, expect, it } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import { FetchHttpClient } from "effect/http"
import { TestClock } from "effect/testing"
import { ApiClient } from "#effects/ApiClient.ts"
import { Session } from "#effects/Session.ts"
import { SessionStore } from "#effects/SessionStore.ts"
import { Token } from "#effects/Token.ts"
import { problem } from "#schemas/problem.ts"
import { fakeSignIn } from "#tests/support/fakeSignIn.ts"

type Call = {
  readonly method: string
  readonly path: string
  readonly bearer: string | null
  readonly key: string | null
}
type Answer = { readonly status: number; readonly body: unknown } | "html" | "offline" | "silence"

const contentOf = (answer: Exclude<Answer, "offline" | "silence">): Response =>
  answer === "html"
    ? new Response("<!doctype html><title>Not ours</title>", { status: 200, headers: { "content-type": "text/html" } })
    : new Response(JSON.stringify(answer.body), {
        status: answer.status,
        headers: { "content-type": "application/json" },
      })

const serverAnswering = (answers: ReadonlyArray<Answer>) => {
  const calls: Array<Call> = []
  const fakeFetch = (async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init)
    calls.push({
      method: request.method,
      path: new URL(request.url).pathname,
      bearer: request.headers.get("authorization"),
      key: request.headers.get("idempotency-key"),
    })
    const answer = answers[Math.min(calls.length, answers.length) - 1] ?? "offline"
    if (answer === "silence") return new Promise<Response>(() => undefined)
    if (answer === "offline") throw new TypeError("fetch failed")
    return contentOf(answer)
  }) as typeof fetch
  const kept = Layer.mergeAll(SessionStore.layer, fakeSignIn())
  const layer = Session.layer.pipe(
    Layer.provideMerge(ApiClient.layerAt("http://localhost")),
    Layer.provideMerge(Token.layer),
    Layer.provideMerge(kept),
    Layer.provideMerge(Layer.succeed(FetchHttpClient.Fetch, fakeFetch)),
  )
  return { calls, provide: Effect.provide(layer) }
}

const dashboard = { asOf: "2026-11-21T15:04:00Z", zone: "UTC", contractEnd: null, needsYou: [] }
const ok = { status: 200, body: { statusCode: "200", status: "ok", data: dashboard } }
const readDashboard = Effect.flatMap(ApiClient, (api) => api.call((client) => client.Report.GetDashboard({})))

describe("ApiClient", () => {
  it.effect("carries the token and decodes the answer", () => {
    const { calls, provide } = serverAnswering([ok])
    return Effect.gen(function* () {
      yield* Effect.flatMap(SessionStore, (store) => store.keepToken("mine"))
      expect((yield* readDashboard).data).toEqual(dashboard)
      expect(calls).toEqual([{ method: "GET", path: "/api/Report/GetDashboard", bearer: "Bearer mine", key: null }])
    }).pipe(provide)
  })

  it.effect("hands the server's problem on as it is, and never tries again by itself", () => {
    const refusal = { ...problem("Unauthenticated", "The token is no longer valid."), correlationId: "c-1" }
    const { calls, provide } = serverAnswering([{ status: 401, body: refusal }])
    return Effect.gen(function* () {
      yield* Effect.flatMap(SessionStore, (store) => store.keepToken("old"))
      expect(yield* Effect.flip(readDashboard)).toEqual(refusal)
      expect(calls.length).toBe(1)
    }).pipe(provide)
  })

  it.effect("waits for an answer as long as the person does: a call has no timeout", () =>
    Effect.gen(function* () {
      const call = yield* Effect.forkChild(readDashboard)
      yield* TestClock.adjust("1 day")
      expect(call.pollUnsafe()).toBeUndefined()
      yield* Fiber.interrupt(call)
    }).pipe(serverAnswering(["silence"]).provide),
  )

  it.effect("marks the token a call was refused with, so that renewing brings another", () => {
    const { calls, provide } = serverAnswering([{ status: 401, body: problem("Unauthenticated", "No.") }, ok])
    return Effect.gen(function* () {
      yield* Effect.flatMap(SessionStore, (store) => store.keepToken("old"))
      yield* Effect.flip(readDashboard)
      yield* Effect.flatMap(Token, (token) => token.silently)
      yield* readDashboard
      expect(calls.map(({ bearer }) => bearer)).toEqual(["Bearer old", "Bearer new"])
    }).pipe(provide)
  })

  it.effect("tells no connection from an answer that is not ours", () =>
    Effect.gen(function* () {
      const offline = yield* Effect.flip(readDashboard).pipe(serverAnswering(["offline"]).provide)
      expect(offline.problem).toBe("Unreachable")
      const html = yield* Effect.flip(readDashboard).pipe(serverAnswering(["html"]).provide)
      expect(html.problem).toBe("Unexpected")
      const foreign = yield* Effect.flip(readDashboard).pipe(
        serverAnswering([{ status: 502, body: { error: "bad gateway" } }]).provide,
      )
      expect(foreign.problem).toBe("Unexpected")
    }),
  )

  it.effect("sends a command's id along", () => {
    const { calls, provide } = serverAnswering([{ status: 200, body: { statusCode: "200", status: "ok", data: {} } }])
    return Effect.gen(function* () {
      const publish = Effect.flatMap(ApiClient, (api) =>
        api.call((client) =>
          client.Template.PublishTemplate({
            query: { templateId: 7 },
            headers: { "idempotency-key": "command-12345" },
          }),
        ),
      )
      yield* publish
      expect(calls[0]?.key).toBe("command-12345")
    }).pipe(provide)
  })
})

const person = {
  userId: 3,
  userType: 2,
  userName: "n@x.test",
  displayName: "N",
  companyId: 2,
  companyName: "C",
  companyZone: "America/Los_Angeles",
  actingCompany: null,
  accessIds: [1, 4],
}

describe("Session", () => {
  const login = Effect.flatMap(Session, (session) => session.login)

  it.effect("keeps the person's values and the token when the login call succeeds", () => {
    const reply = { statusCode: "200", status: "ok", ...person, token: { access_Token: "fresh" } }
    const { calls, provide } = serverAnswering([{ status: 200, body: reply }])
    return Effect.gen(function* () {
      expect(yield* login).toMatchObject({ outcome: "signedIn", person: person as never })
      expect(yield* Effect.flatMap(Token, (token) => token.current)).toBe("fresh")
      expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual(["POST /api/User/login"])
    }).pipe(provide)
  })

  const refusals = [
    [{ status: "locked", message: "Locked." }, { outcome: "locked" }],
    [
      { status: "contract", message: "Company contract has expired" },
      { outcome: "refused", refusal: "contractExpired" },
    ],
    [
      { status: "contract", message: "This is not valid yet" },
      { outcome: "refused", refusal: "contractNotStarted" },
    ],
    [
      { status: "invalid", message: "Unknown." },
      { outcome: "refused", refusal: "invalid" },
    ],
  ] as const
  it.effect.each(refusals)("reads a refusal of a verified person: %j", ([reply, outcome]) => {
    const { provide } = serverAnswering([{ status: 200, body: { statusCode: "403", ...reply } }])
    return Effect.gen(function* () {
      expect(yield* login).toEqual(outcome)
    }).pipe(provide)
  })
})

import { usualPreferences } from "#schemas/preferences.ts"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import { FetchHttpClient } from "effect/http"
import { TestClock } from "effect/testing"
import { ApiClient } from "#effects/ApiClient.ts"
import { Session } from "#effects/Session.ts"
import { SessionStore } from "#effects/SessionStore.ts"
import { Token } from "#effects/Token.ts"
import { TemplateId } from "#schemas/ids.ts"
import { notFound, problem } from "#schemas/problem.ts"
import { wayOutOf } from "#schemas/session/wayOut.ts"
import { callNotWritten, signInAgain, wrongAddress } from "#schemas/session/problems.ts"
import { CampaignGroup } from "#schemas/outreach/campaignCalls.ts"
import { TemplateGroup } from "#schemas/outreach/templateCalls.ts"
import { ReportGroup } from "#schemas/reporting/reportCalls.ts"
import { fakeSignIn } from "#tests/support/fakeSignIn.ts"

type Call = {
  readonly method: string
  readonly path: string
  readonly bearer: string | null
  readonly key: string | null
}
type Answer = { readonly status: number; readonly body: unknown } | Response | "offline" | "silence"

const text = (status: number, body: string, type: string, retryAfter?: string): Response =>
  new Response(body, {
    status,
    headers: { "content-type": type, ...(retryAfter === undefined ? {} : { "retry-after": retryAfter }) },
  })
const page = (status: number): Response => text(status, "<!doctype html><title>Not ours</title>", "text/html")

const contentOf = (answer: Exclude<Answer, "offline" | "silence">): Response =>
  answer instanceof Response
    ? answer.clone()
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

const dashboard = { asOf: "2026-11-21T15:04:00Z", zone: "UTC", needsYou: [] }
const ok = { status: 200, body: { statusCode: "200", status: "ok", data: dashboard } }
const readDashboard = Effect.flatMap(ApiClient, (api) => api.call(ReportGroup, (client) => client.GetDashboard({})))

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

  it.effect("distinguishes no connection from an answer that is not ours", () =>
    Effect.gen(function* () {
      const offline = yield* Effect.flip(readDashboard).pipe(serverAnswering(["offline"]).provide)
      expect(offline.problem).toBe("Unreachable")
      const html = yield* Effect.flip(readDashboard).pipe(serverAnswering([page(200)]).provide)
      expect(html.problem).toBe("Unexpected")
      const other = yield* Effect.flip(readDashboard).pipe(
        serverAnswering([{ status: 200, body: { title: "Not ours" } }]).provide,
      )
      expect(other.problem).toBe("Unexpected")
    }),
  )

  it.effect.each([
    [200, "Unreachable"],
    [500, "Unexpected"],
    [401, "Unauthenticated"],
  ] as const)("asks for nothing twice when an answer breaks off in the middle: %i reads %s", ([status, name]) =>
    Effect.gen(function* () {
      const half = new ReadableStream<Uint8Array>({
        start: (body) => body.enqueue(new TextEncoder().encode('{"statusCode":"200","da')),
        pull: (body) => body.error(new TypeError("network error")),
      })
      const answer = new Response(half, { status, headers: { "content-type": "application/json" } })
      const { calls, provide } = serverAnswering([answer])
      const failure = yield* Effect.flip(readDashboard).pipe(provide)
      expect(failure.problem).toBe(name)
      expect(wayOutOf(failure)).toBeDefined()
      expect(calls).toHaveLength(1)
    }),
  )

  const bodies = (status: number): ReadonlyArray<Response> => [
    text(status, "", "text/plain"),
    text(status, "", "application/json"),
    text(status, "{}", "application/json"),
    text(status, "null", "application/json"),
    text(status, '{"error":{"code":"invalid_token"}}', "application/json"),
    text(status, JSON.stringify({ ...problem("Forbidden", "Another name."), statusCode: "403" }), "application/json"),
    text(status, JSON.stringify(problem("StaleVersion", "Another status.")), "application/json"),
    text(status, "{not json", "application/json"),
    text(status, "no token", "text/plain"),
    page(status),
  ]

  it.effect.each(bodies(401).map((_, index) => index))("reads a 401 as a 401, whatever its body (%i)", (index) => {
    const [answer] = bodies(401).slice(index)
    const { provide } = serverAnswering([answer as Response, ok])
    return Effect.gen(function* () {
      yield* Effect.flatMap(SessionStore, (store) => store.keepToken("old"))
      expect(yield* Effect.flip(readDashboard)).toEqual(signInAgain())
      yield* Effect.flatMap(Token, (token) => token.silently)
      expect((yield* readDashboard).data).toEqual(dashboard)
    }).pipe(provide)
  })

  it.effect.each([
    [403, "Forbidden"],
    [404, "NotFound"],
    [413, "TooLarge"],
    [414, "TooLarge"],
    [429, "TooManyRequests"],
    [431, "TooLarge"],
    [500, "Unexpected"],
    [502, "BadGateway"],
    [503, "BadGateway"],
    [504, "BadGateway"],
  ] as const)("keeps the status of an answer that is not ours: %i is %s", ([status, name]) =>
    Effect.gen(function* () {
      for (const answer of bodies(status)) {
        const body = yield* Effect.promise(() => answer.clone().text())
        const failure = yield* Effect.flip(readDashboard).pipe(serverAnswering([answer]).provide)
        if (!(status === 403 && body.includes("Another name"))) expect([body, failure.problem]).toEqual([body, name])
        expect(failure.message).toMatch(/\.$/)
      }
    }),
  )

  const clock = /Try again after \d+:\d\d:\d\d (AM|PM) \S+\.$/
  it.effect.each([
    ["a number of seconds", "90", "1970-01-01T00:01:30.000Z"],
    ["a date", "Thu, 01 Jan 1970 00:20:00 GMT", "1970-01-01T00:20:00.000Z"],
  ] as const)("says when it may be tried again, where the answer does: %s", ([_, after, retryAt]) =>
    Effect.gen(function* () {
      for (const status of [429, 503]) {
        const foreign = text(status, "<h1>Slow down</h1>", "text/html", after)
        const failure = yield* Effect.flip(readDashboard).pipe(serverAnswering([foreign]).provide)
        expect(failure).toMatchObject({ retryAt, message: expect.stringMatching(clock) as string })
      }
      const limit = problem("TooManyRequests", "Too many. The next one is possible in 90 seconds.")
      const own = yield* Effect.flip(readDashboard).pipe(
        serverAnswering([text(429, JSON.stringify(limit), "application/json", after)]).provide,
      )
      expect(own).toEqual({ ...limit, retryAt })
      const nonsense = text(503, "", "text/plain", "soon")
      const other = yield* Effect.flip(readDashboard).pipe(serverAnswering([nonsense]).provide)
      expect([other.retryAt, clock.test(other.message)]).toEqual([undefined, false])
    }),
  )

  it.effect("names the day and the year of a time to come where it is another one, and no time that is over", () =>
    Effect.gen(function* () {
      const saidAfter = (after: string) =>
        Effect.map(
          Effect.flip(readDashboard).pipe(serverAnswering([text(503, "", "text/plain", after)]).provide),
          ({ message }) => message,
        )
      yield* TestClock.setTime(Date.UTC(2026, 10, 22, 12))
      expect(yield* saidAfter("Mon, 28 Dec 2026 12:00:00 GMT")).toMatch(/ Try again after Dec 28, [\d:]+ [AP]M \S+\.$/)
      expect(yield* saidAfter("Tue, 12 Jan 2027 12:00:00 GMT")).toMatch(/ Try again after Jan 12, 2027, /)
      expect(yield* saidAfter("Sun, 22 Nov 2026 11:00:00 GMT")).toBe("The server takes no requests at the moment.")
      expect(yield* saidAfter("0")).toBe("The server takes no requests at the moment.")
    }),
  )

  it.effect("takes the reference of an answer from its header where the body names none", () =>
    Effect.gen(function* () {
      const broken = new Response("", { status: 500, headers: { "x-correlation-id": "c-7" } })
      const failure = yield* Effect.flip(readDashboard).pipe(serverAnswering([broken]).provide)
      expect(failure).toMatchObject({ problem: "Unexpected", correlationId: "c-7" })
    }),
  )

  it.effect("blames the address for what never left, and not the server", () => {
    const { calls, provide } = serverAnswering([ok])
    const search = Effect.flatMap(ApiClient, (api) =>
      api.call(CampaignGroup, (client) => client.GetCampaigns({ query: { search: "x".repeat(81), pageSize: 50 } })),
    )
    return Effect.gen(function* () {
      expect(yield* Effect.flip(search)).toEqual(callNotWritten())
      const lost = ApiClient.layerAt("no address at all")
      const wired = lost.pipe(Layer.provide([Token.layer, SessionStore.layer]), Layer.provide(fakeSignIn()))
      const nowhere = Layer.provide(wired, Layer.mergeAll(SessionStore.layer, fakeSignIn()))
      expect(yield* Effect.flip(Effect.provide(readDashboard, nowhere))).toEqual(wrongAddress())
      expect(calls).toEqual([])
    }).pipe(provide)
  })

  it.effect("finds nothing under an id that is none, as under any unknown one, and asks no server", () => {
    const { calls, provide } = serverAnswering([ok])
    const read = Effect.flatMap(ApiClient, (api) =>
      api.call(CampaignGroup, (client) => client.GetCampaignDetail({ query: { campaignHashedId: "<not an id>" } })),
    )
    return Effect.gen(function* () {
      expect(yield* Effect.flip(read)).toEqual(notFound())
      expect(calls).toEqual([])
    }).pipe(provide)
  })

  it.effect("sends a command's id along", () => {
    const { calls, provide } = serverAnswering([{ status: 200, body: { statusCode: "200", status: "ok", data: {} } }])
    return Effect.gen(function* () {
      const publish = Effect.flatMap(ApiClient, (api) =>
        api.call(TemplateGroup, (client) =>
          client.PublishTemplate({
            query: { templateId: TemplateId.make(7) },
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
  preferences: usualPreferences,
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
    [{ statusCode: "403", status: "locked", message: "Locked." }, { outcome: "locked" }],
    [
      { statusCode: "403", status: "contract", message: "Company contract has expired" },
      { outcome: "refused", refusal: "contractExpired" },
    ],
    [
      { statusCode: "403", status: "contract", message: "This is not valid yet" },
      { outcome: "refused", refusal: "contractNotStarted" },
    ],
    [
      { statusCode: "403", status: "invalid", message: "Unknown." },
      { outcome: "refused", refusal: "invalid" },
    ],
  ] as const
  it.effect.each(refusals)("reads a refusal of a verified person: %j", ([body, outcome]) => {
    const { provide } = serverAnswering([{ status: 200, body }])
    return Effect.gen(function* () {
      expect(yield* login).toEqual(outcome)
    }).pipe(provide)
  })

  const { userId: _, ...anonymous } = person
  const unnamed = [
    { statusCode: "403", status: "expiring", message: "Soon." },
    { statusCode: 403, status: "invalid" },
    { statusCode: 200, status: "ok", ...person, token: { access_Token: "fresh" } },
    { statusCode: "200", status: "ok", ...anonymous, token: { access_Token: "fresh" } },
    { statusCode: "200", status: "ok", ...person },
    { status: null, message: 7 },
    {},
  ]
  it.effect.each(unnamed)("reads an outcome that is not named as invalid credentials: %j", (body) => {
    const { provide } = serverAnswering([{ status: 200, body }])
    return Effect.gen(function* () {
      expect(yield* login).toEqual({ outcome: "refused", refusal: "invalid" })
      expect(yield* Effect.flatMap(Token, (token) => token.current)).toBeNull()
    }).pipe(provide)
  })

  it.effect("is locked by the status, whatever stands next to it", () =>
    Effect.gen(function* () {
      expect(yield* login).toEqual({ outcome: "locked" })
    }).pipe(serverAnswering([{ status: 200, body: { statusCode: 423, status: "locked" } }]).provide),
  )

  it.effect("takes what is no reply of a login call for no outcome of it", () =>
    Effect.gen(function* () {
      for (const answer of [page(200), text(200, "", "application/json"), text(200, '"ok"', "application/json")])
        expect((yield* Effect.flip(login).pipe(serverAnswering([answer]).provide)).problem).toBe("Unexpected")
      expect((yield* Effect.flip(login).pipe(serverAnswering([page(401)]).provide)).problem).toBe("Unauthenticated")
    }),
  )
})

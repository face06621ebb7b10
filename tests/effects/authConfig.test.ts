import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { Effect, Layer } from "effect"
import { FetchHttpClient } from "effect/http"
import { ApiClient } from "#effects/ApiClient.ts"
import { SessionStore } from "#effects/SessionStore.ts"
import { Token } from "#effects/Token.ts"
import { embeddedIdentity } from "#server/identity/IdentityConfig.ts"
import { foreignAnswer, unexpectedAnswer, unreachable } from "#schemas/session/problems.ts"
import { ReportGroup } from "#schemas/reporting/reportCalls.ts"

const config = embeddedIdentity({ publicUrl: "https://admin.example", apiBase: "https://api.example" }).authConfig

type Answer = "offline" | { readonly status: number; readonly body: unknown }
let answers: Array<Answer> = []
let asked: Array<string> = []
let read: typeof import("#effects/authConfig.ts")

beforeEach(async () => {
  asked = []
  vi.stubGlobal("fetch", async (address: string) => {
    asked.push(address)
    const answer = answers.shift() ?? "offline"
    if (answer === "offline") throw new TypeError("fetch failed")
    return new Response(JSON.stringify(answer.body), { status: answer.status })
  })
  vi.resetModules()
  read = await import("#effects/authConfig.ts")
})
afterEach(() => void vi.unstubAllGlobals())

describe("what the server says of sign-in", () => {
  it("is read once for all who ask", async () => {
    answers = [{ status: 200, body: config }]
    const all = await Promise.all([read.readAuthConfig(), read.readAuthConfig(), Effect.runPromise(read.apiBase)])
    expect(all).toEqual([config, config, "https://api.example"])
    expect(asked).toEqual(["/auth-config.json"])
  })

  it("is read again after it could not be read, was refused or was not ours", async () => {
    answers = [
      "offline",
      { status: 503, body: {} },
      { status: 200, body: { title: "a proxy" } },
      { status: 200, body: config },
    ]
    const failures = []
    for (let time = 0; time < 3; time++) failures.push(await Effect.runPromise(Effect.flip(read.apiBase)))
    expect(failures).toEqual([unreachable(), foreignAnswer(503), unexpectedAnswer()])
    expect(await Effect.runPromise(read.apiBase)).toBe("https://api.example")
  })
})

describe("a call", () => {
  it("goes where the settings say, once they are there; without them the server counts as unreachable", async () => {
    answers = ["offline", { status: 200, body: config }]
    const called: Array<string> = []
    const fetchOfCalls = (async (input: RequestInfo | URL, init?: RequestInit) => {
      called.push(new Request(input, init).url)
      throw new TypeError("fetch failed")
    }) as typeof fetch
    const token = Layer.succeed(Token, { current: Effect.succeed(null) } as unknown as Token["Service"])
    const layer = ApiClient.layerAt(read.apiBase).pipe(
      Layer.provide([token, SessionStore.layer, Layer.succeed(FetchHttpClient.Fetch, fetchOfCalls)]),
    )
    const ask = ApiClient.use((api) => Effect.flip(api.call(ReportGroup, (client) => client.GetDashboard({}))))
    const [first, second] = await Effect.runPromise(Effect.all([ask, ask]).pipe(Effect.provide(layer)))
    expect([first, second]).toEqual([unreachable(), unreachable()])
    expect(called).toEqual(["https://api.example/api/Report/GetDashboard"])
  })
})

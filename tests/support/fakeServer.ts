import { Effect, Layer } from "effect"
import { FetchHttpClient } from "effect/http"
import { ApiClient } from "#effects/ApiClient.ts"
import { SessionStore } from "#effects/SessionStore.ts"
import { Token } from "#effects/Token.ts"
import { fakeSignIn } from "./fakeSignIn.ts"

/** One call as it crossed the wire. */
export type SeenCall = {
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly key: string | null
  /** The version the command was made against, where it names one. */
  readonly match?: string | undefined
  readonly body: unknown
}

/** An answer in the wire's form: `data` succeeds, `problem` fails with its HTTP status. */
type Answer =
  | { readonly data: unknown; readonly next?: string; readonly message?: string }
  | { readonly problem: { readonly statusCode: string } }

/** A server behind the real client and codec that answers each call by a function of the call. */
export const fakeServer = (answer: (call: SeenCall) => Answer) => {
  const calls: Array<SeenCall> = []
  const fakeFetch = (async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    const text = await request.text()
    const call: SeenCall = {
      path: url.pathname.replace("/api/", ""),
      query: Object.fromEntries(url.searchParams),
      key: request.headers.get("idempotency-key"),
      match: request.headers.get("if-match") ?? undefined,
      body: text === "" ? undefined : JSON.parse(text),
    }
    calls.push(call)
    const answered = answer(call)
    const [status, body] =
      "problem" in answered
        ? [Number(answered.problem.statusCode), answered.problem]
        : [200, { statusCode: "200", status: "ok", ...answered }]
    return new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } })
  }) as typeof fetch
  const layer = ApiClient.layerAt("http://localhost").pipe(
    Layer.provideMerge(Token.layer),
    Layer.provideMerge(Layer.mergeAll(SessionStore.layer, fakeSignIn())),
    Layer.provideMerge(Layer.succeed(FetchHttpClient.Fetch, fakeFetch)),
  )
  return { calls, provide: Effect.provide(layer) }
}

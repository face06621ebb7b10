import { Context, Effect, Layer } from "effect"
import { FetchHttpClient, HttpClientError, HttpClientRequest } from "effect/http"
import { HttpApiClient, HttpApiMiddleware } from "effect/http-api"
import { Api, BearerToken, SignedIn } from "#schemas/api.ts"
import { isProblem, type Problem } from "#schemas/problem.ts"
import { unexpectedAnswer, unreachable } from "#schemas/session/problems.ts"
import { SessionStore } from "./SessionStore.ts"
import { Token } from "./Token.ts"

type Client = HttpApiClient.ForApi<typeof Api>

/** The header by which the server says that the person's record holds more rights than the token, or none by now (architecture §6). */
const rightsChanged = "rights-changed"

/** Every call that got no good answer is logged with its name, code and correlation id (architecture §8); never with its data. */
const logRefused = (call: string, answered: { readonly status: number; readonly correlationId: string | undefined }) =>
  Effect.logWarning("A call got no good answer").pipe(Effect.annotateLogs({ call, ...answered }))

/** Attaches the bearer token, names the company a Super Admin works for, and marks a token that was refused; trying again is the operation chart's (spec §4). */
const bearer = (onRightsChanged: (isRefused: boolean) => void) =>
  Effect.gen(function* () {
    const token = yield* Token
    const store = yield* SessionStore
    const attach: HttpApiMiddleware.HttpApiMiddlewareClient<never, never, never> = Effect.fnUntraced(function* ({
      endpoint,
      group,
      next,
      request,
    }) {
      const call = `${group.identifier}.${endpoint.identifier}`
      const current = yield* token.current
      const acting = yield* store.actingCompany
      const named = acting === null ? request : HttpClientRequest.setHeader(request, "acting-company", acting)
      const response = yield* next(current === null ? named : HttpClientRequest.bearerToken(named, current)).pipe(
        Effect.tapError(() => logRefused(call, { status: 0, correlationId: undefined })),
      )
      if (response.status >= 400) {
        yield* logRefused(call, { status: response.status, correlationId: response.headers["x-correlation-id"] })
      }
      if (response.status === 401) yield* token.refused(current)
      if (response.headers[rightsChanged] !== undefined)
        yield* Effect.sync(() => onRightsChanged(response.status === 403))
      return response
    })
    return attach
  })

const toProblem = (error: unknown): Effect.Effect<never, Problem> => {
  if (isProblem(error)) return Effect.fail(error)
  if (HttpClientError.isHttpClientError(error) && error.reason._tag === "TransportError")
    return Effect.fail(unreachable())
  return Effect.logError("An answer could not be read", { error: String(error) }).pipe(
    Effect.andThen(Effect.fail(unexpectedAnswer())),
  )
}

const makeClient = (baseUrl: string) => HttpApiClient.make(Api, { baseUrl })

/**
 * The server, by the shared contract. `call` runs one endpoint; its failures are
 * Problems: the server's own, `Unreachable`, or `Unexpected` for an answer that is
 * not ours (HTML in place of JSON). No retry and no timeout here (spec §9).
 */
export class ApiClient extends Context.Service<
  ApiClient,
  { readonly call: <A, E, R>(run: (client: Client) => Effect.Effect<A, E, R>) => Effect.Effect<A, Problem, R> }
>()("admin-view/effects/ApiClient") {
  /**
   * @param base where the server is: an origin, or what finds it out; a call waits for it.
   * @param onRightsChanged told after an answer that says the person's rights are others than the token's, and whether
   *   the call was refused for it: an account was locked, a contract ended.
   */
  static readonly layerAt = (
    base: string | Effect.Effect<string, Problem>,
    onRightsChanged: (isRefused: boolean) => void = () => undefined,
  ) =>
    Layer.effect(
      ApiClient,
      Effect.gen(function* () {
        const services = yield* Effect.context<Effect.Services<ReturnType<typeof makeClient>>>()
        let client: Client | undefined
        const ready = Effect.gen(function* () {
          client ??= yield* Effect.provideContext(makeClient(typeof base === "string" ? base : yield* base), services)
          return client
        })
        return ApiClient.of({ call: (run) => ready.pipe(Effect.flatMap(run), Effect.catch(toProblem)) })
      }),
    ).pipe(
      Layer.provide([
        HttpApiMiddleware.layerClient(BearerToken, bearer(onRightsChanged)),
        HttpApiMiddleware.layerClient(SignedIn, bearer(onRightsChanged)),
        FetchHttpClient.layer,
      ]),
    )
}

/** One call of the contract, as an effect that needs the ApiClient: `callApi((api) => api.Report.GetDashboard({}))`. */
export const callApi = <A, E, R>(
  run: (client: Client) => Effect.Effect<A, E, R>,
): Effect.Effect<A, Problem, R | ApiClient> => ApiClient.use((api) => api.call(run))

import { Context, Effect, Layer, Schema } from "effect"
import { FetchHttpClient, HttpClient, HttpClientError, HttpClientRequest, type HttpClientResponse } from "effect/http"
import { HttpApiClient, type HttpApiGroup, HttpApiMiddleware } from "effect/http-api"
import { BearerToken, SignedIn } from "#schemas/caller.ts"
import { contractOf } from "#schemas/contract.ts"
import { fieldErrorsOf } from "#schemas/fieldErrors.ts"
import { noHashedId } from "#schemas/ids.ts"
import { isProblem, notFound, type Problem } from "#schemas/problem.ts"
import { callNotWritten, unexpectedAnswer, unreachable, wrongAddress } from "#schemas/session/problems.ts"
import { problemOfAnswer } from "./answers.ts"
import { SessionStore } from "./SessionStore.ts"
import { Token } from "./Token.ts"

/** The header by which the server says that the person's record holds more rights than the token, or none by now (docs/architecture.md#rights-and-companies). */
export const rightsChanged = "rights-changed"

type OnRightsChanged = (isRefused: boolean, lacking: string) => void

/** Every call that got no good answer is logged with its name, code and correlation id (docs/architecture.md#problems-and-answers); never with its data. */
const logRefused = (call: string, answered: { readonly status: number; readonly correlationId: string | undefined }) =>
  Effect.logWarning("A call got no good answer").pipe(Effect.annotateLogs({ call, ...answered }))

/** Whether a call has left the page: what stops one before that is no answer of the server's. */
const Sent = Context.Reference<{ wasSent: boolean }>("admin-view/effects/Sent", {
  defaultValue: () => ({ wasSent: false }),
})

const failureOf = ({ headers, status, text }: HttpClientResponse.HttpClientResponse): Effect.Effect<never, Problem> =>
  text.pipe(
    // A body that breaks off leaves the status.
    Effect.orElseSucceed(() => ""),
    Effect.flatMap((body) =>
      problemOfAnswer({ status, retryAfter: headers["retry-after"], reference: headers["x-correlation-id"], body }),
    ),
    Effect.flatMap(Effect.fail),
  )

/**
 * Attaches the bearer token, names the company a Super Admin works for, marks a
 * token that was refused, and reads a failure by its status; trying again is the
 * operation chart's (docs/policy.md#operations).
 */
const bearer = (onRightsChanged: OnRightsChanged) =>
  Effect.gen(function* () {
    const token = yield* Token
    const store = yield* SessionStore
    const attach: HttpApiMiddleware.HttpApiMiddlewareClient<never, Problem, never> = Effect.fnUntraced(function* ({
      endpoint,
      group,
      next,
      request,
    }) {
      const call = `${group.identifier}.${endpoint.identifier}`
      const current = yield* token.current
      const acting = yield* store.actingCompany
      const named = acting === null ? request : HttpClientRequest.setHeader(request, "acting-company", acting)
      ;(yield* Sent).wasSent = true
      const response = yield* next(current === null ? named : HttpClientRequest.bearerToken(named, current)).pipe(
        Effect.tapError(() => logRefused(call, { status: 0, correlationId: undefined })),
      )
      if (response.status === 401) yield* token.refused(current)
      const lacking = response.headers[rightsChanged]
      if (lacking !== undefined) yield* Effect.sync(() => onRightsChanged(response.status === 403, lacking))
      if (response.status < 400) return response
      yield* logRefused(call, { status: response.status, correlationId: response.headers["x-correlation-id"] })
      return yield* failureOf(response)
    })
    return attach
  })

/** Whether what an address names is no id at all: nothing has it, as nothing has one that is unknown. */
const namesNothing = ({ issue }: Schema.SchemaError): boolean => {
  const said = fieldErrorsOf(issue)
  return said.length > 0 && said.every(({ message }) => message === noHashedId)
}

/** Whether a call met no one, or the connection broke off before the whole answer was there. */
const isCutOff = ({ reason }: HttpClientError.HttpClientError): boolean =>
  reason._tag === "TransportError" || (reason._tag === "DecodeError" && reason.cause instanceof TypeError)

const toProblem = (error: unknown, { wasSent }: { readonly wasSent: boolean }): Effect.Effect<never, Problem> => {
  if (isProblem(error)) return Effect.fail(error)
  if (!wasSent && Schema.isSchemaError(error) && namesNothing(error)) return Effect.fail(notFound())
  if (HttpClientError.isHttpClientError(error) && isCutOff(error)) return Effect.fail(unreachable())
  const reason = HttpClientError.isHttpClientError(error) ? error.reason._tag : undefined
  const [said, found] =
    reason === "InvalidUrlError"
      ? (["The address of the server is not valid", wrongAddress()] as const)
      : wasSent || !Schema.isSchemaError(error)
        ? (["An answer could not be read", unexpectedAnswer()] as const)
        : (["A call could not be written", callNotWritten()] as const)
  return Effect.logError(said, { error: String(error) }).pipe(Effect.andThen(Effect.fail(found)))
}

type Needed = HttpClient.HttpClient | HttpApiMiddleware.ForClient<BearerToken> | HttpApiMiddleware.ForClient<SignedIn>

type Group = HttpApiGroup.Constraint
type CallsOf<G extends Group> = HttpApiClient.Client.Group<G, never, never>

/** The calls of a group are made when the first of them is asked for: all of them at once would hold up a phone. */
const makeClient = Effect.fnUntraced(function* (baseUrl: string) {
  const services = yield* Effect.context<Needed>()
  const httpClient = yield* HttpClient.HttpClient
  const made = new Map<Group, unknown>()
  // The types of a contract know its groups by name, and here it is any of them.
  const make = (group: Group) =>
    HttpApiClient.group(contractOf(group), { group: group.identifier as never, httpClient, baseUrl }) as Effect.Effect<
      unknown,
      never,
      Needed
    >
  return <G extends Group>(group: G): CallsOf<G> => {
    if (!made.has(group)) made.set(group, Effect.runSync(Effect.provideContext(make(group), services)))
    return made.get(group) as CallsOf<G>
  }
})

/**
 * The server, by the shared contract. `call` runs one endpoint of a group; its failures are
 * Problems: by the status of the answer, whatever its body, with the server's own
 * sentence where there is one; `Unexpected` for a success that is not ours (HTML
 * in place of JSON); `Unreachable`, `WrongAddress` or `BadRequest` for what was never
 * answered. No retry and no timeout here (docs/policy.md#operations).
 */
export class ApiClient extends Context.Service<
  ApiClient,
  {
    readonly call: <G extends Group, A, E, R>(
      group: G,
      run: (calls: CallsOf<G>) => Effect.Effect<A, E, R>,
    ) => Effect.Effect<A, Problem, R>
  }
>()("admin-view/effects/ApiClient") {
  /**
   * @param base where the server is: an origin, or what finds it out; a call waits for it.
   * @param onRightsChanged called after an answer that says the person's rights are others than the token's, and whether
   *   the call was refused for it (an account was locked, a contract ended), or else what the token lacks.
   */
  static readonly layerAt = (
    base: string | Effect.Effect<string, Problem>,
    onRightsChanged: OnRightsChanged = () => undefined,
  ) =>
    Layer.effect(
      ApiClient,
      Effect.gen(function* () {
        const services = yield* Effect.context<Effect.Services<ReturnType<typeof makeClient>>>()
        let client: Effect.Success<ReturnType<typeof makeClient>> | undefined
        const ready = Effect.gen(function* () {
          client ??= yield* Effect.provideContext(makeClient(typeof base === "string" ? base : yield* base), services)
          return client
        })
        return ApiClient.of({
          call: (group, run) =>
            Effect.suspend(() => {
              const sent = { wasSent: false }
              return ready.pipe(
                Effect.flatMap((callsOf) => run(callsOf(group))),
                Effect.provideService(Sent, sent),
                Effect.catch((error) => toProblem(error, sent)),
              )
            }),
        })
      }),
    ).pipe(
      Layer.provide([
        HttpApiMiddleware.layerClient(BearerToken, bearer(onRightsChanged)),
        HttpApiMiddleware.layerClient(SignedIn, bearer(onRightsChanged)),
        FetchHttpClient.layer,
      ]),
    )
}

/** One call of the contract, as an effect that needs the ApiClient: `callApi(ReportGroup, (api) => api.GetDashboard({}))`. */
export const callApi = <G extends Group, A, E, R>(
  group: G,
  run: (calls: CallsOf<G>) => Effect.Effect<A, E, R>,
): Effect.Effect<A, Problem, R | ApiClient> => ApiClient.use((api) => api.call(group, run))

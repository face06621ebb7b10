import { ByteSize, Cause, Effect, Layer } from "effect"
import { HttpApiError } from "effect/http-api"
import { HttpServerError, HttpServerRequest, HttpServerResponse } from "effect/http"
import { limits } from "#schemas/constants.ts"
import { isProblem, problem, type FieldError, type Problem } from "#schemas/problem.ts"
import { databaseTrouble, isMissingTable, troubleSeconds, unforeseen } from "#server/store/databaseTrouble.ts"
import { measured } from "./callMetrics.ts"
import { requestErrorsOf } from "./requestErrors.ts"
import { sayRetryAfter } from "./retryAfter.ts"
import { CorrelationId } from "./Correlation.ts"
import { Refusals } from "#schemas/caller.ts"

/** Calls whose answers hold a secret: no one compresses them, so that their size says nothing of it (decision 033). */
const secretCalls: ReadonlyArray<string> = ["User.login"]

/** A malformed request: every wrong field with its sentence. */
const invalid = (errors: ReadonlyArray<FieldError>): Problem => {
  const [first, ...others] = errors
  const message =
    others.length === 0
      ? (first?.message ?? "The request could not be read.")
      : "Several fields are not right. Each is named with what belongs in it."
  return problem("Invalid", message, { errors })
}

/** Most bytes of a body; the files of forms have their own limit. */
const maxBytes = ByteSize.bytes(limits.bodyBytes)
const tooLarge = () => problem("TooLarge", "The request is larger than 1 MB.")

const isTooLarge = (failure: unknown): boolean =>
  HttpApiError.HttpApiPayloadTooLarge.is(failure) ||
  (HttpServerError.isHttpServerError(failure) &&
    failure.reason._tag === "RequestParseError" &&
    failure.reason.reason === "BodyTooLarge")

/** The body broke off, or is not what its head says of it. */
const isUnreadable = (failure: unknown): boolean =>
  HttpServerError.isHttpServerError(failure) && failure.reason._tag === "RequestParseError"

const bounded = <A, E, R>(httpEffect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const { headers } = yield* HttpServerRequest.HttpServerRequest
    const isForm = headers["content-type"]?.startsWith("multipart/") === true
    return yield* isForm ? httpEffect : Effect.provideService(httpEffect, HttpServerRequest.MaxBodySize, maxBytes)
  })

type Called = Parameters<typeof requestErrorsOf>[1]

/** The problem of whatever made a call fail: a problem stays, a malformed request becomes `Invalid` with its fields. */
const toProblem = Effect.fnUntraced(function* (failure: unknown, endpoint: Called) {
  if (isProblem(failure)) return failure
  if (isTooLarge(failure)) return tooLarge()
  if (isUnreadable(failure)) return problem("BadRequest", "The request could not be read.")
  if (HttpApiError.HttpApiSchemaError.is(failure)) {
    if (failure.kind === "Body" || failure.kind === "ResponseHeaders") return unforeseen(failure)
    return invalid(yield* requestErrorsOf(failure, endpoint))
  }
  return unforeseen(failure)
})

type Refused = { readonly call: string; readonly endpoint: Called; readonly correlationId: string }

const refuse = Effect.fnUntraced(function* (cause: Cause.Cause<unknown>, { call, endpoint, correlationId }: Refused) {
  const failure = Cause.squash(cause)
  const found = yield* toProblem(failure, endpoint)
  if (databaseTrouble(failure) !== undefined) {
    yield* sayRetryAfter(troubleSeconds)
    const reason = failure instanceof Error ? failure.message : "unknown"
    yield* Effect.logWarning("The database did not do its work").pipe(
      Effect.annotateLogs({ call, correlationId, reason }),
    )
  }
  if (found.problem === "Unexpected" || isMissingTable(failure)) {
    yield* Effect.logError("call failed unexpectedly", Cause.pretty(cause)).pipe(
      Effect.annotateLogs({ call, correlationId }),
    )
  }
  return yield* Effect.fail({ ...found, correlationId } as never)
})

/**
 * The outermost door of the contract: gives each call its correlation id and
 * turns every failure, malformed requests and defects included, into the one
 * error form (docs/architecture.md#problems-and-answers). Interruption passes through.
 */
export const refusalsLayer = Layer.succeed(Refusals, (httpEffect, { endpoint, group }) =>
  Effect.gen(function* () {
    const correlationId = crypto.randomUUID()
    const call = `${group.identifier}.${endpoint.identifier}`
    const answered = httpEffect.pipe(
      Effect.flatMap((answer) =>
        answer.status === 415
          ? Effect.fail(problem("UnsupportedFormat", "Send the request body as JSON."))
          : Effect.succeed(answer),
      ),
      Effect.provideService(CorrelationId, correlationId),
      Effect.catchCause((cause) =>
        Cause.hasInterruptsOnly(cause) ? Effect.failCause(cause) : refuse(cause, { call, endpoint, correlationId }),
      ),
      bounded,
    )
    const response = yield* measured(call, answered)
    const keeping = secretCalls.includes(call) ? "no-store, no-transform" : "no-store"
    return HttpServerResponse.setHeaders(response, { "x-correlation-id": correlationId, "cache-control": keeping })
  }),
)

import { Cause, Effect } from "effect"
import { HttpServerError, HttpServerRequest, HttpServerResponse } from "effect/http"
import { problem, type Problem } from "#schemas/problem.ts"
import { secondsOfTrouble, unforeseen } from "#server/store/databaseTrouble.ts"

const answer = (found: Problem, correlationId: string = crypto.randomUUID()) =>
  HttpServerResponse.jsonUnsafe({ ...found, correlationId }, { status: Number(found.statusCode) })

/** The answer at an address that no one has. */
export const nothingHere = Effect.sync(() => answer(problem("NotFound", "There is nothing at this address.")))

const answerFailure = Effect.fnUntraced(function* (cause: Cause.Cause<unknown>) {
  const { method } = yield* HttpServerRequest.HttpServerRequest
  const failure = Cause.squash(cause)
  const correlationId = crypto.randomUUID()
  yield* Effect.logError("a request failed unexpectedly", Cause.pretty(cause)).pipe(
    Effect.annotateLogs({ method, correlationId }),
  )
  const seconds = secondsOfTrouble(failure)
  return HttpServerResponse.setHeaders(answer(unforeseen(failure), correlationId), {
    "cache-control": "no-store",
    "x-correlation-id": correlationId,
    ...(seconds === undefined ? {} : { "retry-after": String(seconds) }),
  })
})

/**
 * Answers in the one error form what the router itself cannot: an address that no one has, and a defect in a route
 * outside the contract, which is logged once. What chooses an answer of its own keeps it, and interruption passes.
 */
export const answeringAll = <E, R>(httpEffect: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>) =>
  Effect.catchCause(httpEffect, (cause) =>
    Effect.gen(function* () {
      if (Cause.hasInterruptsOnly(cause)) return yield* Effect.failCause(cause)
      const [response] = yield* HttpServerError.causeResponse(cause)
      if (response.status === 404) return yield* nothingHere
      return response.status < 500 ? response : yield* answerFailure(cause)
    }),
  )

import { Effect } from "effect"
import { HttpEffect, HttpServerResponse, type HttpServerRequest } from "effect/http"

/** Makes the answer of the call at hand say when it makes sense to ask again, in whole seconds. */
export const sayRetryAfter = (seconds: number): Effect.Effect<void, never, HttpServerRequest.HttpServerRequest> => {
  const sayWhen = HttpServerResponse.setHeader("retry-after", String(seconds))
  return HttpEffect.appendPreResponseHandler((_, response) => Effect.succeed(sayWhen(response)))
}

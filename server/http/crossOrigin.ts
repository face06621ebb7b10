import { Layer } from "effect"
import { HttpRouter } from "effect/http"
import type { IdentityConfig } from "#server/identity/IdentityConfig.ts"

const oneDaySeconds = 86_400
const commandHeaders = ["acting-company", "idempotency-key", "if-match", "last-event-id"]
/** What Effect's client adds to every call of its own accord. */
const traceHeaders = ["b3", "traceparent"]

/**
 * Lets the pages call the contract from their own origin when the settings put
 * the calls on another one. Calls carry a bearer token and never cookies, so
 * none are allowed; without such a setting no origin is named at all.
 */
export const pagesElsewhere = ({
  origin,
  authConfig,
}: IdentityConfig): Layer.Layer<never, never, HttpRouter.HttpRouter> =>
  authConfig.apiBase === origin
    ? Layer.empty
    : HttpRouter.cors({
        allowedOrigins: [origin],
        allowedMethods: ["GET", "POST", "DELETE"],
        allowedHeaders: ["authorization", "content-type", ...commandHeaders, ...traceHeaders],
        exposedHeaders: ["content-disposition", "retry-after", "rights-changed", "x-correlation-id"],
        maxAge: oneDaySeconds,
      })

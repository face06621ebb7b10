import { Clock, Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Api, CurrentClaims } from "#schemas/api.ts"
import { Accounts } from "#server/identity/Accounts.ts"
import { clientAddress } from "#server/identity/clientAddress.ts"
import { CorrelationId } from "./Correlation.ts"
import { SignInAudit } from "#server/identity/SignInAudit.ts"
import { loginOutcome, standing } from "#server/domain/session/login.ts"

/** `POST /api/User/login`: HTTP 200 for every outcome of a verified token (spec §4, architecture §8). */
export const userHandlers = HttpApiBuilder.group(
  Api,
  "User",
  Effect.fn(function* (handlers) {
    const accounts = yield* Accounts
    const audit = yield* SignInAudit
    return handlers.handleAll({
      login: Effect.fn("User.login")(function* () {
        const claims = yield* CurrentClaims
        const account = yield* accounts.find(claims.issuer, claims.subject)
        const now = yield* Clock.currentTimeMillis
        if (account !== undefined) {
          const { headers } = yield* HttpServerRequest.HttpServerRequest
          yield* audit.judged(account, standing(account, now), {
            address: clientAddress(headers),
            sessionId: claims.sessionId,
            correlationId: yield* CorrelationId,
          })
        }
        return loginOutcome(account, claims, now)
      }),
    })
  }),
)

import { Clock, Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api, CurrentClaims } from "#schemas/api.ts"
import { Accounts } from "#server/identity/Accounts.ts"
import { loginOutcome } from "#server/domain/session/login.ts"

/** `POST /api/User/login`: HTTP 200 for every outcome of a verified token (spec §4, architecture §8). */
export const userHandlers = HttpApiBuilder.group(
  Api,
  "User",
  Effect.fn(function* (handlers) {
    const accounts = yield* Accounts
    return handlers.handleAll({
      login: Effect.fn("User.login")(function* () {
        const claims = yield* CurrentClaims
        const account = yield* accounts.find(claims.issuer, claims.subject)
        return loginOutcome(account, claims, yield* Clock.currentTimeMillis)
      }),
    })
  }),
)

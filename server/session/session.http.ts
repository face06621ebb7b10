import { Clock, Effect } from "effect"
import { HttpEffect, HttpServerRequest } from "effect/http"
import { CurrentClaims, type Claims } from "#schemas/caller.ts"
import { findActing } from "#server/administration/companies/company.queries.ts"
import { noteSignIn } from "#server/administration/users/signIn.commands.ts"
import { keepVisit } from "#server/administration/users/user.queries.ts"
import { CorrelationId } from "#server/http/Correlation.ts"
import { callsOf } from "#server/http/handlers.ts"
import { sayRightsChanged } from "#server/http/rightsChanged.ts"
import { Accounts } from "#server/identity/Accounts.ts"
import { clientAddress } from "#server/identity/clientAddress.ts"
import { deviceOf } from "#server/identity/device.ts"
import { embeddedIssuer } from "#server/identity/IdentityConfig.ts"
import { Invitations } from "#server/identity/Invitations.ts"
import { SignInAudit, type Caller } from "#server/identity/SignInAudit.ts"
import { type Account, accountStatus, loginOutcome, rightsLacking } from "./login.rule.ts"

/** The company a Super Admin works for; one that is gone meanwhile is answered like none, so that no one is shut out by it. */
const chosenCompany = Effect.fnUntraced(function* (account: Account, header: string | undefined) {
  const found = header === undefined || account.userType !== 1 ? undefined : yield* findActing(header)
  return found === undefined || found.companyId === account.company.companyId ? null : found
})

/** The account of a verified person; who is invited and comes for the first time through a hosted provider joins by it. */
const accountOf = Effect.fnUntraced(function* ({ issuer, subject, verifiedEmail }: Claims, caller: Caller) {
  const accounts = yield* Accounts
  const account = yield* accounts.find(issuer, subject)
  if (account !== undefined || verifiedEmail === undefined || issuer === embeddedIssuer) return account
  const joined = yield* (yield* Invitations).acceptSignIn({ issuer, subject, verifiedEmail }, caller)
  return joined ? yield* accounts.find(issuer, subject) : undefined
})

/** `POST /api/User/login`: HTTP 200 for every outcome of a verified token (docs/policy.md#sign-in). */
export const sessionCalls = callsOf("User", {
  login: Effect.fn("User.login")(function* () {
    const claims = yield* CurrentClaims
    const { headers } = yield* HttpServerRequest.HttpServerRequest
    const caller = {
      address: clientAddress(headers),
      sessionId: claims.sessionId,
      correlationId: yield* CorrelationId,
    }
    const account = yield* accountOf(claims, caller)
    const now = yield* Clock.currentTimeMillis
    if (account !== undefined) yield* (yield* SignInAudit).judged(account, accountStatus(account, now), caller)
    if (account !== undefined && accountStatus(account, now) === "ok") {
      const { userId, company } = account
      const at = new Date(now).toISOString()
      const device = deviceOf(headers["user-agent"])
      yield* keepVisit(company.companyId, userId, at)
      const isNewDevice = yield* noteSignIn(claims, {
        companyId: company.companyId,
        userId,
        address: clientAddress(headers),
        ...device,
        at,
      })
      if (isNewDevice)
        yield* (yield* SignInAudit).record({ _tag: "NewDeviceSeen", userId, companyId: company.companyId }, caller)
      const lacking = rightsLacking(account, claims.roles).join(",")
      if (lacking !== "")
        yield* HttpEffect.appendPreResponseHandler((_, response) => Effect.succeed(sayRightsChanged(response, lacking)))
    }
    const actingCompany = account === undefined ? null : yield* chosenCompany(account, headers["acting-company"])
    return loginOutcome(account, { ...claims, actingCompany }, now)
  }),
})

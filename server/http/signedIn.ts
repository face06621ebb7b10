import { Clock, Context, Effect, Layer, Redacted } from "effect"
import { HttpEffect, HttpServerRequest, HttpServerResponse } from "effect/http"
import { BearerToken, CurrentClaims, CurrentPerson, SignedIn, type Person } from "#schemas/api.ts"
import { changesState, isCommand } from "#schemas/commands.ts"
import { effectiveAccessIds, refusal, rightsAdded, standing, type Account } from "#server/domain/session/login.ts"
import { missingRight, policy, type Call } from "#schemas/access.ts"
import { findActing } from "#server/administration/companies.ts"
import { Accounts } from "#server/identity/Accounts.ts"
import { clientAddress } from "#server/identity/clientAddress.ts"
import { CorrelationId } from "./Correlation.ts"
import { Database } from "#server/store/Database.ts"
import { TokenVerifier, type VerifiedClaims } from "#server/identity/TokenVerifier.ts"
import { Identity } from "#server/identity/IdentityConfig.ts"
import { refuseForeignPage } from "./foreignPage.ts"
import { refuseUnsoundBody } from "./soundBody.ts"
import { CallRates, rateOf } from "./CallRates.ts"
import { makeActingTeller } from "./acting.ts"
import { askedThing } from "./askedThing.ts"
import { answerOnce } from "./idempotency.ts"
import { EventStore } from "#server/store/EventStore.ts"
import { makeRefusalTeller } from "./refusedCalls.ts"
import { notFound, problem } from "#schemas/problem.ts"

/** The login call needs a verified token and nothing else: it is the call that says whether there is an account (spec §4). */
export const bearerTokenLayer = Layer.effect(
  BearerToken,
  Effect.gen(function* () {
    const verifier = yield* TokenVerifier
    const rates = yield* CallRates
    return BearerToken.of({
      bearer: Effect.fn("BearerToken")(function* (httpEffect, { credential }) {
        const token = Redacted.value(credential)
        const claims = yield* verifier.verify(token)
        yield* rates.count("login", `${claims.issuer} ${claims.subject}`)
        return yield* Effect.provideService(httpEffect, CurrentClaims, { ...claims, token })
      }),
    })
  }),
)

const sayRightsChanged = (response: HttpServerResponse.HttpServerResponse) =>
  HttpServerResponse.setHeader(response, "rights-changed", "1")

/** The company a Super Admin names with `Acting-Company: <hashedId>`; anyone else's header is answered as an absent company. */
const actingCompanyOf = Effect.fnUntraced(function* (account: Account, header: string | undefined) {
  if (header === undefined) return account.company.companyId
  const found = account.userType === 1 ? yield* findActing(header) : undefined
  return found === undefined ? yield* Effect.fail(notFound()) : found.companyId
})

const accountOf = Effect.fnUntraced(function* (claims: VerifiedClaims) {
  const accounts = yield* Accounts
  const account = yield* accounts.find(claims.issuer, claims.subject)
  if (account === undefined) return yield* Effect.fail(problem("Unauthenticated", refusal("unknown").message))
  const found = standing(account, yield* Clock.currentTimeMillis)
  if (found === "ok") return account
  yield* HttpEffect.appendPreResponseHandler((_, response) => Effect.succeed(sayRightsChanged(response)))
  return yield* Effect.fail(problem("Forbidden", refusal(found).message))
})

/** What the door writes to the audit streams. */
type Told = {
  readonly refusals: Effect.Success<typeof makeRefusalTeller>
  readonly acting: ReturnType<typeof makeActingTeller>
}

/** A call, and how to see what it is about. */
type Asking = {
  readonly call: Call
  readonly asked: ReturnType<typeof askedThing>
}

/** The person of a call, or the problem that keeps them out: token, account, contract, company, then the policy table. */
const personOf = Effect.fnUntraced(function* (claims: VerifiedClaims, { call, asked }: Asking, told: Told) {
  const request = yield* HttpServerRequest.HttpServerRequest
  const account = yield* accountOf(claims)
  const own: Person = {
    userId: account.userId,
    userType: account.userType,
    accessIds: effectiveAccessIds(account, claims.roles),
    companyId: account.company.companyId,
    actingCompanyId: account.company.companyId,
    sessionId: claims.sessionId,
    address: clientAddress(request.headers) ?? "",
    correlationId: yield* CorrelationId,
  }
  const actingCompanyId = yield* actingCompanyOf(account, request.headers["acting-company"]).pipe(
    // What is absent is the company of the header, whatever the call itself is about.
    Effect.tapError(() => told.refusals.tell({ person: own, call, problem: "NotFound" }, Effect.undefined)),
  )
  const person = { ...own, actingCompanyId }
  if (actingCompanyId !== own.companyId) yield* told.acting.tell(person)
  const missing = missingRight(person, call)
  if (missing !== undefined) {
    yield* told.refusals.tell({ person, call, problem: "Forbidden" }, asked)
    return yield* Effect.fail(problem("Forbidden", missing))
  }
  return { person, rightsAdded: rightsAdded(account, claims.roles) }
})

/**
 * The door of every other call (architecture §6, §12): no handler runs for
 * someone the policy table does not let in. An answer says `rights-changed` when
 * the person's record holds more than the token, or does not let them in any more, so that
 * the client asks the login call again.
 */
export const signedInLayer = Layer.effect(
  SignedIn,
  Effect.gen(function* () {
    const verifier = yield* TokenVerifier
    const rates = yield* CallRates
    const told: Told = { refusals: yield* makeRefusalTeller, acting: makeActingTeller() }
    const { origin } = yield* Identity
    const services = Context.pick(
      Accounts,
      Database,
      EventStore,
    )(yield* Effect.context<Accounts | Database | EventStore>())
    return SignedIn.of({
      bearer: Effect.fn("SignedIn")(function* (httpEffect, { credential, endpoint, group }) {
        const call = `${group.identifier}.${endpoint.identifier}`
        if (!(call in policy)) return yield* Effect.die(new Error(`The call ${call} is not in the policy table.`))
        const claims = yield* verifier.verify(Redacted.value(credential))
        if (changesState(endpoint)) yield* refuseForeignPage(origin)
        const asking: Asking = { call: call as Call, asked: askedThing(endpoint) }
        const { person, rightsAdded: changed } = yield* personOf(claims, asking, told).pipe(
          Effect.provideContext(services),
        )
        const rate = rateOf(call as Call, endpoint)
        if (rate !== undefined) yield* rates.count(rate, person.userId)
        yield* refuseUnsoundBody
        const answered = Effect.provideService(httpEffect, CurrentPerson, person)
        const kind = isCommand(endpoint) ? "deed" : "read"
        const response = yield* told.refusals
          .telling(
            { person, call: asking.call },
            kind,
            asking.asked,
            isCommand(endpoint) ? answerOnce(person, asking.call, answered) : answered,
          )
          .pipe(Effect.provideContext(services))
        if (call === "Company.ActFor") yield* told.acting.forget(person)
        return changed ? sayRightsChanged(response) : response
      }),
    })
  }),
)

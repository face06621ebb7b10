import { Clock, Context, Effect, Exit, Layer, Redacted, Scope } from "effect"
import { HttpEffect, HttpServerRequest, HttpServerResponse } from "effect/http"
import { BearerToken, CurrentClaims, CurrentPerson, SignedIn } from "#schemas/caller.ts"
import { changesState, isCommand } from "#schemas/commands.ts"
import { policy, type Call } from "#schemas/access.ts"
import { Accounts } from "#server/identity/Accounts.ts"
import { CorrelationId } from "./Correlation.ts"
import {
  askPrecondition,
  CurrentPrecondition,
  Database,
  type Precondition,
  PreconditionFailed,
} from "#server/store/Database.ts"
import { type ReadToken, TokenVerifier, type VerifiedClaims } from "#server/identity/TokenVerifier.ts"
import { Identity } from "#server/identity/IdentityConfig.ts"
import { refuseForeignPage } from "./foreignPage.ts"
import { refuseUnsoundBody } from "./soundBody.ts"
import { CallRates, rateOf } from "./CallRates.ts"
import { makeActingTeller } from "./acting.ts"
import { askedThing } from "./askedThing.ts"
import { answerOnce } from "./idempotency.ts"
import { EventStore } from "#server/store/EventStore.ts"
import { makeRefusalTeller } from "./refusedCalls.ts"
import { actingIn, type Admission, admissionOf, openCopies } from "./admission.ts"

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

/** @param what the access ids that the token lacks; "1" for a person who may not come in any more. */
const sayRightsChanged = (response: HttpServerResponse.HttpServerResponse, what: string) =>
  HttpServerResponse.setHeader(response, "rights-changed", what)

type Admitted = Extract<Admission, { readonly _tag: "Admitted" }>

/** What the door keeps and writes, of all calls. */
type Door = {
  readonly refusals: Effect.Success<typeof makeRefusalTeller>
  readonly acting: ReturnType<typeof makeActingTeller>
  readonly copies: ReturnType<typeof openCopies>
}

/** A call, and how to see what it is about. */
type Asking = {
  readonly call: Call
  readonly asked: ReturnType<typeof askedThing>
}

const presentedWith = Effect.fnUntraced(function* (claims: VerifiedClaims, call: Call) {
  const { headers } = yield* HttpServerRequest.HttpServerRequest
  return { claims, call, headers, correlationId: yield* CorrelationId, now: yield* Clock.currentTimeMillis }
})

/** Calls that hand out much at once: their person is looked up each time. */
const takesAway: ReadonlyArray<Call> = ["Report.DownloadExportData", "Database.DownloadRejectedRows"]

/** Fails for whoever is not let in, and writes what the audit streams say of it. */
const letIn = Effect.fnUntraced(function* (admission: Admission, { call, asked }: Asking, { acting, refusals }: Door) {
  if (admission._tag === "Stopped") {
    const { saysRightsChanged } = admission
    yield* HttpEffect.appendPreResponseHandler((_, response) =>
      Effect.succeed(saysRightsChanged ? sayRightsChanged(response, "1") : response),
    )
    return yield* Effect.fail(admission.problem)
  }
  const { person } = admission
  if (person.actingCompanyId !== person.companyId) yield* acting.tell(person)
  if (admission._tag === "Admitted") return admission
  // What is absent is the company of the header, whatever the call itself is about.
  const about = admission.problem.problem === "NotFound" ? Effect.undefined : asked
  yield* refusals.tell({ person, call, problem: admission.problem.problem }, about)
  return yield* Effect.fail(admission.problem)
})

/** The person of a call, or the problem that keeps them out, by what the database says now. */
const personNow = Effect.fnUntraced(function* (claims: VerifiedClaims, asking: Asking, door: Door) {
  const presented = yield* presentedWith(claims, asking.call)
  const found = yield* (yield* Accounts).findFor(claims.issuer, claims.subject, actingIn(presented.headers))
  const admission = admissionOf(found, presented)
  yield* door.copies.keep(presented, admission._tag === "Admitted" ? found : undefined)
  return yield* letIn(admission, asking, door)
})

/** Whatever is answered without the database, a refusal as well, is answered only to whoever is let in now. */
const answeredByNow = <A, E, R>(answer: Effect.Effect<A, E, R>) =>
  answer.pipe(
    Effect.tapError(() => askPrecondition),
    Effect.tap(() => askPrecondition),
  )

/**
 * Runs a read with the account as it was found last: one round trip asks whether it still stands, and reads. Undefined
 * when there is no copy that lets the person in, or it does not stand any more: nothing was shown then.
 */
const readByCopy = <A, E, R>(
  { claims, isOpen }: ReadToken,
  asking: Asking,
  door: Door,
  answer: (admitted: Admitted) => Effect.Effect<A, E, R>,
) =>
  Effect.gen(function* () {
    const presented = yield* presentedWith(claims, asking.call)
    const found = door.copies.get(presented)
    if (found === undefined) return undefined
    const admission = admissionOf(found, presented)
    if (admission._tag !== "Admitted") return undefined
    const { sql } = yield* Database
    const attempt = yield* Scope.fork(yield* Effect.scope)
    const precondition: Precondition = {
      holds: (asked) => sql`(${found.isUnchanged(asked)} ${isOpen === undefined ? sql`` : sql`and ${isOpen(asked)}`})`,
      wasAsked: false,
    }
    return yield* letIn(admission, asking, door).pipe(
      Effect.flatMap(answer),
      Effect.provideService(CurrentPrecondition, precondition),
      Scope.provide(attempt),
      // The call begins again, so what it has taken so far is given back.
      Effect.catchDefect((defect) =>
        defect instanceof PreconditionFailed
          ? Effect.as(Scope.close(attempt, Exit.void), undefined)
          : Effect.die(defect),
      ),
    )
  })

/**
 * The door of every other call (architecture §6, §12): no handler runs for
 * someone the policy table does not let in. An answer says `rights-changed` when
 * the person's record holds more than the token, and what, or does not let them in any
 * more, so that the client asks the login call again: once for the same lack, since a
 * tenant may grant less on purpose.
 */
export const signedInLayer = Layer.effect(
  SignedIn,
  Effect.gen(function* () {
    const verifier = yield* TokenVerifier
    const rates = yield* CallRates
    const door: Door = { refusals: yield* makeRefusalTeller, acting: makeActingTeller(), copies: openCopies() }
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
        const asking: Asking = { call: call as Call, asked: askedThing(endpoint) }
        const token = Redacted.value(credential)
        const rate = rateOf(asking.call, endpoint)
        const answer = Effect.fnUntraced(function* ({ person, lacking }: Admitted) {
          if (rate !== undefined) yield* rates.count(rate, person.userId)
          yield* Effect.tapError(refuseUnsoundBody, () => askPrecondition)
          const answered = answeredByNow(Effect.provideService(httpEffect, CurrentPerson, person))
          const isDeed = isCommand(endpoint)
          const response = yield* door.refusals.telling(
            { person, call: asking.call },
            isDeed ? "deed" : "read",
            asking.asked,
            isDeed ? answerOnce(person, asking.call, answered) : answered,
          )
          if (call === "Company.ActFor") yield* door.acting.forget(person)
          return lacking.length === 0 ? response : sayRightsChanged(response, lacking.join(","))
        })
        if (!changesState(endpoint) && !takesAway.includes(asking.call)) {
          const byCopy = yield* readByCopy(yield* verifier.read(token), asking, door, answer).pipe(
            Effect.provideContext(services),
          )
          if (byCopy !== undefined) return byCopy
        }
        const claims = yield* verifier.verify(token)
        if (changesState(endpoint)) yield* refuseForeignPage(origin)
        return yield* personNow(claims, asking, door).pipe(Effect.flatMap(answer), Effect.provideContext(services))
      }),
    })
  }),
)

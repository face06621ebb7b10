import { Clock, Context, Effect, Exit, Layer, Redacted, Scope } from "effect"
import { HttpEffect, HttpServerRequest } from "effect/http"
import { BearerToken, CurrentClaims, CurrentPerson, SignedIn } from "#schemas/caller.ts"
import { changesState, isCommand } from "#schemas/commands.ts"
import { policy, type Call } from "#schemas/access.ts"
import { Accounts, type FoundAccount } from "#server/identity/Accounts.ts"
import { CorrelationId } from "./Correlation.ts"
import { onConnectionsApart } from "#server/store/connectionsApart.ts"
import {
  askPrecondition,
  CurrentPrecondition,
  Database,
  type Precondition,
  PreconditionFailed,
} from "#server/store/Database.ts"
import { type ReadToken, TokenVerifier, type VerifiedClaims } from "#server/identity/TokenVerifier.ts"
import { Identity } from "#server/identity/IdentityConfig.ts"
import { refuseCrossSite } from "./csrf.ts"
import { refuseInvalidBody } from "./bodyValidation.ts"
import { CallRates, rateOf } from "./CallRates.ts"
import { makeActingLog } from "./acting.ts"
import { auditTarget } from "./auditTarget.ts"
import { answerOnce } from "./idempotency.ts"
import { EventStore } from "#server/store/EventStore.ts"
import { makeRefusalLog } from "./refusedCalls.ts"
import { sayRightsChanged } from "./rightsChanged.ts"
import { actingIn, type Admission, admissionOf, openCopies } from "./admission.ts"

/** The login call needs a verified token and nothing else: it is the call that says whether there is an account (docs/policy.md#sign-in). */
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
      }, onConnectionsApart),
    })
  }),
)

type Admitted = Extract<Admission, { readonly _tag: "Admitted" }>

/** What the door keeps and writes, of all calls. */
type Door = {
  readonly refusals: Effect.Success<typeof makeRefusalLog>
  readonly acting: ReturnType<typeof makeActingLog>
  readonly copies: ReturnType<typeof openCopies>
}

/** A call, and how to see what it is about. */
type Asking = {
  readonly call: Call
  readonly asked: ReturnType<typeof auditTarget>
}

const presentedWith = Effect.fnUntraced(function* (claims: VerifiedClaims, call: Call) {
  const { headers } = yield* HttpServerRequest.HttpServerRequest
  return { claims, call, headers, correlationId: yield* CorrelationId, now: yield* Clock.currentTimeMillis }
})

/** Calls that hand out much at once: their person is looked up each time. */
const takesAway: ReadonlyArray<Call> = [
  "Report.DownloadExportData",
  "Report.DownloadPastExport",
  "Database.DownloadRejectedRows",
  "Appointment.DownloadCalendar",
  "User.DownloadUsers",
  "Report.DownloadActivity",
  "Translate.DownloadTranslations",
]

/** Fails for a caller who is not let in, and writes that to the audit stream. */
const letIn = Effect.fnUntraced(function* (admission: Admission, { call, asked }: Asking, { acting, refusals }: Door) {
  if (admission._tag === "Stopped") {
    const { saysRightsChanged } = admission
    yield* HttpEffect.appendPreResponseHandler((_, response) =>
      Effect.succeed(saysRightsChanged ? sayRightsChanged(response, "1") : response),
    )
    return yield* Effect.fail(admission.problem)
  }
  const { person } = admission
  if (person.actingCompanyId !== person.companyId) yield* acting.log(person)
  if (admission._tag === "Admitted") return admission
  // What is absent is the company of the header, whatever the call itself is about.
  const about = admission.problem.problem === "NotFound" ? Effect.undefined : asked
  yield* refusals.log({ person, call, problem: admission.problem.problem }, about)
  return yield* Effect.fail(admission.problem)
})

/** What is known of a call's person; `found` where they are let in. */
type Known =
  | { readonly found: FoundAccount; readonly admission: Admitted }
  | { readonly found: undefined; readonly admission: Admission }

/** A call's person by what the database says now, remembered for the next call. */
const lookUp = Effect.fnUntraced(function* (claims: VerifiedClaims, { call }: Asking, { copies }: Door) {
  const presented = yield* presentedWith(claims, call)
  const found = yield* (yield* Accounts).findFor(claims.issuer, claims.subject, actingIn(presented.headers))
  const admission = admissionOf(found, presented)
  const known: Known =
    admission._tag === "Admitted" && found !== undefined ? { found, admission } : { found: undefined, admission }
  yield* copies.keep(presented, known.found)
  return known
})

/** What is answered without the database, a refusal as well, is answered only to a caller who is let in now. */
const answeredByNow = <A, E, R>(answer: Effect.Effect<A, E, R>) =>
  answer.pipe(
    Effect.tapError(() => askPrecondition),
    Effect.tap(() => askPrecondition),
  )

/** A call's person as they were found last; undefined when there is no copy that lets them in. */
const remembered = Effect.fnUntraced(function* (claims: VerifiedClaims, { call }: Asking, { copies }: Door) {
  const presented = yield* presentedWith(claims, call)
  const found = copies.get(presented)
  if (found === undefined) return undefined
  const admission = admissionOf(found, presented)
  return admission._tag === "Admitted" ? ({ found, admission } satisfies Known) : undefined
})

/**
 * Runs a read as an account that was found: the first round trip that reads asks whether it still stands. What shows
 * nothing of the database, such as a feed that only listens, is answered once that was asked. Undefined when it does
 * not stand any more: nothing was shown then.
 */
const readAs = <A, E, R>(found: FoundAccount, { isOpen }: ReadToken, answer: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const { sql } = yield* Database
    const attempt = yield* Scope.fork(yield* Effect.scope)
    const precondition: Precondition = {
      holds: (asked) => sql`(${found.isUnchanged(asked)} ${isOpen === undefined ? sql`` : sql`and ${isOpen(asked)}`})`,
      wasAsked: false,
    }
    return yield* answer.pipe(
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
 * The door of every other call (docs/architecture.md#rights-and-companies): no handler runs for
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
    const door: Door = { refusals: yield* makeRefusalLog, acting: makeActingLog(), copies: openCopies() }
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
        const asking: Asking = { call: call as Call, asked: auditTarget(endpoint) }
        const token = Redacted.value(credential)
        const rate = rateOf(asking.call, endpoint)
        const answer = Effect.fnUntraced(function* ({ person, lacking }: Admitted) {
          if (rate !== undefined) yield* rates.count(rate, person.userId)
          yield* Effect.tapError(refuseInvalidBody, () => askPrecondition)
          const answered = answeredByNow(Effect.provideService(httpEffect, CurrentPerson, person))
          const isDeed = isCommand(endpoint)
          const response = yield* door.refusals.logging(
            { person, call: asking.call },
            isDeed ? "command" : "read",
            asking.asked,
            isDeed ? answerOnce(person, asking.call, answered) : answered,
          )
          if (call === "Company.ActFor") yield* door.acting.forget(person)
          return lacking.length === 0 ? response : sayRightsChanged(response, lacking.join(","))
        })
        const admit = ({ admission }: Known) => Effect.flatMap(letIn(admission, asking, door), answer)
        const look = Effect.flatMap(verifier.verify(token), (claims) => lookUp(claims, asking, door))
        if (changesState(endpoint) || takesAway.includes(asking.call)) {
          const claims = yield* verifier.verify(token)
          if (changesState(endpoint)) yield* refuseCrossSite(origin)
          return yield* Effect.flatMap(lookUp(claims, asking, door), admit)
        }
        const read = yield* verifier.read(token)
        let known: Known | undefined = yield* remembered(read.claims, asking, door)
        // What changed since it was looked up is looked up again.
        while (true) {
          known ??= yield* look
          if (known.found === undefined) return yield* admit(known)
          const answered = yield* readAs(known.found, read, admit(known))
          if (answered !== undefined) return answered
          known = undefined
        }
      }, Effect.provideContext(services)),
    })
  }),
)

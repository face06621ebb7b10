import { Context, Effect, Layer, Redacted } from "effect"
import { HttpEffect, HttpServerRequest, HttpServerResponse } from "effect/http"
import { policy, type Call } from "#schemas/access.ts"
import { CurrentLink, PatientLink, type PatientCaller } from "#schemas/caller.ts"
import { isCommand } from "#schemas/commands.ts"
import { problem } from "#schemas/problem.ts"
import { clientAddress } from "#server/identity/clientAddress.ts"
import { Identity } from "#server/identity/IdentityConfig.ts"
import { networkOf } from "#server/identity/network.rule.ts"
import { findCaller } from "#server/scheduling/patientBooking/patientCaller.queries.ts"
import { Database } from "#server/store/Database.ts"
import { refuseInvalidBody } from "./bodyValidation.ts"
import { CallRates } from "./CallRates.ts"
import { refuseCrossSite } from "./csrf.ts"
import { answerOnce } from "./idempotency.ts"

/** The one answer to every link that is not good, whatever is wrong with it. */
export const deadLink = () => problem("NotFound", "This link does not work any more. Please call the clinic.")

/** What a link is known by where calls are counted and answers kept: what it is about, never the token. */
const nameOf = ({ subject }: PatientCaller): string => `link ${JSON.stringify(subject)}`

/** No answer is kept by a browser or a proxy, or found by a search engine; refusals neither. */
const keepNowhere = HttpEffect.appendPreResponseHandler((_, response) =>
  Effect.succeed(HttpServerResponse.setHeaders(response, { "cache-control": "no-store", "x-robots-tag": "noindex" })),
)

/**
 * The door of patients (docs/policy.md#links-of-patients). Calls are counted by network and by link, and links that
 * are not good once more by network, so that whoever guesses is stopped and a waiting room is not.
 */
export const patientLinkLayer = Layer.effect(
  PatientLink,
  Effect.gen(function* () {
    const rates = yield* CallRates
    const { origin } = yield* Identity
    const services = Context.pick(Database)(yield* Effect.context<Database>())
    return PatientLink.of({
      link: Effect.fn("PatientLink")(function* (httpEffect, { credential, endpoint, group }) {
        const call = `${group.identifier}.${endpoint.identifier}`
        if (!(call in policy)) return yield* Effect.die(new Error(`The call ${call} is not in the policy table.`))
        yield* keepNowhere
        const { headers } = yield* HttpServerRequest.HttpServerRequest
        const network = networkOf(clientAddress(headers) ?? "")
        yield* rates.count("network", network)
        const caller = yield* findCaller(Redacted.value(credential))
        if (caller === undefined) {
          yield* rates.count("guess", network)
          return yield* Effect.fail(deadLink())
        }
        yield* rates.count("link", nameOf(caller))
        if (isCommand(endpoint)) yield* refuseCrossSite(origin)
        yield* refuseInvalidBody
        const answered = Effect.provideService(httpEffect, CurrentLink, caller)
        const asker = { actingCompanyId: caller.subject.companyId, userId: nameOf(caller) }
        return yield* isCommand(endpoint) ? answerOnce(asker, call as Call, answered) : answered
      }, Effect.provideContext(services)),
    })
  }),
)

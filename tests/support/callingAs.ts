import { Context, Effect, Layer } from "effect"
import { HttpClientRequest } from "effect/http"
import { HttpApiMiddleware } from "effect/http-api"
import { NodeHttpServer } from "@effect/platform-node"
import {
  BearerToken,
  CurrentClaims,
  CurrentLink,
  CurrentPerson,
  PatientLink,
  SignedIn,
  type PatientCaller,
  type Person,
} from "#schemas/caller.ts"
import { CallRates } from "#server/http/CallRates.ts"
import { ExportPlaces } from "#server/http/ExportPlaces.ts"
import { perCall } from "#server/http/handlers.ts"
import { refusalsLayer } from "#server/http/refusals.ts"
import { Speech } from "#server/speech/Speech.ts"
import { Database } from "#server/store/Database.ts"
import { EventStore } from "#server/store/EventStore.ts"
import { Translator } from "#server/translation/Translator.ts"
import { CompanyId, UserId } from "#schemas/ids.ts"

/** Who makes the calls of a test; provide another one with `Effect.provideService(Caller, …)`. */
export const Caller = Context.Reference<Person>("tests/Caller", {
  defaultValue: () => ({
    userId: UserId.make(1),
    userType: 2,
    accessIds: [1, 2, 3, 4, 5, 6, 7, 10, 11, 12, 14, 15, 16, 17],
    companyId: CompanyId.make(1),
    actingCompanyId: CompanyId.make(1),
    country: "US",
    sessionId: "session-1",
    address: "127.0.0.1",
    correlationId: "correlation-1",
  }),
})

/** By which link the patient's calls of a test are made. */
export const LinkCaller = Context.Reference<PatientCaller>("tests/LinkCaller", {
  defaultValue: () => {
    throw new Error("No link is given.")
  },
})

/** Runs an effect's calls as an administrator of a company. */
export const asCompany =
  (companyId: CompanyId, more: Partial<Person> = {}) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.gen(function* () {
      const caller = yield* Caller
      return yield* Effect.provideService(effect, Caller, { ...caller, companyId, actingCompanyId: companyId, ...more })
    })

/**
 * What handlers need around them when a test calls them through the contract
 * without signing in: refusals as they are, for any `Caller`.
 */
export const callingAs = Layer.mergeAll(
  refusalsLayer,
  Layer.succeed(BearerToken, {
    bearer: (httpEffect) =>
      Effect.provideService(httpEffect, CurrentClaims, {
        issuer: "test",
        subject: "test",
        roles: [],
        sessionId: "s",
        token: "t",
      }),
  }),
  Layer.succeed(SignedIn, {
    bearer: (httpEffect) =>
      Effect.flatMap(Caller, (person) => Effect.provideService(httpEffect, CurrentPerson, person)),
  }),
  Layer.succeed(PatientLink, {
    link: (httpEffect) =>
      Effect.flatMap(LinkCaller, (caller) => Effect.provideService(httpEffect, CurrentLink, caller)),
  }),
  HttpApiMiddleware.layerClient(PatientLink, ({ next, request }) => next(request)),
  HttpApiMiddleware.layerClient(BearerToken, ({ next, request }) =>
    next(HttpClientRequest.bearerToken(request, "test")),
  ),
  HttpApiMiddleware.layerClient(SignedIn, ({ next, request }) => next(HttpClientRequest.bearerToken(request, "test"))),
  perCall(CallRates, Database, EventStore, ExportPlaces, Speech, Translator).pipe(
    Layer.provideMerge(Layer.mergeAll(CallRates.layer, ExportPlaces.layer, Speech.layer, Translator.layer)),
  ),
  NodeHttpServer.layerHttpServices,
)

import { Context, Effect } from "effect"
import { HttpRouter } from "effect/http"
import type { HttpApiEndpoint } from "effect/http-api"
import type { Api } from "#schemas/api.ts"

type Groups = (typeof Api)["groups"]
type HandlersOf<Endpoints extends Record<string, HttpApiEndpoint.Constraint>> = {
  readonly [Call in keyof Endpoints]?: HttpApiEndpoint.Handler<
    Endpoints[Call],
    HttpApiEndpoint.MiddlewareError<Endpoints[Call]>,
    unknown
  >
}

/**
 * The handlers of a noun's calls, typed by the contract. A group of calls is one layer; where its nouns have files of
 * their own, each gives its part.
 */
export const callsOf = <Name extends keyof Groups, const Calls extends HandlersOf<Groups[Name]["endpoints"]>>(
  _group: Name,
  calls: Calls,
): Calls => calls

/** Gives services to every call of the routes that this is provided to: handlers only say that they use them. */
export const perCall = <Services extends ReadonlyArray<Context.Service.Any>>(...services: Services) =>
  HttpRouter.middleware<{ provides: Context.Service.Identifier<Services[number]> }>()(
    Effect.map(Effect.context<Context.Service.Identifier<Services[number]>>(), (context) =>
      Effect.provideContext(Context.pick(...services)(context)),
    ),
  ).layer

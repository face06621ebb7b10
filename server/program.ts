import { Effect, Layer } from "effect"
import { HttpRouter } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { NodeHttpServer } from "@effect/platform-node"
import { Api } from "#schemas/api.ts"
import { Database } from "#server/store/Database.ts"
import { EmbeddedProvider } from "#server/identity/EmbeddedProvider.ts"
import { EventStore } from "#server/store/EventStore.ts"
import { JobQueue } from "#server/store/JobQueue.ts"
import { Listener } from "#server/http/Listener.ts"
import { Mailbox } from "#server/mail/Mailbox.ts"
import { MovableClock } from "#server/store/MovableClock.ts"
import { bearerTokenLayer, signedInLayer } from "#server/http/signedIn.ts"
import { refusalsLayer } from "#server/http/refusals.ts"
import { securityHeaders } from "#server/http/headers.ts"
import { signInLayer } from "#server/signIn.ts"
import { siteLayer } from "#server/http/site.ts"
import { userHandlers } from "#server/http/session.http.ts"
import type { Settings } from "./settings.ts"

/** The store with the clock that demo and tests may move. */
export const storeLayer = (settings: Settings) =>
  Layer.mergeAll(EventStore.layer, JobQueue.layer, MovableClock.layer).pipe(
    Layer.provideMerge(
      Database.layer({
        url: settings.databaseUrl,
        dataDir: settings.dataDir,
      }),
    ),
  )

const contractLayer = HttpApiBuilder.layer(Api).pipe(
  Layer.provide([userHandlers]),
  Layer.provide([refusalsLayer, bearerTokenLayer, signedInLayer]),
)

/** Hands requests to whoever they are for: the identity provider, the mailbox, then the contract and the pages. */
const serve = (settings: Settings) =>
  Effect.gen(function* () {
    const listener = yield* Listener
    const provider = yield* EmbeddedProvider
    const mailbox = yield* Mailbox
    const scope = yield* Effect.scope
    const routes = Layer.mergeAll(contractLayer, siteLayer({ demo: settings.demo }))
    const httpEffect = yield* HttpRouter.toHttpEffect(routes)
    const application = yield* NodeHttpServer.makeHandler(httpEffect, { scope })
    yield* listener.serve([
      provider.handle,
      mailbox.handle,
      (request, response) => {
        application(request, response)
        return true
      },
    ])
  })

/** Everything the program is, from settings to the open address. */
export const programLayer = (settings: Settings) => {
  const identityOrigin = settings.identity === undefined ? undefined : new URL(settings.identity.authority).origin
  return Layer.effectDiscard(serve(settings)).pipe(
    Layer.provide(
      signInLayer({
        publicUrl: settings.publicUrl,
        tenant: settings.identity,
        smtp: settings.smtpUrl === undefined ? undefined : { url: settings.smtpUrl, from: settings.mailFrom },
        demo: settings.demo,
      }),
    ),
    Layer.provide(storeLayer(settings)),
    Layer.provide(NodeHttpServer.layerHttpServices),
    Layer.provide(Listener.layer({ port: settings.port, host: settings.host, headers: securityHeaders(identityOrigin) })),
  )
}

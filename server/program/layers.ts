import { Effect, Layer, Redacted, Scope } from "effect"
import { HttpRouter } from "effect/http"
import { isSqlError } from "effect/sql/SqlError"
import { NodeHttpServer } from "@effect/platform-node"
import { webhookPaths } from "#schemas/outreach/delivery.ts"
import { Carrier } from "#server/delivery/Carrier.ts"
import { dispatcher } from "#server/delivery/Dispatcher.ts"
import { LiveCounts } from "#server/delivery/LiveCounts.ts"
import { SendGate } from "#server/delivery/SendGate.ts"
import { startSimulator } from "#server/delivery/simulator/simulator.ts"
import { twilioCarrier } from "#server/delivery/TwilioCarrier.ts"
import { Webhooks } from "#server/delivery/webhooks.ts"
import { Demo } from "#server/demo/Demo.ts"
import { seedDemo, type Progress } from "#server/demo/seed.ts"
import { simulatedAccount } from "#server/demo/simulatedAccount.ts"
import { SimulatedPhones } from "#server/demo/SimulatedPhones.ts"
import { compressAnswers } from "#server/http/compression.ts"
import { Feed } from "#server/http/Feed.ts"
import { pagesElsewhere } from "#server/http/crossOrigin.ts"
import { securityHeaders } from "#server/http/headers.ts"
import { Listener } from "#server/http/Listener.ts"
import { Metrics } from "#server/http/Metrics.ts"
import { answeringAll } from "#server/http/plainAnswers.ts"
import { healthLayer, siteLayer } from "#server/http/site.ts"
import { Accounts } from "#server/identity/Accounts.ts"
import { EmbeddedProvider } from "#server/identity/EmbeddedProvider.ts"
import { embeddedIdentity, hostedIdentity, Identity, type IdentityConfig } from "#server/identity/IdentityConfig.ts"
import { isLoopback } from "#server/identity/network.rule.ts"
import { SignInUsers } from "#server/identity/SignInUsers.ts"
import { readTenantMetadata } from "#server/identity/tenantMetadata.ts"
import { Mailbox } from "#server/mail/Mailbox.ts"
import { campaignWork } from "#server/outreach/campaigns/campaign.job.ts"
import { importWorkerLayer } from "#server/people/imports/importWorker.job.ts"
import { CannotStart } from "#server/store/CannotStart.ts"
import { Database } from "#server/store/Database.ts"
import { holdsEngine } from "#server/store/engine.ts"
import { EventStore } from "#server/store/EventStore.ts"
import { JobQueue } from "#server/store/JobQueue.ts"
import { MovableClock } from "#server/store/MovableClock.ts"
import { campaignCommandsLayer } from "#server/outreach/campaigns/campaign.commands.ts"
import { contractWork } from "#server/administration/companies/contract.job.ts"
import { importLogLayer } from "#server/people/imports/import.commands.ts"
import { contractLayer } from "./contract.ts"
import { logWork } from "./logWork.ts"
import { retentionLayer } from "./retention.ts"
import type { Settings } from "./settings.ts"
import { signInLayer } from "./signIn.ts"

/**
 * How long a statement of the program may take, in milliseconds. Whatever is large goes in batches, and the largest
 * single one moves the hour of all texts that wait (15 s for a million): what meets this waits for a lock or has run
 * away. The operator's commands and migrations have no such end.
 */
const longestStatementMillis = 120_000

/** The store, and the clock that demo and tests may move. */
const storeLayer = ({ databaseUrl, dataDir }: Settings) =>
  Layer.mergeAll(EventStore.layer, JobQueue.layer, MovableClock.layer).pipe(
    Layer.provideMerge(Database.layer({ url: databaseUrl, dataDir, longestStatementMillis })),
  )

/**
 * Accounts whose password is printed must not be reachable by strangers, unless an
 * operator says so; and made-up people with a movable clock must not meet a real carrier.
 */
const refuseUnsafeDemo = Effect.fnUntraced(function* (settings: Settings) {
  if (settings.carrier !== undefined) {
    return yield* new CannotStart({
      message:
        "TWILIO_ACCOUNT_SID would text the demo's made-up people for real. Leave it out, or start on data without the demo (ADMIN_VIEW_DEMO=0).",
    })
  }
  if (isLoopback(settings.host) || settings.allowDemoAccountsOnNetwork) return
  return yield* new CannotStart({
    message: `HOST=${settings.host} would open demo accounts with a known password to the network. Set ADMIN_VIEW_DEMO_ON_NETWORK=1 if that is what you want, or ADMIN_VIEW_DEMO=0 for a start without the demo.`,
  })
})

/** A new embedded database gets the demo: what is refused for it is refused before its folder is made. */
const refuseUnsafeStart = (settings: Settings) =>
  settings.demo && settings.databaseUrl === undefined && !holdsEngine(settings.dataDir)
    ? refuseUnsafeDemo(settings)
    : Effect.void

/** Demo data goes into an empty database only, once; whether it is there is then read from the database. What is refused is refused before. */
const demoLayer = (settings: Settings, progress: Progress) => {
  const seeding = Layer.effectDiscard(
    Effect.gen(function* () {
      const { sql, everyCompany } = yield* Database
      const companies = yield* everyCompany(sql`select 1 from companies limit 1`)
      if (!settings.demo || companies.length > 0) return
      yield* refuseUnsafeDemo(settings)
      yield* Effect.orDie(seedDemo(progress))
    }).pipe(Effect.catchIf(isSqlError, Effect.die)),
  ).pipe(Layer.provide([Accounts.layer, SignInUsers.layer]))
  const refusing = Effect.flatMap(Demo, ({ isOn }) => (isOn ? refuseUnsafeDemo(settings) : Effect.void))
  return Layer.effectDiscard(refusing).pipe(Layer.provideMerge(Demo.layer), Layer.provide(seeding))
}

const identityFor = Effect.fnUntraced(function* (settings: Settings) {
  const { identity: tenant } = settings
  return tenant === undefined
    ? embeddedIdentity(settings)
    : hostedIdentity(settings, tenant, yield* readTenantMetadata(tenant))
})

const signInFor = (settings: Settings, identity: IdentityConfig) =>
  Layer.unwrap(
    Effect.map(Demo, ({ isOn }) =>
      signInLayer({
        identity,
        smtp: settings.smtpUrl === undefined ? undefined : { url: settings.smtpUrl, from: settings.mailFrom },
        demo: isOn,
      }),
    ),
  )

/** The carrier of a program that has none: nothing is accepted, so everything stays queued. */
const noCarrier = Layer.mergeAll(
  SimulatedPhones.layerNone,
  twilioCarrier({ accountSid: "none", authToken: Redacted.make(""), apiBase: "http://localhost:9" }),
)

/** The simulated carrier on the next port, in the process that sends, and the real adapter pointed at it. */
const simulated = (settings: Settings) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const account = yield* simulatedAccount
      const port = settings.simulatorPort
      if (settings.roles.includes("worker")) {
        yield* startSimulator({ ...account, port, seed: "demo", webhookBase: settings.publicUrl, speed: 4 }).pipe(
          Effect.mapError(
            () =>
              new CannotStart({
                message: `Port ${port} is in use; the simulated carrier needs it. Choose another one with SIMULATOR_PORT.`,
              }),
          ),
        )
      }
      const url = `http://localhost:${port}`
      return Layer.mergeAll(SimulatedPhones.layer({ ...account, url }), twilioCarrier({ ...account, apiBase: url }))
    }),
  )

const carrierFor = (settings: Settings) =>
  Layer.unwrap(
    Effect.map(Demo, ({ isOn }): Layer.Layer<Carrier | SimulatedPhones, CannotStart, Database> => {
      if (settings.carrier !== undefined) {
        const { accountSid, authToken, baseUrl } = settings.carrier
        return Layer.mergeAll(
          SimulatedPhones.layerNone,
          twilioCarrier({ accountSid, authToken: Redacted.make(authToken), apiBase: baseUrl }),
        )
      }
      return isOn ? simulated(settings) : noCarrier
    }),
  )

/** What runs in the background of a worker: imports, planning and sending of campaigns, care of the log, tidying. */
const workerLayer = (settings: Settings) =>
  settings.roles.includes("worker")
    ? Layer.mergeAll(
        importWorkerLayer,
        campaignWork,
        contractWork,
        dispatcher({ publicUrl: settings.publicUrl }),
        logWork,
        retentionLayer,
      )
    : Layer.empty

const webhooksLayer = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const webhooks = yield* Webhooks
    yield* router.add("POST", webhookPaths.status, webhooks.status)
    yield* router.add("POST", webhookPaths.inbound, webhooks.inbound)
  }),
)

/** An address is one text: with a slash too many or in other letters it is another one. */
const onlyAsWritten = { ignoreDuplicateSlashes: false, ignoreTrailingSlash: false, caseSensitive: true }

/** What a process answers through the router: a worker answers health and metrics, and nothing else. */
const routesFor = ({ roles }: Settings, { demo }: { readonly demo: boolean }) =>
  Layer.merge(
    healthLayer,
    roles.includes("api") ? Layer.mergeAll(contractLayer, webhooksLayer, siteLayer({ demo })) : Layer.empty,
  )

/**
 * Hands each request on: the metrics; where people are answered, the identity provider and the
 * mailbox; then the router.
 */
const serve = Effect.fnUntraced(function* (settings: Settings) {
  const listener = yield* Listener
  const provider = yield* EmbeddedProvider
  const mailbox = yield* Mailbox
  const metrics = yield* Metrics
  const demo = yield* Demo
  const routes = routesFor(settings, { demo: demo.isOn }).pipe(Layer.provideMerge(pagesElsewhere(yield* Identity)))
  const httpEffect = yield* HttpRouter.toHttpEffect(routes).pipe(
    Effect.provideService(HttpRouter.RouterConfig, onlyAsWritten),
  )
  // Requests live in a scope of their own: the program's would interrupt them before anyone waited for them.
  const scope = yield* Scope.make()
  yield* Effect.addFinalizer((exit) => Scope.close(scope, exit))
  const application = yield* NodeHttpServer.makeHandler(compressAnswers(answeringAll(httpEffect)), { scope })
  yield* listener.serve([
    metrics.handle,
    ...(settings.roles.includes("api") ? [provider.handle, mailbox.handle] : []),
    (request, response) => {
      application(request, response)
      return true
    },
  ])
})

const programWith = (settings: Settings, identity: IdentityConfig, progress: Progress) => {
  const commands = Layer.mergeAll(campaignCommandsLayer, importLogLayer)
  const delivery = Webhooks.layer(settings.publicUrl).pipe(
    Layer.provideMerge(Layer.mergeAll(SendGate.layer, LiveCounts.layer, commands)),
    Layer.provideMerge(carrierFor(settings)),
  )
  return Layer.effectDiscard(serve(settings)).pipe(
    Layer.provide(workerLayer(settings)),
    Layer.provide(
      Layer.mergeAll(
        delivery,
        Feed.layer,
        signInFor(settings, identity),
        Metrics.layer({ token: settings.metricsToken }),
      ),
    ),
    Layer.provideMerge(demoLayer(settings, progress)),
    Layer.provide(storeLayer(settings)),
    Layer.provide(NodeHttpServer.layerHttpServices),
    Layer.provide(
      Listener.layer({
        port: settings.port,
        host: settings.host,
        headers: securityHeaders(identity),
        trusted: settings.trustedProxies,
      }),
    ),
  )
}

/**
 * Everything the program is, from settings to the open address; built in order:
 * identity provider's addresses, address, database, demo data, sign-in and carrier,
 * workers, handlers. Fails with `CannotStart`, one line for the operator. A stop
 * first lets the answers under way end, then the workers, then the database.
 */
export const programLayer = (settings: Settings, progress: Progress) =>
  Layer.unwrap(
    refuseUnsafeStart(settings).pipe(
      Effect.andThen(identityFor(settings)),
      Effect.map((identity) => programWith(settings, identity, progress)),
    ),
  )

import { Effect, Layer, Scope } from "effect"
import { HttpRouter } from "effect/http"
import { NodeHttpServer } from "@effect/platform-node"
import { webhookPaths } from "#schemas/outreach/delivery.ts"
import { dispatcher } from "#server/delivery/Dispatcher.ts"
import { LiveCounts } from "#server/delivery/LiveCounts.ts"
import { SendGate } from "#server/delivery/SendGate.ts"
import { smppDeliveries } from "#server/delivery/smpp/smppDeliveries.ts"
import { Webhooks } from "#server/delivery/webhooks.ts"
import { Demo } from "#server/demo/Demo.ts"
import type { Progress } from "#server/demo/seed.ts"
import { compressAnswers } from "#server/http/compression.ts"
import { Feed } from "#server/http/Feed.ts"
import { pagesElsewhere } from "#server/http/crossOrigin.ts"
import { securityHeaders } from "#server/http/headers.ts"
import { Listener, type NodeHandler } from "#server/http/Listener.ts"
import { Metrics } from "#server/http/Metrics.ts"
import { answeringAll } from "#server/http/plainAnswers.ts"
import { healthLayer, siteLayer } from "#server/http/site.ts"
import { EmbeddedProvider } from "#server/identity/EmbeddedProvider.ts"
import { embeddedIdentity, hostedIdentity, Identity, type IdentityConfig } from "#server/identity/IdentityConfig.ts"
import { readTenantMetadata } from "#server/identity/tenantMetadata.ts"
import { Mailbox } from "#server/mail/Mailbox.ts"
import { lostReplyWork } from "#server/delivery/lostReplies.ts"
import { multiCampaignWork } from "#server/outreach/multiCampaigns/multiCampaign.job.ts"
import { campaignWork } from "#server/outreach/campaigns/campaign.job.ts"
import { importWorkerLayer } from "#server/people/imports/importWorker.job.ts"
import { Database } from "#server/store/Database.ts"
import { EventStore } from "#server/store/EventStore.ts"
import { JobQueue } from "#server/store/JobQueue.ts"
import { MovableClock } from "#server/store/MovableClock.ts"
import { campaignCommandsLayer } from "#server/outreach/campaigns/campaign.commands.ts"
import { scimLayer } from "#server/administration/directory/scim.http.ts"
import { noticeWork } from "#server/administration/notices/notice.job.ts"
import { CardProcessor } from "#server/administration/cards/CardProcessor.ts"
import { contractWork } from "#server/administration/companies/contract.job.ts"
import { importLogLayer } from "#server/people/imports/import.commands.ts"
import { PublicUrl } from "#server/scheduling/patientLinks/patientLink.queries.ts"
import { holdWork } from "#server/scheduling/appointments/hold.job.ts"
import { appointmentTextWork } from "#server/scheduling/texts/texts.job.ts"
import { offerTextWork } from "#server/scheduling/waitlist/offerTexts.job.ts"
import { waitlistWork } from "#server/scheduling/waitlist/waitlist.job.ts"
import { savedViewWork } from "#server/reporting/saved/savedView.job.ts"
import { outreachRunWork } from "#server/scheduling/outreachRuns/outreachRun.job.ts"
import { zoneRulesWork } from "#server/scheduling/zoneRules/zoneRules.job.ts"
import { statisticsWork } from "#server/store/statistics.ts"
import { cardProcessorFor } from "./cardProcessors.ts"
import { carrierFor } from "./carriers.ts"
import { recordingWork } from "#server/outreach/recordings/recording.job.ts"
import { callSoundWork } from "#server/outreach/sounds/callSounds.job.ts"
import { carrierSoundsLayer } from "#server/outreach/sounds/carrierSounds.http.ts"
import { calendarFeedLayer } from "#server/scheduling/calendar/calendarFeed.http.ts"
import { Translator } from "#server/translation/Translator.ts"
import { contractLayer } from "./contract.ts"
import { demoLayer, refuseUnsafeStart } from "./demoData.ts"
import { logWork } from "./logWork.ts"
import { retentionLayer } from "./retention.ts"
import type { Settings } from "./settings.ts"
import { signInLayer } from "./signIn.ts"
import { speechFor } from "./speech.ts"

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

/** What runs in the background of a worker: imports, planning and sending of campaigns, care of the log, tidying. */
const workerLayer = (settings: Settings) =>
  settings.roles.includes("worker")
    ? Layer.mergeAll(
        importWorkerLayer,
        campaignWork,
        multiCampaignWork,
        callSoundWork,
        contractWork,
        noticeWork,
        holdWork,
        appointmentTextWork,
        waitlistWork,
        offerTextWork,
        outreachRunWork,
        savedViewWork,
        zoneRulesWork,
        statisticsWork,
        dispatcher({ publicUrl: settings.publicUrl }),
        smppDeliveries,
        logWork,
        retentionLayer,
        recordingWork,
        lostReplyWork,
      )
    : Layer.empty

const webhooksLayer = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const webhooks = yield* Webhooks
    yield* router.add("POST", webhookPaths.status, webhooks.status)
    yield* router.add("POST", webhookPaths.inbound, webhooks.inbound)
    yield* router.add("POST", webhookPaths.callStatus, webhooks.callStatus)
    yield* router.add("POST", webhookPaths.callStep, webhooks.callStep)
    yield* router.add("POST", webhookPaths.callMachine, webhooks.callMachine)
  }),
)

/** An address is one text: with a slash too many or in other letters it is another one. */
const onlyAsWritten = { ignoreDuplicateSlashes: false, ignoreTrailingSlash: false, caseSensitive: true }

/** What a process answers through the router: a worker answers health and metrics, and nothing else. */
const routesFor = ({ roles }: Settings, { demo }: { readonly demo: boolean }) =>
  Layer.merge(
    healthLayer,
    roles.includes("api")
      ? Layer.mergeAll(
          contractLayer,
          webhooksLayer,
          calendarFeedLayer,
          carrierSoundsLayer,
          scimLayer,
          siteLayer({ demo }),
        )
      : Layer.empty,
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
  const { fieldsUrl } = yield* CardProcessor
  const handlers: ReadonlyArray<NodeHandler> = [
    metrics.handle,
    ...(settings.roles.includes("api") ? [provider.handle, mailbox.handle] : []),
    (request, response) => {
      application(request, response)
      return true
    },
  ]
  // Which card processor is in use, the one for tests or another, is known only now.
  yield* listener.serve(handlers, securityHeaders(yield* Identity, fieldsUrl ?? undefined))
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
        cardProcessorFor(settings),
        speechFor(settings),
        Translator.layerOf(settings.translation),
        Feed.layer,
        signInFor(settings, identity),
        Metrics.layer({ token: settings.metricsToken }),
      ),
    ),
    Layer.provideMerge(demoLayer(settings, progress)),
    Layer.provide(storeLayer(settings)),
    Layer.provide(Layer.succeed(PublicUrl, settings.publicUrl)),
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

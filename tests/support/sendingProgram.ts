import { createServer } from "node:http"
import { NodeHttpServer } from "@effect/platform-node"
import { Layer, Effect, Redacted } from "effect"
import { HttpRouter } from "effect/http"
import { webhookPaths } from "#schemas/outreach/delivery.ts"
import { dispatcher, type DispatcherOptions } from "#server/delivery/Dispatcher.ts"
import type { Carrier } from "#server/delivery/Carrier.ts"
import type { VoiceCarrier } from "#server/delivery/VoiceCarrier.ts"
import { lostReplyWork } from "#server/delivery/lostReplies.ts"
import { twilioCarriers } from "#server/delivery/twilioCarriers.ts"
import { Webhooks } from "#server/delivery/webhooks.ts"
import { campaignWork } from "#server/outreach/campaigns/campaign.job.ts"
import type { Database } from "#server/store/Database.ts"
import { engineParts, storeOn } from "./outreach.ts"

/** The simulated carrier's account. */
export const account = { accountSid: `AC${"b".repeat(32)}`, authToken: "bench-token" }

const webhookRoutes = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const webhooks = yield* Webhooks
    yield* router.add("POST", webhookPaths.status, webhooks.status)
    yield* router.add("POST", webhookPaths.inbound, webhooks.inbound)
    yield* router.add("POST", webhookPaths.callStatus, webhooks.callStatus)
    yield* router.add("POST", webhookPaths.callStep, webhooks.callStep)
    yield* router.add("POST", webhookPaths.callMachine, webhooks.callMachine)
  }),
)

/** Where the program and the simulated carrier listen. */
export type Ports = { readonly own: number; readonly simulator: number }

/** The carriers of the simulated account. */
export const simulatedCarriers = ({ simulator }: Ports) =>
  twilioCarriers({
    accountSid: account.accountSid,
    authToken: Redacted.make(account.authToken),
    apiBase: `http://127.0.0.1:${simulator}`,
  })

/** The store, the sending engine and its webhooks, as a worker process has them. */
export const sendingProgram = <E>(
  database: Layer.Layer<Database, E>,
  ports: Ports,
  options: Partial<DispatcherOptions> = {},
  carriers: Layer.Layer<Carrier | VoiceCarrier> = simulatedCarriers(ports),
) => {
  const publicUrl = `http://127.0.0.1:${ports.own}`
  const serve = HttpRouter.serve(webhookRoutes, { disableLogger: true, disableListenLog: true }).pipe(
    Layer.provide(NodeHttpServer.layer(createServer, { port: ports.own, host: "127.0.0.1" })),
  )
  return Layer.mergeAll(serve, campaignWork, lostReplyWork, dispatcher({ publicUrl, ...options })).pipe(
    Layer.provide(Webhooks.layer(publicUrl)),
    Layer.provideMerge(engineParts),
    Layer.provide(carriers),
    Layer.provideMerge(storeOn(database)),
  )
}

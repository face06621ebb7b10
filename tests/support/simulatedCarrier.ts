import { createServer } from "node:http"
import { NodeHttpServer } from "@effect/platform-node"
import { Context, Effect, Layer, Queue, Redacted, type Scope } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { webhookPaths } from "#schemas/outreach/delivery.ts"
import { Carrier } from "#server/delivery/Carrier.ts"
import { startSimulator, type SimulatorConfig } from "#server/delivery/simulator/simulator.ts"
import { twilioCarriers } from "#server/delivery/twilioCarriers.ts"
import type { TwilioConfig } from "#server/delivery/twilioRest.ts"
import { readWebhook } from "#server/delivery/webhookForm.ts"

export const accountSid = "AC00000000000000000000000000000001"
export const authToken = Redacted.make("a-token-for-tests")
export const sender = "+14155550199"

/** A real carrier adapter, its own connections to `apiBase`. */
export const carrierAt = (apiBase: string, more: Partial<TwilioConfig> = {}) =>
  Layer.build(twilioCarriers({ accountSid, authToken, apiBase, ...more })).pipe(
    Effect.map((context) => Context.get(context, Carrier)),
  )

/** What reached the webhook server: a decoded request, or the status it was refused with. */
export type Arrival =
  | {
      readonly _tag: "Report"
      readonly key: string | null
      readonly status: string
      readonly errorCode: string | null
      readonly id: string
    }
  | { readonly _tag: "Text"; readonly from: string; readonly to: string; readonly body: string; readonly id: string }
  | { readonly _tag: "Refused"; readonly problem: string }

/** A server with the two webhooks and nothing else, over real HTTP; `fail` answers 503 while it gives true. */
export const startWebhookServer = (
  arrivals: Queue.Queue<Arrival>,
  { port = 0, fail = () => false }: { readonly port?: number; readonly fail?: () => boolean } = {},
): Effect.Effect<{ readonly base: string; readonly port: number }, never, Scope.Scope> =>
  Effect.gen(function* () {
    const carrier = yield* carrierAt("http://127.0.0.1:9")
    const server = yield* NodeHttpServer.make(() => createServer(), { port, host: "127.0.0.1" }).pipe(Effect.orDie)
    const address = server.address
    if (!("port" in address)) return yield* Effect.die("the test server has no port")
    const base = `http://127.0.0.1:${address.port}`
    const answer = Effect.gen(function* () {
      if (fail()) return HttpServerResponse.empty({ status: 503 })
      const request = yield* HttpServerRequest.HttpServerRequest
      const webhook = yield* readWebhook(base)
      const arrival: Arrival = request.url.startsWith(webhookPaths.inbound)
        ? { _tag: "Text", ...(yield* carrier.parseInbound(webhook.form)) }
        : { _tag: "Report", ...(yield* carrier.parseStatus(webhook.form, webhook.query)) }
      yield* Queue.offer(arrivals, arrival)
      return HttpServerResponse.empty({ status: 204 })
    }).pipe(
      Effect.catch((refusal) =>
        Effect.as(
          Queue.offer(arrivals, { _tag: "Refused", problem: refusal.problem }),
          HttpServerResponse.empty({ status: Number(refusal.statusCode) }),
        ),
      ),
      Effect.provideService(Carrier, carrier),
    )
    yield* server.serve(answer)
    return { base, port: address.port }
  })

/** The adapter, the simulated carrier and a webhook server, each speaking HTTP to the next. */
export const startCarrierWorld = (config: Partial<SimulatorConfig> = {}, carrierConfig: Partial<TwilioConfig> = {}) =>
  Effect.gen(function* () {
    const arrivals = yield* Queue.unbounded<Arrival>()
    const { base } = yield* startWebhookServer(arrivals)
    const simulator = yield* startSimulator({
      port: 0,
      seed: "tests",
      accountSid,
      authToken,
      webhookBase: base,
      speed: Number.POSITIVE_INFINITY,
      ...config,
    })
    const carrier = yield* carrierAt(simulator.url, carrierConfig)
    /** Sends one text; the key defaults to one of its own for each recipient and text. */
    const send = (to: string, { key = `${to} hello`, body = "hello", from = sender } = {}) =>
      carrier.send({ key, from, to, body, statusCallback: base + webhookPaths.status })
    return { arrivals, base, simulator, carrier, send }
  })

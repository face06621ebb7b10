import { spawn } from "node:child_process"
import { createServer } from "node:http"
import { join } from "node:path"
import { NodeHttpServer } from "@effect/platform-node"
import { Effect, Layer, Redacted } from "effect"
import { HttpRouter } from "effect/http"
import { webhookPaths } from "#schemas/outreach/delivery.ts"
import { dispatcher, type DispatcherOptions } from "#server/delivery/Dispatcher.ts"
import { twilioCarriers } from "#server/delivery/twilioCarriers.ts"
import { Webhooks } from "#server/delivery/webhooks.ts"
import type { Database } from "#server/store/Database.ts"
import { campaignWork } from "#server/outreach/campaigns/campaign.job.ts"
import { engineParts, storeOn } from "#tests/support/outreach.ts"

/** The simulated carrier's account in measurements. */
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

/** The store, the sending engine and its webhooks, as a worker process has them. */
export const sendingProgram = <E>(
  database: Layer.Layer<Database, E>,
  ports: { readonly own: number; readonly simulator: number },
  options: Partial<DispatcherOptions> = {},
) => {
  const publicUrl = `http://127.0.0.1:${ports.own}`
  const carrier = twilioCarriers({
    accountSid: account.accountSid,
    authToken: Redacted.make(account.authToken),
    apiBase: `http://127.0.0.1:${ports.simulator}`,
  })
  const serve = HttpRouter.serve(webhookRoutes, { disableLogger: true, disableListenLog: true }).pipe(
    Layer.provide(NodeHttpServer.layer(createServer, { port: ports.own, host: "127.0.0.1" })),
  )
  return Layer.mergeAll(serve, campaignWork, dispatcher({ publicUrl, ...options })).pipe(
    Layer.provide(Webhooks.layer(publicUrl)),
    Layer.provideMerge(engineParts),
    Layer.provide(carrier),
    Layer.provideMerge(storeOn(database)),
  )
}

/** Starts the simulated carrier in a process of its own; ends with the scope. */
export const startSimulatorProcess = (
  ports: { readonly own: number; readonly simulator: number },
  more: ReadonlyArray<string> = [],
) =>
  Effect.acquireRelease(
    Effect.promise(
      () =>
        new Promise<() => void>((resolve, reject) => {
          const main = join(import.meta.dirname, "..", "server", "delivery", "simulator", "main.ts")
          const child = spawn(
            process.execPath,
            [main, "--port", String(ports.simulator), "--webhook", `http://127.0.0.1:${ports.own}`, ...more],
            {
              env: { ...process.env, CARRIER_ACCOUNT_SID: account.accountSid, CARRIER_AUTH_TOKEN: account.authToken },
              stdio: ["ignore", "pipe", "inherit"],
            },
          )
          child.stdout.once("data", () => resolve(() => void child.kill("SIGKILL")))
          child.once("exit", (code) => reject(new Error(`The simulated carrier ended with ${code}`)))
        }),
    ),
    (end) => Effect.sync(end),
  )

/** What the simulated carrier has seen. */
export type SimulatorCounts = {
  readonly distinctKeys: number
  readonly repeatedKeys: number
  readonly refused: number
  readonly callbacksAnswered: number
  readonly callbacksRetried: number
  readonly callbacksDropped: number
  readonly open: number
}

const authorization = `Basic ${Buffer.from(`${account.accountSid}:${account.authToken}`).toString("base64")}`

/** Asks the simulated carrier of another process something. */
export const askSimulator = <A>(port: number, path: string, form?: Readonly<Record<string, string>>): Promise<A> =>
  fetch(`http://127.0.0.1:${port}/simulator/${path}`, {
    headers: { authorization, ...(form === undefined ? {} : { "content-type": "application/x-www-form-urlencoded" }) },
    ...(form === undefined ? {} : { method: "POST", body: new URLSearchParams(form).toString() }),
  }).then((answer) => answer.json() as Promise<A>)

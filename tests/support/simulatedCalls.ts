import { createServer, type IncomingMessage } from "node:http"
import { Effect, Redacted, type Scope } from "effect"
import { verifyTwilioSignature } from "#server/delivery/twilioForms.ts"
import { startSimulator, type SimulatorConfig } from "#server/delivery/simulator/simulator.ts"
import { accountSid, authToken, sender } from "./simulatedCarrier.ts"

/** A request of the simulated carrier, and whether its signature held. */
export type CallWebhook = {
  readonly path: string
  readonly method: string
  readonly fields: Readonly<Record<string, string>>
  readonly isSigned: boolean
}

/** What is answered: a document of TwiML, or a status without one. */
export type CallAnswers = (webhook: CallWebhook) => string | number | Promise<string | number>

const bodyOf = (request: IncomingMessage): Promise<string> =>
  new Promise((resolve) => {
    let body = ""
    request.on("data", (part) => (body += part))
    request.on("end", () => resolve(body))
  })

const startCallServer = (answers: CallAnswers, webhooks: Array<CallWebhook>) =>
  Effect.acquireRelease(
    Effect.callback<{ readonly base: string; readonly close: () => void }>((resume) => {
      const server = createServer((request, response) => {
        void (async () => {
          const url = `${base}${request.url}`
          const method = request.method ?? "GET"
          const posted = Object.fromEntries(new URLSearchParams(await bodyOf(request)))
          const asked = new URL(url)
          const signature = String(request.headers["x-twilio-signature"])
          const webhook = {
            path: asked.pathname,
            method,
            fields: { ...Object.fromEntries(asked.searchParams), ...posted },
            isSigned: verifyTwilioSignature(Redacted.value(authToken), url, posted, signature),
          }
          webhooks.push(webhook)
          const answer = await answers(webhook)
          response.writeHead(typeof answer === "number" ? answer : 200, { "content-type": "text/xml" })
          response.end(typeof answer === "number" ? "" : answer)
        })()
      })
      let base = ""
      server.listen(0, "127.0.0.1", () => {
        const address = server.address()
        base = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`
        const close = () => {
          server.closeAllConnections()
          server.close()
        }
        resume(Effect.succeed({ base, close }))
      })
    }),
    ({ close }) => Effect.sync(close),
  )

/** A document of TwiML. */
export const twiml = (verbs: string): string => `<?xml version="1.0" encoding="UTF-8"?><Response>${verbs}</Response>`

type Form = Readonly<Record<string, string | ReadonlyArray<string>>>

const bodyWith = (form: Form): URLSearchParams =>
  new URLSearchParams(Object.entries(form).flatMap(([name, value]) => [value].flat().map((one) => [name, one])))

const credentials = `Basic ${Buffer.from(`${accountSid}:${Redacted.value(authToken)}`).toString("base64")}`

/** The simulated carrier, and a program of one server that answers with TwiML and keeps what it was asked. */
export const startCallWorld = (
  answers: CallAnswers,
  config: Partial<SimulatorConfig> = {},
): Effect.Effect<CallWorld, never, Scope.Scope> =>
  Effect.gen(function* () {
    const webhooks: Array<CallWebhook> = []
    const { base } = yield* startCallServer(answers, webhooks)
    const simulator = yield* Effect.orDie(
      startSimulator({
        port: 0,
        seed: "tests",
        accountSid,
        authToken,
        webhookBase: base,
        speed: Number.POSITIVE_INFINITY,
        ...config,
      }),
    )
    const account = `${simulator.url}/2010-04-01/Accounts/${accountSid}`
    const ask: CallWorld["ask"] = (path, form, method = form === undefined ? "GET" : "POST") =>
      Effect.promise(async () => {
        const body = form === undefined ? {} : { body: bodyWith(form) }
        const answer = await fetch(account + path, { method, headers: { authorization: credentials }, ...body })
        const isJson = answer.headers.get("content-type")?.startsWith("application/json")
        return { status: answer.status, json: isJson ? await answer.json() : await answer.arrayBuffer() }
      })
    return {
      base,
      simulator,
      webhooks,
      ask,
      reports: () => webhooks.filter(({ path }) => path === "/status").map(({ fields }) => fields),
      call: (to, form = {}) =>
        ask("/Calls.json", {
          To: to,
          From: sender,
          Url: `${base}/flow`,
          StatusCallback: `${base}/status`,
          StatusCallbackEvent: ["initiated", "ringing", "answered", "completed"],
          ...form,
        }),
    }
  })

export type CallWorld = {
  readonly base: string
  readonly simulator: Effect.Success<ReturnType<typeof startSimulator>>
  /** All that came, in order. */
  readonly webhooks: ReadonlyArray<CallWebhook>
  /** The fields of the reports, in order. */
  readonly reports: () => ReadonlyArray<CallWebhook["fields"]>
  /** Asks the REST below the account. */
  readonly ask: (
    path: string,
    form?: Form,
    method?: string,
    // oxlint-disable-next-line typescript/no-explicit-any
  ) => Effect.Effect<{ readonly status: number; readonly json: any }>
  /** Calls a number; the flow is at `/flow`, the reports go to `/status`. */
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly call: (to: string, form?: Form) => Effect.Effect<{ readonly status: number; readonly json: any }>
}

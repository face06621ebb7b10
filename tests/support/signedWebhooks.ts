import { Effect, Redacted } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import type { CompanyId } from "#schemas/ids.ts"
import { webhookPaths } from "#schemas/outreach/delivery.ts"
import { twilioCarriers } from "#server/delivery/twilioCarriers.ts"
import { signLikeTwilio } from "#server/delivery/twilioForms.ts"
import { Webhooks } from "#server/delivery/webhooks.ts"
import { phoneOf, senderNumber } from "./outreach.ts"

/** The address of the server as the carrier of tests knows it. */
export const publicUrl = "https://admin.example.test"
const accountSid = "AC00000000000000000000000000000001"
export const authToken = "webhook-token"
/** A carrier that is never called. */
export const carrier = twilioCarriers({
  accountSid,
  authToken: Redacted.make(authToken),
  apiBase: "http://127.0.0.1:9",
})

type Form = Readonly<Record<string, string>>

/** A request of the carrier, signed with its token unless another signature is given. */
export const answerOf = (path: string, form: Form, signature?: string) =>
  Effect.gen(function* () {
    const webhooks = yield* Webhooks
    const url = publicUrl + path
    const request = new Request(url, {
      method: "POST",
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        "x-twilio-signature": signature ?? signLikeTwilio(authToken, url, { ...form }),
      },
      body: new URLSearchParams(form).toString(),
    })
    const name = Object.entries(webhookPaths).find(([, one]) => path.split("?")[0] === one)?.[0] ?? "inbound"
    const handler = webhooks[name as keyof typeof webhookPaths]
    const answer = yield* Effect.provideService(
      handler,
      HttpServerRequest.HttpServerRequest,
      HttpServerRequest.fromWeb(request),
    )
    return HttpServerResponse.toWeb(answer)
  })

/** What the carrier is answered. */
export const post = (path: string, form: Form, signature?: string) =>
  Effect.map(answerOf(path, form, signature), ({ status }) => status)

export const messageSid = (number: number): string => `SM${number.toString(16).padStart(32, "0")}`

let texts = 0
/** A text from the n-th person of a company to its number, new unless it has an id that was used. */
export const textFrom = (
  companyId: CompanyId,
  person: number,
  body: string,
  sid = messageSid((texts += 1) + 1_000_000),
) =>
  post(webhookPaths.inbound, {
    MessageSid: sid,
    From: phoneOf(companyId, person),
    To: senderNumber(companyId),
    Body: body,
  })

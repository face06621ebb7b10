import { describe, expect, it } from "@effect/vitest"
import { Effect, Queue, Redacted } from "effect"
import { HttpServerRequest } from "effect/http"
import { webhookPaths } from "#schemas/outreach/delivery.ts"
import { Carrier, type FormFields } from "#server/delivery/Carrier.ts"
import { parseTwilioStatus, signLikeTwilio } from "#server/delivery/twilioForms.ts"
import { readWebhook } from "#server/delivery/webhookForm.ts"

import { type Arrival, authToken, carrierAt, startWebhookServer } from "#tests/support/simulatedCarrier.ts"

const publicBase = "https://outreach.example"
const address = `${publicBase}${webhookPaths.status}?key=7%2F9`
const sid = "SM0123456789abcdef0123456789abcdef"
const report = {
  MessageSid: sid,
  MessageStatus: "undelivered",
  ErrorCode: "30005",
  From: "+14155550199",
  To: "+15005550105",
}
const sign = (url: string, form: FormFields) => signLikeTwilio(Redacted.value(authToken), url, form)

type Sent = {
  readonly url?: string
  readonly body?: string
  readonly signature?: string
  readonly contentType?: string
}

/** What the server makes of a request; all parts default to those of a genuine report. */
const receive = ({
  url = "http://127.0.0.1:4180" + address.slice(publicBase.length),
  body = new URLSearchParams(report).toString(),
  signature = sign(address, report),
  contentType = "application/x-www-form-urlencoded; charset=UTF-8",
}: Sent = {}) =>
  Effect.gen(function* () {
    const carrier = yield* carrierAt("http://127.0.0.1:9")
    const headers = { "content-type": contentType, "x-twilio-signature": signature }
    const request = HttpServerRequest.fromWeb(new Request(url, { method: "POST", headers, body }))
    return yield* readWebhook(publicBase).pipe(
      Effect.provideService(Carrier, carrier),
      Effect.provideService(HttpServerRequest.HttpServerRequest, request),
    )
  })

const refusal = (sent: Sent) => Effect.map(Effect.flip(receive(sent)), ({ problem }) => problem)

describe("a carrier's request", () => {
  it.effect("is read when it is signed for the public address, whatever host it claims", () =>
    Effect.gen(function* () {
      const { form, query } = yield* receive()
      expect({ ...form }).toEqual(report)
      expect({ ...query }).toEqual({ key: "7/9" })
    }),
  )

  it.effect.each<readonly [string, Sent]>([
    ["without a signature", { signature: "" }],
    ["with another account's signature", { signature: signLikeTwilio("another token", address, report) }],
    ["with a changed field", { body: new URLSearchParams({ ...report, MessageStatus: "delivered" }).toString() }],
    ["with a field added", { body: new URLSearchParams({ ...report, Extra: "1" }).toString() }],
    ["with a field left out", { body: new URLSearchParams({ MessageSid: sid }).toString() }],
    ["with another key in its address", { url: "http://127.0.0.1:4180/webhooks/carrier/status?key=8" }],
    ["to another path", { url: "http://127.0.0.1:4180/webhooks/carrier/inbound?key=7%2F9" }],
    ["signed for another address", { signature: sign("https://elsewhere.example/", report) }],
  ])("is forbidden %s", ([, sent]) =>
    Effect.gen(function* () {
      expect(yield* refusal(sent)).toBe("Forbidden")
    }),
  )

  it.effect("is refused when it is no form or larger than 64 kB", () =>
    Effect.gen(function* () {
      expect(yield* refusal({ contentType: "application/json" })).toBe("UnsupportedFormat")
      expect(yield* refusal({ contentType: "" })).toBe("UnsupportedFormat")
      const large = { ...report, Body: "x".repeat(70_000) }
      const signed = { body: new URLSearchParams(large).toString(), signature: sign(address, large) }
      expect(yield* refusal(signed)).toBe("TooLarge")
    }),
  )

  it.effect("is taken without the characters that cannot be stored, once it is known to be signed", () =>
    Effect.gen(function* () {
      const odd = { ...report, Body: "STOP\0" }
      const body = new URLSearchParams(odd).toString()
      expect((yield* receive({ body, signature: sign(address, odd) })).form["Body"]).toBe("STOP")
      const replaced = { ...report, Body: "STOP\u{FFFD}" }
      const bytes = `${new URLSearchParams(report).toString()}&Body=STOP%c3`
      expect((yield* receive({ body: bytes, signature: sign(address, replaced) })).form["Body"]).toBe("STOP\u{FFFD}")
      expect(yield* refusal({ body, signature: "" })).toBe("Forbidden")
    }),
  )

  it.live("is answered 413 over HTTP before its body is kept", () =>
    Effect.gen(function* () {
      const arrivals = yield* Queue.unbounded<Arrival>()
      const { base } = yield* startWebhookServer(arrivals)
      const body = new URLSearchParams({ Body: "x".repeat(70_000) })
      const answer = yield* Effect.promise(() => fetch(base + webhookPaths.inbound, { method: "POST", body }))
      expect(answer.status).toBe(413)
      expect(yield* Queue.take(arrivals)).toEqual({ _tag: "Refused", problem: "TooLarge" })
    }),
  )

  it.effect("may name its fields as it likes", () =>
    Effect.gen(function* () {
      const odd = { ...report, ["__proto__"]: "a", constructor: "b", "": "c" }
      const { form } = yield* receive({ body: new URLSearchParams(odd).toString(), signature: sign(address, odd) })
      expect(Object.keys(form).toSorted()).toEqual(Object.keys(odd).toSorted())
      const twice = { Media: ["b", "a"] }
      const repeated = yield* receive({ body: "Media=b&Media=a", signature: sign(address, twice) })
      expect({ ...repeated.form }).toEqual(twice)
    }),
  )
})

describe("the carrier's words", () => {
  const parse = (form: FormFields, query: FormFields = {}) =>
    Effect.flatMap(carrierAt("http://127.0.0.1:9"), (carrier) => carrier.parseStatus(form, query))

  it.effect("become a report whose id is the same each time it is repeated", () =>
    Effect.gen(function* () {
      const first = yield* parse(report, { key: "7/9" })
      expect(first).toEqual({ id: `${sid}:undelivered`, sid, key: "7/9", status: "undelivered", errorCode: "30005" })
      expect(yield* parse(report, { key: "7/9" })).toEqual(first)
      const sent = yield* parse({ MessageSid: sid, MessageStatus: "sent" })
      expect(sent).toEqual({ id: `${sid}:sent`, sid, key: null, status: "sent", errorCode: null })
      expect(yield* parse({ ...report, MessageStatus: "teleported" })).toMatchObject({ status: "teleported" })
    }),
  )

  it.effect("become a person's text, identified by its own id", () =>
    Effect.gen(function* () {
      const carrier = yield* carrierAt("http://127.0.0.1:9")
      const form = { MessageSid: sid, From: "+15005550111", To: "+14155550199", Body: " Stop " }
      const expected = { id: sid, sid, from: "+15005550111", to: "+14155550199", body: " Stop " }
      expect(yield* carrier.parseInbound(form)).toEqual(expected)
      expect(yield* Effect.flip(carrier.parseInbound({ From: "+15005550111" }))).toMatchObject({ problem: "Invalid" })
    }),
  )

  it.effect.each<readonly [string, FormFields]>([
    ["a status that is no word", { ...report, MessageStatus: "Ann Lopez" }],
    ["no message", { MessageStatus: "sent" }],
    ["a message that is none", { ...report, MessageSid: "x" }],
    ["two messages", { ...report, MessageSid: [sid, sid] }],
  ])("are invalid with %s", ([, form]) =>
    Effect.gen(function* () {
      expect(yield* Effect.flip(parse(form))).toMatchObject({ problem: "Invalid" })
    }),
  )

  it.effect.each<readonly [unknown, string | null]>([
    ["30005", "30005"],
    ["http-502", "http-502"],
    [undefined, null],
    ["", null],
    ["x".repeat(41), null],
    ["30005\n<b>", null],
    [["30005", "30006"], null],
  ])("keeps a code of failure only where it is one: %j", ([given, errorCode]) =>
    Effect.gen(function* () {
      const { ErrorCode: _code, ...rest } = report
      const form = given === undefined ? rest : { ...rest, ErrorCode: given as string }
      expect(yield* parseTwilioStatus(form, {})).toMatchObject({ status: "undelivered", errorCode })
    }),
  )
})

import { spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { createInterface } from "node:readline"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Exit, Queue, Redacted, Scope } from "effect"
import { TestClock } from "effect/testing"
import type RequestClient from "twilio/lib/base/RequestClient.js"
import type { MessageListInstanceOptions } from "twilio/lib/rest/api/v2010/account/message.js"
import Twilio from "twilio/lib/rest/Twilio.js"
import { webhookPaths } from "#schemas/outreach/delivery.ts"
import { ordinaryDay, planFor } from "#server/delivery/simulator/behaviour.ts"
import { magicNumbers } from "#server/delivery/simulator/magicNumbers.ts"
import { startSimulator } from "#server/delivery/simulator/simulator.ts"
import {
  accountSid,
  type Arrival,
  authToken,
  carrierAt,
  sender,
  startCarrierWorld,
  startWebhookServer,
} from "#tests/support/simulatedCarrier.ts"

const numbers = (count: number) => Array.from({ length: count }, (_, index) => `+1415${String(5_000_000 + index)}`)
const credentials = `Basic ${Buffer.from(`${accountSid}:${Redacted.value(authToken)}`).toString("base64")}`

const ask = (url: string, form?: Record<string, string>, method = form === undefined ? "GET" : "POST") =>
  Effect.promise(async () => {
    const body = form === undefined ? {} : { body: new URLSearchParams(form) }
    const answer = await fetch(url, { method, headers: { authorization: credentials }, ...body })
    const text = await answer.text()
    return { status: answer.status, json: text === "" ? null : JSON.parse(text) }
  })

const statusesOf = (arrivals: ReadonlyArray<Arrival>) =>
  arrivals.map((arrival) => (arrival._tag === "Report" ? arrival.status : arrival._tag))

describe("its behaviour", () => {
  it("depends on seed, recipient and text, and on nothing else", () => {
    const day = (seed: string, body = "hello") => numbers(200).map((to) => planFor(ordinaryDay, seed, to, body))
    expect(day("one")).toEqual(day("one"))
    expect(day("one")).not.toEqual(day("two"))
    expect(day("one")).not.toEqual(day("one", "good day"))
  })

  it("has about the shares asked for", () => {
    const plans = numbers(20_000).map((to) => planFor(ordinaryDay, "shares", to, "hello"))
    const share = (of: (plan: (typeof plans)[number]) => boolean) => plans.filter(of).length / plans.length
    expect(share(({ ending }) => ending.status === "delivered")).toBeCloseTo(0.96, 1.9)
    expect(share(({ reply }) => reply !== null)).toBeCloseTo(0.96 * 0.05, 1.9)
    const codes = new Set(plans.map(({ ending }) => ending.errorCode))
    expect(codes).toEqual(new Set([null, "30003", "30005", "30006", "30007", "30008"]))
  })

  it.live("is the same over HTTP for the same seed", () =>
    Effect.gen(function* () {
      const day = Effect.gen(function* () {
        const { send, simulator } = yield* startCarrierWorld({ seed: "a day" })
        yield* Effect.forEach(numbers(150), (to) => send(to), { concurrency: 16 })
        yield* simulator.settled
        return numbers(150).map((to) =>
          simulator
            .messagesOf(to)
            .map(({ direction, body, status, errorCode }) => ({ direction, body, status, errorCode })),
        )
      }).pipe(Effect.scoped)
      expect(yield* day).toEqual(yield* day)
    }),
  )
})

describe("its magic numbers", () => {
  it("are all in the guide, with what they mean", () => {
    const guide = readFileSync("docs/simulated-carrier.md", "utf8").replaceAll(/ +/g, " ")
    const rows = Object.entries(magicNumbers).map(([number, { meaning }]) => `| ${number} | ${meaning} |`)
    expect(rows.filter((row) => !guide.includes(row))).toEqual([])
  })
})

describe("its reports", () => {
  it.live.each<readonly [string, ReadonlyArray<string>]>([
    ["+15005550100", ["delivered", "sent"]],
    ["+15005550103", ["sent", "undelivered 30003"]],
    ["+15005550105", ["sent", "undelivered 30005"]],
    ["+15005550106", ["sent", "undelivered 30006"]],
    ["+15005550107", ["sent", "undelivered 30007"]],
    ["+15005550108", ["failed 30008", "sent"]],
    ["+15005550140", []],
    ["+15005550141", ["delivered", "delivered", "sent", "sent"]],
    ["+15005550131", ["delivered", "sent"]],
  ])("for %s are %j, signed", ([to, expected]) =>
    Effect.gen(function* () {
      const { arrivals, send, simulator } = yield* startCarrierWorld()
      yield* send(to)
      yield* simulator.settled
      const reports = expected.length === 0 ? [] : yield* Queue.takeAll(arrivals)
      const words = reports.map((report) =>
        report._tag === "Report" ? [report.status, report.errorCode ?? []].flat().join(" ") : report._tag,
      )
      expect(words.toSorted()).toEqual(expected)
      expect(simulator.counts().callbacksAnswered).toBe(expected.length)
    }),
  )

  it.effect("come in their time, and the clock of the test is their time", () =>
    Effect.gen(function* () {
      const { arrivals, send, simulator } = yield* startCarrierWorld({ speed: 1 })
      yield* send("+15005550110")
      expect(simulator.messagesOf("+15005550110")[0]?.status).toBe("queued")
      yield* TestClock.adjust("2 seconds")
      expect(statusesOf([yield* Queue.take(arrivals)])).toEqual(["sent"])
      expect(simulator.messagesOf("+15005550110")[0]?.status).toBe("sent")
      yield* TestClock.adjust("5 seconds")
      expect(statusesOf([yield* Queue.take(arrivals)])).toEqual(["delivered"])
      yield* TestClock.adjust("1 minute")
      expect(yield* Queue.take(arrivals)).toMatchObject({ _tag: "Text", from: "+15005550110", to: sender, body: "Yes" })
    }),
  )

  it.live("are repeated until a restarted server takes them", () =>
    Effect.gen(function* () {
      const arrivals = yield* Queue.unbounded<Arrival>()
      const first = yield* Scope.make()
      const { base, port } = yield* startWebhookServer(arrivals).pipe(Scope.provide(first))
      const config = {
        port: 0,
        seed: "tests",
        accountSid,
        authToken,
        webhookBase: base,
        speed: Number.POSITIVE_INFINITY,
      }
      const simulator = yield* startSimulator({ ...config, retryBaseMillis: 100 })
      const carrier = yield* carrierAt(simulator.url)
      yield* Scope.close(first, Exit.void)
      const statusCallback = base + webhookPaths.status
      yield* carrier.send({ key: "k", from: sender, to: "+15005550100", body: "hello", statusCallback })
      expect(simulator.counts().callbacksAnswered).toBe(0)
      let failures = 2
      yield* startWebhookServer(arrivals, { port, fail: () => failures-- > 0 })
      yield* simulator.settled
      expect(statusesOf(yield* Queue.takeN(arrivals, 2)).toSorted()).toEqual(["delivered", "sent"])
      expect(simulator.counts()).toMatchObject({ callbacksAnswered: 2, callbacksDropped: 0 })
      expect(simulator.counts().callbacksRetried).toBeGreaterThanOrEqual(2)
    }),
  )

  it.live("are given up after five retries", () =>
    Effect.gen(function* () {
      const { base, send, simulator } = yield* startCarrierWorld({
        webhookBase: "http://127.0.0.1:9",
        retryBaseMillis: 0,
      })
      expect(yield* send("+15005550100")).toMatchObject({ _tag: "Refused", code: "21609" })
      simulator.reply("+15005550100", sender, "hello?")
      yield* simulator.settled
      expect(simulator.counts()).toMatchObject({ callbacksAnswered: 0, callbacksRetried: 5, callbacksDropped: 1 })
      expect(base).not.toBe("http://127.0.0.1:9")
    }),
  )
})

describe("its people", () => {
  it.live("stop a sender by STOP and let it back in by START", () =>
    Effect.gen(function* () {
      const { arrivals, send, simulator } = yield* startCarrierWorld()
      yield* send("+15005550111")
      yield* simulator.settled
      expect(yield* send("+15005550111", { body: "again" })).toMatchObject({ _tag: "Refused", code: "21610" })
      expect(yield* send("+15005550111", { from: "+14155550198", body: "hi" })).toMatchObject({ _tag: "Accepted" })
      simulator.reply("+15005550111", sender, "start")
      expect(yield* send("+15005550111", { body: "again" })).toMatchObject({ _tag: "Accepted" })
      yield* simulator.settled
      const texts = (yield* Queue.takeAll(arrivals)).flatMap((arrival) =>
        arrival._tag === "Text" ? [arrival.body] : [],
      )
      expect(texts).toContain("STOP")
      expect(texts).toContain("start")
    }),
  )

  it.live("see the texts they got and sent, in order", () =>
    Effect.gen(function* () {
      const { send, simulator } = yield* startCarrierWorld()
      yield* send("+15005550111", { body: "Hi" })
      yield* simulator.settled
      const seen = simulator.messagesOf("+15005550111").map(({ direction, body }) => [direction, body.slice(0, 4)])
      expect(seen).toEqual([
        ["outbound-api", "Hi"],
        ["inbound", "STOP"],
        ["outbound-reply", "You "],
      ])
    }),
  )
})

describe("its REST", () => {
  it.live("takes the same text twice and counts it", () =>
    Effect.gen(function* () {
      const { send, simulator } = yield* startCarrierWorld()
      yield* send("+15005550100", { key: "same" })
      yield* send("+15005550100", { key: "same" })
      expect(simulator.countByKey("same")).toBe(2)
      expect(simulator.counts()).toMatchObject({ distinctKeys: 1, repeatedKeys: 1 })
    }),
  )

  it.effect("takes no more from a sender than its rate allows", () =>
    Effect.gen(function* () {
      const { send } = yield* startCarrierWorld({ acceptPerSecond: 2 })
      const outcomes = (from: string) =>
        Effect.forEach(numbers(3), (to) => Effect.map(send(to, { from }), ({ _tag }) => _tag))
      expect(yield* outcomes(sender)).toEqual(["Accepted", "Accepted", "Deferred"])
      expect(yield* outcomes("+14155550198")).toEqual(["Accepted", "Accepted", "Deferred"])
      yield* TestClock.adjust("500 millis")
      expect(yield* outcomes(sender)).toEqual(["Accepted", "Deferred", "Deferred"])
    }),
  )

  it.live("shows a text and a list as Twilio does", () =>
    Effect.gen(function* () {
      const { send, simulator } = yield* startCarrierWorld()
      yield* send("+15005550105", { body: "Zażółć" })
      yield* simulator.settled
      const sid = simulator.messagesOf("+15005550105")[0]?.sid
      const collection = `${simulator.url}/2010-04-01/Accounts/${accountSid}/Messages`
      const one = yield* ask(`${collection}/${sid}.json`)
      expect(one.json).toMatchObject({
        sid,
        body: "Zażółć",
        status: "undelivered",
        error_code: 30005,
        num_segments: "1",
        direction: "outbound-api",
        date_created: expect.stringMatching(/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d \+0000$/),
      })
      const list = (query: string) => Effect.map(ask(`${collection}.json?${query}`), ({ json }) => json.messages.length)
      expect(yield* list("To=%2B15005550105")).toBe(1)
      expect(yield* list(`From=${encodeURIComponent(sender)}`)).toBe(1)
      expect(yield* list("To=%2B15005550105&DateSent%3E=2020-01-01")).toBe(1)
      expect(yield* list("To=%2B15005550105&DateSent%3C=2020-01-01")).toBe(0)
      expect(yield* list("To=%2B15005550105&DateSent=2020-01-01")).toBe(0)
      const today = new Date(simulator.messagesOf("+15005550105")[0]?.sent ?? 0).toISOString().slice(0, 10)
      expect(yield* list(`To=%2B15005550105&DateSent=${today}`)).toBe(1)
      expect((yield* ask(`${collection}/SMnone.json`)).json).toMatchObject({ code: 20404, status: 404 })
    }),
  )

  it.live("is searched by the day and time a text was sent with the carrier's own library", () =>
    Effect.gen(function* () {
      const { send, simulator } = yield* startCarrierWorld()
      yield* send("+15005550100")
      yield* send("+15005550103", { body: "other" })
      yield* simulator.settled
      const httpClient: Pick<RequestClient, "request"> = {
        request: async ({ uri, params = {} }) => {
          const { pathname } = new URL(uri)
          const query = new URLSearchParams(Object.entries(params).map(([name, value]) => [name, String(value)]))
          const answer = await fetch(`${simulator.url}${pathname}?${query}`, {
            headers: { authorization: credentials },
          })
          return { statusCode: answer.status, body: await answer.text(), headers: {} } as never
        },
      }
      const { messages } = new Twilio(accountSid, Redacted.value(authToken), {
        httpClient: httpClient as RequestClient,
      })
      const found = (search: MessageListInstanceOptions) =>
        Effect.map(
          Effect.promise(() => messages.list(search)),
          (list) => list.map(({ to }) => to).toSorted(),
        )
      const both = ["+15005550100", "+15005550103"]
      const sent = simulator.messagesOf("+15005550100")[0]?.sent ?? 0
      const [second, day] = [1_000, 24 * 3_600_000]
      expect(yield* found({})).toEqual(both)
      expect(yield* found({ dateSent: new Date(sent) })).toEqual(both)
      expect(yield* found({ dateSent: new Date(sent - day) })).toEqual([])
      expect(yield* found({ dateSentAfter: new Date(sent - second) })).toEqual(both)
      expect(yield* found({ dateSentAfter: new Date(sent + day) })).toEqual([])
      expect(yield* found({ dateSentBefore: new Date(sent + day), to: "+15005550103" })).toEqual(["+15005550103"])
      expect(yield* found({ dateSentBefore: new Date(sent - day) })).toEqual([])
    }),
  )

  it.live("takes the words out of a text that is done, and removes it", () =>
    Effect.gen(function* () {
      const { simulator } = yield* startCarrierWorld()
      const collection = `${simulator.url}/2010-04-01/Accounts/${accountSid}/Messages`
      const body = "Zażółć gęślą jaźń ".repeat(5)
      const made = yield* ask(`${collection}.json`, { To: "+15005550100", From: sender, Body: body })
      expect(made).toMatchObject({ status: 201, json: { status: "queued", num_segments: "2" } })
      yield* simulator.settled
      const one = `${collection}/${made.json.sid}.json`
      expect((yield* ask(one, { Body: "other words" })).json).toMatchObject({ code: 30400 })
      expect((yield* ask(one, { Status: "canceled" })).json).toMatchObject({ code: 30409 })
      expect(yield* ask(one, { Body: "" })).toMatchObject({ status: 200, json: { body: "", status: "delivered" } })
      expect(yield* ask(one, undefined, "DELETE")).toEqual({ status: 204, json: null })
      expect((yield* ask(one)).status).toBe(404)
      expect(simulator.messagesOf("+15005550100")).toEqual([])
    }),
  )

  it.effect("keeps a scheduled text until its time, and cancels it before", () =>
    Effect.gen(function* () {
      const { simulator } = yield* startCarrierWorld({ speed: 60 })
      const collection = `${simulator.url}/2010-04-01/Accounts/${accountSid}/Messages`
      const inMinutes = (minutes: number) => new Date(minutes * 60_000).toISOString()
      const service = { MessagingServiceSid: `MG${"0".repeat(32)}`, ScheduleType: "fixed", Body: "Hi" }
      const send = (form: Record<string, string>) => ask(`${collection}.json`, { ...service, ...form })
      const state = (sid: string) => Effect.map(ask(`${collection}/${sid}.json`), ({ json }) => json.status)
      const kept = yield* send({ To: "+15005550100", SendAt: inMinutes(20) })
      expect(kept).toMatchObject({ status: 201, json: { status: "scheduled", num_segments: "0", date_sent: null } })
      const stopped = yield* send({ To: "+15005550103", SendAt: inMinutes(20) })
      const change = `${collection}/${stopped.json.sid}.json`
      expect(yield* ask(change, undefined, "DELETE")).toMatchObject({ status: 409, json: { code: 20009 } })
      expect(yield* ask(change, { Status: "canceled" })).toMatchObject({ status: 200, json: { status: "canceled" } })
      for (const SendAt of [inMinutes(10), inMinutes(36 * 24 * 60), "tomorrow"]) {
        expect((yield* send({ To: "+15005550100", SendAt })).json).toMatchObject({ code: 35114 })
      }
      expect((yield* send({ To: "+15005550100", ScheduleType: "soon" })).json).toMatchObject({ code: 35115 })
      yield* TestClock.adjust("19 seconds")
      expect(yield* state(kept.json.sid)).toBe("scheduled")
      yield* TestClock.adjust("20 seconds")
      expect([yield* state(kept.json.sid), yield* state(stopped.json.sid)]).toEqual(["delivered", "canceled"])
    }),
  )

  it.live("lets tests in another process look on, by the account's credentials only", () =>
    Effect.gen(function* () {
      const { arrivals, send, simulator } = yield* startCarrierWorld()
      yield* send("+15005550140", { key: "k" })
      expect((yield* ask(`${simulator.url}/simulator/keys`, { key: "k" })).json).toEqual({ count: 1 })
      expect((yield* ask(`${simulator.url}/simulator/phone`, { number: "+15005550140" })).json).toHaveLength(1)
      const reply = { from: "+15005550140", to: sender, body: "Hello there" }
      expect((yield* ask(`${simulator.url}/simulator/replies`, reply)).json).toMatchObject({ direction: "inbound" })
      expect(yield* Queue.take(arrivals)).toMatchObject({ _tag: "Text", ...reply })
      expect((yield* ask(`${simulator.url}/simulator/counts`)).json).toMatchObject({ distinctKeys: 1 })
      const stranger = yield* Effect.promise(() => fetch(`${simulator.url}/simulator/counts`))
      expect(stranger.status).toBe(401)
    }),
  )

  it.live("forgets the oldest texts beyond its measure", () =>
    Effect.gen(function* () {
      const { send, simulator } = yield* startCarrierWorld({ maxMessages: 10, behaviour: { replies: 0, stops: 0 } })
      yield* Effect.forEach(numbers(15), (to) => send(to))
      const remembered = numbers(15).filter((to) => simulator.messagesOf(to).length > 0)
      expect(remembered).toEqual(numbers(15).slice(5))
    }),
  )

  it.live("leaves the port with its scope, and says so when another has it", () =>
    Effect.gen(function* () {
      const config = { seed: "tests", accountSid, authToken, webhookBase: "http://127.0.0.1:9" }
      const first = yield* Scope.make()
      const { url } = yield* startSimulator({ ...config, port: 0 }).pipe(Scope.provide(first))
      const port = Number(new URL(url).port)
      const taken = yield* Effect.flip(startSimulator({ ...config, port }))
      expect(taken.message).toContain(String(port))
      yield* Scope.close(first, Exit.void)
      expect((yield* startSimulator({ ...config, port })).url).toBe(url)
    }),
  )
})

describe("in a process of its own", () => {
  it.live("says where it listens and speaks the same REST", () =>
    Effect.gen(function* () {
      const child = yield* Effect.acquireRelease(
        Effect.sync(() =>
          spawn(
            process.execPath,
            ["server/delivery/simulator/main.ts", "--port", "0", "--webhook", "http://127.0.0.1:9", "--speed", "1000"],
            {
              env: { ...process.env, CARRIER_ACCOUNT_SID: accountSid, CARRIER_AUTH_TOKEN: Redacted.value(authToken) },
              stdio: ["ignore", "pipe", "inherit"],
            },
          ),
        ),
        (running) =>
          Effect.callback<void>((resume) => {
            running.once("exit", () => resume(Effect.void))
            running.kill("SIGTERM")
          }),
      )
      const line = yield* Effect.promise<string>(
        () => new Promise((resolve) => createInterface(child.stdout).once("line", resolve)),
      )
      const carrier = yield* carrierAt(JSON.parse(line).listening)
      const message = { key: "k", from: sender, to: "+15005550140", body: "hello" }
      const outcome = yield* carrier.send({ ...message, statusCallback: "http://127.0.0.1:9/webhooks/carrier/status" })
      expect(outcome).toMatchObject({ _tag: "Accepted" })
    }),
  )
})

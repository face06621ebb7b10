import { createServer } from "node:http"
import { createServer as createTcpServer, type Server } from "node:net"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Fiber, Queue, Redacted } from "effect"
import { textFacts } from "#schemas/outreach/textFacts.ts"
import { outcomeOf } from "#server/delivery/twilioAnswers.ts"
import { carrierAt, sender, startCarrierWorld } from "#tests/support/simulatedCarrier.ts"

const now = Date.parse("2026-11-21T05:57:40.250Z")
const answered = (status: number, body: unknown, retryAfter?: string) =>
  outcomeOf(
    textFacts,
    { _tag: "Answered", status, retryAfter, body: typeof body === "string" ? body : JSON.stringify(body) },
    now,
  )

describe("sending", () => {
  it.live("gives the carrier's id of an accepted text, and our key comes back with its reports", () =>
    Effect.gen(function* () {
      const { arrivals, send, simulator } = yield* startCarrierWorld()
      const outcome = yield* send("+15005550100", { key: "campaign 7/recipient 9&x=1" })
      expect(outcome).toEqual({ _tag: "Accepted", sid: expect.stringMatching(/^SM[0-9a-f]{32}$/) })
      yield* simulator.settled
      const reports = yield* Queue.takeN(arrivals, 2)
      const said = reports.map((report) => (report._tag === "Report" ? `${report.status} ${report.key}` : report._tag))
      expect(said.toSorted()).toEqual(["delivered campaign 7/recipient 9&x=1", "sent campaign 7/recipient 9&x=1"])
      expect(simulator.countByKey("campaign 7/recipient 9&x=1")).toBe(1)
    }),
  )

  it.live.each<readonly [string, string]>([
    ["+15005550001", "21211"],
    ["+15005550002", "21612"],
    ["+15005550004", "21610"],
    ["+15005550009", "21614"],
    ["555-0100", "21211"],
  ])("is refused for good for %s with code %s and words that name no one", ([to, code]) =>
    Effect.gen(function* () {
      const { send, simulator } = yield* startCarrierWorld()
      const outcome = yield* send(to)
      expect(outcome).toMatchObject({ _tag: "Refused", code, permanent: true })
      expect(JSON.stringify(outcome)).not.toContain(to)
      expect(simulator.counts().distinctKeys).toBe(0)
    }),
  )

  it.live("is refused for a text the carrier cannot carry", () =>
    Effect.gen(function* () {
      const { send } = yield* startCarrierWorld()
      expect(yield* send("+15005550100", { body: "x".repeat(1601) })).toMatchObject({ _tag: "Refused", code: "21617" })
      expect(yield* send("+15005550100", { from: "+15005550007" })).toMatchObject({ _tag: "Refused", code: "21606" })
      expect(yield* send("+15005550100", { from: "+15005550008" })).toEqual({ _tag: "Deferred", code: "21611" })
    }),
  )

  it.live("is deferred by 429 with the wait asked for, and accepted when repeated", () =>
    Effect.gen(function* () {
      const { send, simulator } = yield* startCarrierWorld()
      expect(yield* send("+15005550120")).toEqual({ _tag: "Deferred", code: "20429", retryAfterMillis: 1000 })
      expect(simulator.countByKey("+15005550120 hello")).toBe(0)
      expect(yield* send("+15005550120")).toMatchObject({ _tag: "Accepted" })
      expect(simulator.countByKey("+15005550120 hello")).toBe(1)
    }),
  )

  it.live("is deferred when the carrier is out of order, does not know us, or is not there", () =>
    Effect.gen(function* () {
      const { send, simulator } = yield* startCarrierWorld()
      expect(yield* send("+15005550122")).toEqual({ _tag: "Deferred", code: "20503" })
      const stranger = yield* carrierAt(simulator.url, { authToken: Redacted.make("wrong") })
      const message = { key: "k", from: sender, to: "+15005550100", body: "hello", statusCallback: "" }
      expect(yield* stranger.send(message)).toEqual({ _tag: "Deferred", code: "20003" })
      const nowhere = yield* carrierAt("http://127.0.0.1:9")
      expect(yield* nowhere.send(message)).toEqual({ _tag: "Deferred", code: "unreachable" })
    }),
  )

  it.live.each<readonly [string, string]>([
    ["no answer comes in time", "+15005550130"],
    ["the connection breaks after the text was taken", "+15005550131"],
    ["a gateway answers 502 although the text was taken", "+15005550133"],
  ])("is unknown when %s; looking it up finds it, sent once", ([, to]) =>
    Effect.gen(function* () {
      const { carrier, send, simulator } = yield* startCarrierWorld({}, { timeoutMillis: 100 })
      const outcome = yield* send(to)
      expect(outcome).toMatchObject({ _tag: "Unknown" })
      const found = yield* carrier.find({ from: sender, to, body: "hello", since: 0 })
      expect(found).toEqual([
        { sid: simulator.messagesOf(to)[0]?.sid, status: "delivered", errorCode: null, created: expect.any(Number) },
      ])
      expect(simulator.countByKey(`${to} hello`)).toBe(1)
    }),
  )

  it.live("reads what became of one text, and knows that it has none", () =>
    Effect.gen(function* () {
      const { carrier, send, simulator } = yield* startCarrierWorld()
      const [well, ill] = yield* Effect.all([send("+15005550100"), send("+15005550103")])
      yield* simulator.settled
      const sids = [well, ill].map((one) => (one._tag === "Accepted" ? one.sid : ""))
      const read = yield* Effect.forEach(sids, carrier.read)
      expect(read[0]).toEqual({
        id: `${sids[0]}:delivered`,
        sid: sids[0],
        key: null,
        status: "delivered",
        errorCode: null,
      })
      expect(read[1]).toMatchObject({ status: "undelivered", errorCode: "30003" })
      expect(yield* carrier.read(`SM${"0".repeat(32)}`)).toBeUndefined()
    }),
  )

  it.live.each<readonly [string, string]>([
    ["of a named length", `HTTP/1.1 201 Created\r\ncontent-length: 500\r\n\r\n{"sid":"SM`],
    ["in pieces", `HTTP/1.1 201 Created\r\ntransfer-encoding: chunked\r\n\r\n6\r\n{"sid"\r\n`],
    ["that ends with the connection", `HTTP/1.1 201 Created\r\nconnection: close\r\n\r\n{"sid":"SM`],
    ["in its head", "HTTP/1.1 201 Cre"],
  ])("is unknown when the answer is cut off in the middle, %s; nothing is asked again by itself", ([, half]) =>
    Effect.gen(function* () {
      let asked = 0
      const cutting = yield* Effect.acquireRelease(
        Effect.callback<Server>((resume) => {
          const server = createTcpServer((socket) => {
            socket.on("error", () => undefined)
            socket.once("data", () => {
              asked += 1
              socket.write(half, () => socket.destroy())
            })
          })
          server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
        }),
        (server) => Effect.sync(() => server.close()),
      )
      const address = cutting.address()
      const port = typeof address === "object" ? address?.port : undefined
      const carrier = yield* carrierAt(`http://127.0.0.1:${port}`)
      const message = { key: "k", from: sender, to: "+15005550100", body: "hello", statusCallback: "" }
      expect(yield* carrier.send(message)).toMatchObject({ _tag: "Unknown" })
      expect(asked).toBe(1)
      const search = { from: sender, to: message.to, body: message.body, since: 0 }
      expect(yield* Effect.flip(carrier.find(search))).toMatchObject({ problem: "Unavailable" })
    }),
  )

  it.live("is unknown when the connection breaks before the text was taken; looking it up finds nothing", () =>
    Effect.gen(function* () {
      const { carrier, send, simulator } = yield* startCarrierWorld()
      expect(yield* send("+15005550132")).toMatchObject({ _tag: "Unknown" })
      expect(yield* carrier.find({ from: sender, to: "+15005550132", body: "hello", since: 0 })).toEqual([])
      expect(simulator.counts().distinctKeys).toBe(0)
    }),
  )

  it.live("sends each of many parallel texts exactly once, also while connections break", () =>
    Effect.gen(function* () {
      const { send, simulator } = yield* startCarrierWorld({}, { connections: 8 })
      const numbers = Array.from({ length: 400 }, (_, index) => `+1415555${String(1000 + index)}`)
      const breaking = numbers.flatMap((number, index) => (index % 10 === 0 ? [number, "+15005550131"] : [number]))
      const outcomes = yield* Effect.forEach(breaking, (to, index) => send(to, { key: `key ${index}` }), {
        concurrency: 64,
      })
      const unknown = outcomes.filter(({ _tag }) => _tag === "Unknown").length
      expect(unknown).toBe(40)
      expect(outcomes.filter(({ _tag }) => _tag === "Accepted")).toHaveLength(400)
      expect(simulator.counts()).toMatchObject({ distinctKeys: 440, repeatedKeys: 0 })
    }),
  )

  it.live("through a sending service names the service, not a number", () =>
    Effect.gen(function* () {
      const service = "MG00000000000000000000000000000001"
      const { carrier, send, simulator } = yield* startCarrierWorld()
      expect(yield* send("+15005550100", { from: service })).toMatchObject({ _tag: "Accepted" })
      expect(simulator.messagesOf("+15005550100")[0]).toMatchObject({ service, from: "+15005550006" })
      expect(yield* carrier.find({ from: service, to: "+15005550100", body: "hello", since: 0 })).toHaveLength(1)
    }),
  )

  it.live("does not leave when it may no longer once a connection is free, and is not repeated", () =>
    Effect.gen(function* () {
      const asked = yield* Queue.unbounded<() => void>()
      const slow = yield* Effect.acquireRelease(
        Effect.callback<ReturnType<typeof createServer>>((resume) => {
          const server = createServer((_request, response) => {
            Queue.offerUnsafe(asked, () => response.writeHead(201).end(JSON.stringify({ sid: `SM${"0".repeat(32)}` })))
          })
          server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
        }),
        (server) => Effect.sync(() => server.close()),
      )
      const address = slow.address()
      const port = typeof address === "object" ? address?.port : undefined
      const carrier = yield* carrierAt(`http://127.0.0.1:${port}`, { connections: 1 })
      const message = { key: "k", from: sender, to: "+15005550100", body: "hello", statusCallback: "" }
      let mayLeave = true
      const send = () =>
        Effect.forkChild(
          carrier.send(message, () => mayLeave),
          { startImmediately: true },
        )
      const first = yield* send()
      const answer = yield* Queue.take(asked)
      const second = yield* send()
      mayLeave = false
      answer()
      expect(yield* Fiber.join(first)).toMatchObject({ _tag: "Accepted" })
      expect(yield* Fiber.join(second)).toEqual({ _tag: "HeldBack" })
      mayLeave = true
      const third = yield* send()
      ;(yield* Queue.take(asked))()
      expect(yield* Fiber.join(third)).toMatchObject({ _tag: "Accepted" })
      expect(yield* Queue.size(asked)).toBe(0)
    }),
  )

  it.live("closes the connection when interrupted", () =>
    Effect.gen(function* () {
      const events = yield* Queue.unbounded<"asked" | "closed">()
      const silent = yield* Effect.acquireRelease(
        Effect.callback<ReturnType<typeof createServer>>((resume) => {
          const server = createServer((request) => {
            Queue.offerUnsafe(events, "asked")
            request.socket.on("close", () => Queue.offerUnsafe(events, "closed"))
          })
          server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
        }),
        (server) => Effect.sync(() => server.close()),
      )
      const address = silent.address()
      const port = typeof address === "object" ? address?.port : undefined
      const carrier = yield* carrierAt(`http://127.0.0.1:${port}`)
      const sending = yield* Effect.forkChild(
        carrier.send({ key: "k", from: sender, to: "+15005550100", body: "hello", statusCallback: "" }),
      )
      expect(yield* Queue.take(events)).toBe("asked")
      yield* Fiber.interrupt(sending)
      expect(yield* Queue.take(events)).toBe("closed")
    }),
  )
})

describe("reading an answer", () => {
  it("marks unknown what no one can confirm, and only that", () => {
    expect(answered(201, "not json")).toEqual({ _tag: "Unknown", reason: "unreadable answer" })
    expect(answered(500, "<html>")).toEqual({ _tag: "Unknown", reason: "http-500" })
    expect(answered(504, "")).toEqual({ _tag: "Unknown", reason: "http-504" })
    expect(answered(503, "")).toEqual({ _tag: "Deferred", code: "http-503" })
    expect(answered(500, { code: 20500 })).toEqual({ _tag: "Deferred", code: "20500" })
    expect(answered(302, "")).toEqual({ _tag: "Deferred", code: "http-302" })
    expect(answered(400, "")).toMatchObject({ _tag: "Refused", code: "http-400" })
  })

  it.each([
    ["7", 7_000],
    ["0", 0],
    ["999999", 3_600_000],
    ["9".repeat(40), 3_600_000],
    ["Sat, 21 Nov 2026 05:57:50 GMT", 10_000],
    ["Fri, 20 Nov 2026 05:57:50 GMT", 0],
    ["Tue, 21 Nov 2096 05:57:50 GMT", 3_600_000],
    ["Sat, 99 Nov 2026 05:57:50 GMT", undefined],
    ["2026-11-21", undefined],
    ["-5", undefined],
    ["1e9", undefined],
    ["soon", undefined],
    ["", undefined],
  ])("obeys a wait in seconds or until a date, an hour at most, and nothing else: %s", (retryAfter, millis) => {
    const wait = millis === undefined ? {} : { retryAfterMillis: millis }
    expect(answered(429, { code: 20429 }, retryAfter)).toEqual({ _tag: "Deferred", code: "20429", ...wait })
  })

  it.each(["", "SM1", `SM${"g".repeat(32)}`, `MG${"0".repeat(32)}`, `SM${"0".repeat(33)}`])(
    "doubts an answer whose message has no name of the carrier's form: %s",
    (sid) => {
      expect(answered(201, { sid })).toEqual({ _tag: "Unknown", reason: "unreadable answer" })
      expect(answered(201, { sid: `SM${"0".repeat(32)}` })).toMatchObject({ _tag: "Accepted" })
    },
  )
})

describe("looking up a lost send", () => {
  it.live("reads the text loosely, and leaves other senders, texts and times alone", () =>
    Effect.gen(function* () {
      const { carrier, send, simulator } = yield* startCarrierWorld()
      const to = "+15005550100"
      const body = "Hi “Ana” – it’s time"
      yield* send(to, { body: 'Hi "Ana" - it\'s time' })
      const created = simulator.messagesOf(to)[0]?.created ?? 0
      const find = (more: object) => carrier.find({ from: sender, to, body, since: created, ...more })
      expect(yield* find({})).toHaveLength(1)
      expect(yield* find({ since: created + 1000 })).toEqual([])
      expect(yield* find({ body: "Hi Eva, it's time" })).toEqual([])
      expect(yield* find({ from: "+14155550198" })).toEqual([])
      expect(yield* find({ to: "+15005550103" })).toEqual([])
    }),
  )

  it.live("walks the pages, and fails rather than call an unfinished walk a no", () =>
    Effect.gen(function* () {
      const { carrier, send } = yield* startCarrierWorld()
      const search = { from: sender, to: "+15005550140", body: "the first", since: 0 }
      yield* send(search.to, { body: search.body })
      const more = (count: number) =>
        Effect.forEach(Array.from({ length: count }), (_, index) => send(search.to, { body: `later ${index}` }), {
          concurrency: 32,
          discard: true,
        })
      yield* more(250)
      expect(yield* carrier.find(search)).toHaveLength(1)
      yield* more(750)
      expect(yield* Effect.flip(carrier.find(search))).toMatchObject({ problem: "Unavailable" })
      const gone = yield* carrierAt("http://127.0.0.1:9")
      expect(yield* Effect.flip(gone.find(search))).toMatchObject({ problem: "Unavailable" })
    }),
  )
})

describe("reading what people wrote", () => {
  it.live("gives the texts to one number in their order, page after page, and nothing else", () =>
    Effect.gen(function* () {
      const { carrier, send, simulator } = yield* startCarrierWorld()
      const people = Array.from({ length: 450 }, (_, index) => `+1500555${2000 + index}`)
      const written = people.map((person) => simulator.reply(person, sender, `Hello from ${person}`))
      simulator.reply("+15005550100", "+14155550198", "to another number")
      yield* send("+15005550100")
      const received = yield* carrier.received(sender, 0)
      expect(received).toEqual(
        written.map(({ sid, from, to, body, created }) => ({
          ...{ id: sid, sid, from, to, body },
          writtenAt: Math.floor(created / 1000) * 1000,
        })),
      )
      expect(yield* carrier.received(sender, Date.now() + 60_000)).toEqual([])
      expect(yield* carrier.received(sender, 0, Date.now() - 60_000)).toEqual([])
    }),
  )
})

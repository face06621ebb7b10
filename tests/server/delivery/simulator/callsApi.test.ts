import { describe, expect, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import RequestClient from "twilio/lib/base/RequestClient.js"
import Twilio from "twilio/lib/rest/Twilio.js"
import { accountSid, authToken, sender } from "#tests/support/simulatedCarrier.ts"
import { type CallWorld, startCallWorld, twiml } from "#tests/support/simulatedCalls.ts"

const long = () => twiml("<Say>Hello.</Say><Pause length='600'/>")
const numbers = (count: number) => Array.from({ length: count }, (_, index) => `+1415${String(5_000_000 + index)}`)

/** Waits until a call has come so far, by asking for it. */
const untilStatus = (world: CallWorld, sid: string, status: string) =>
  world.ask(`/Calls/${sid}.json`).pipe(Effect.repeat({ until: ({ json }) => json.status === status }))

describe("placing a call", () => {
  it.live.each<readonly [string, Readonly<Record<string, string | ReadonlyArray<string>>>, number]>([
    ["no number", { To: "" }, 21201],
    ["no calling number", { From: [] }, 21213],
    ["nothing to play", { Url: [] }, 21205],
    ["a document elsewhere", { Url: "http://127.0.0.1:9/flow" }, 21205],
    ["reports elsewhere", { StatusCallback: "http://127.0.0.1:9/status" }, 21609],
    ["what is no number", { To: "555-0100" }, 21211],
    ["a number that does not exist", { To: "+15005550001" }, 21217],
    ["a number that may not be called", { To: "+15005550004" }, 21216],
    ["a calling number that is not ours", { From: "+15005550007" }, 21606],
  ])("is refused for %s, in Twilio's form", ([, form, code]) =>
    Effect.gen(function* () {
      const { call, simulator } = yield* startCallWorld(long)
      expect(yield* call("+15005550200", form)).toMatchObject({
        status: 400,
        json: { code, status: 400, message: expect.any(String), more_info: expect.stringContaining(String(code)) },
      })
      expect(simulator.counts()).toMatchObject({ refused: 1, open: 0 })
    }),
  )

  it.live("meets 429, 503 and 500 at numbers for it, and is taken at the second try of one", () =>
    Effect.gen(function* () {
      const { call } = yield* startCallWorld(long, { callsPerSecond: 1_000 })
      const statusOf = (to: string) => Effect.map(call(to), ({ status, json }) => [status, json.code])
      expect(yield* statusOf("+15005550220")).toEqual([429, 20429])
      expect(yield* statusOf("+15005550220")).toEqual([201, undefined])
      expect(yield* statusOf("+15005550221")).toEqual([429, 20429])
      expect(yield* statusOf("+15005550222")).toEqual([503, 20503])
      expect(yield* statusOf("+15005550223")).toEqual([500, 20500])
    }),
  )

  it.live.each(["+15005550231", "+15005550233"])(
    "of %s happens although its answer is lost, and its key is known",
    (to) =>
      Effect.gen(function* () {
        const { base, call, simulator } = yield* startCallWorld(() => twiml("<Hangup/>"))
        yield* Effect.exit(call(to, { StatusCallback: `${base}/status?key=k` }))
        yield* simulator.settled
        expect(simulator.callsOf(to)).toHaveLength(1)
        expect(simulator.callsOf(to)[0]?.status).toBe("completed")
        expect(simulator.countByKey("k")).toBe(1)
      }),
  )

  it.live("is taken twice and counted, as the real carrier would take it", () =>
    Effect.gen(function* () {
      const { base, call, simulator } = yield* startCallWorld(() => twiml("<Hangup/>"))
      const form = { StatusCallback: `${base}/status?key=same` }
      yield* call("+15005550200", form)
      yield* call("+15005550200", form)
      yield* simulator.settled
      expect(simulator.counts()).toMatchObject({ distinctKeys: 1, repeatedKeys: 1 })
    }),
  )
})

describe("changing a call", () => {
  it.live("ends one that is answered, and one that is not answered yet", () =>
    Effect.gen(function* () {
      const world = yield* startCallWorld(long, { speed: 50 })
      const { ask, call, reports, simulator } = world
      const answered = (yield* call("+15005550200")).json.sid
      yield* untilStatus(world, answered, "in-progress")
      expect((yield* ask(`/Calls/${answered}.json`, { Status: "canceled" })).status).toBe(200)
      expect((yield* ask(`/Calls/${answered}.json`)).json.status).toBe("in-progress")
      yield* ask(`/Calls/${answered}.json`, { Status: "completed" })
      const ringing = (yield* call("+15005550210", { Timeout: "600" })).json.sid
      yield* untilStatus(world, ringing, "ringing")
      yield* ask(`/Calls/${ringing}.json`, { Status: "canceled" })
      yield* simulator.settled
      const last = (sid: string) => reports().findLast(({ CallSid }) => CallSid === sid)?.["CallStatus"]
      expect([last(answered), last(ringing)]).toEqual(["completed", "canceled"])
      expect(simulator.callsOf("+15005550200")[0]?.seconds).toBeLessThan(600)
      const over = { status: 400, json: { code: 21220 } }
      expect(yield* ask(`/Calls/${answered}.json`, { Status: "completed" })).toMatchObject(over)
      expect(yield* ask(`/Calls/${answered}.json`, { Twiml: twiml("<Hangup/>") })).toMatchObject(over)
    }),
  )

  it.live("plays another document at once, but to no one who has not answered", () =>
    Effect.gen(function* () {
      const world = yield* startCallWorld(({ path }) => (path === "/other" ? twiml("<Say>Other.</Say>") : long()), {
        speed: 50,
      })
      const { ask, base, call, simulator } = world
      const { sid } = (yield* call("+15005550200")).json
      const other = { Url: `${base}/other` }
      expect(yield* ask(`/Calls/${sid}.json`, other)).toMatchObject({ status: 400, json: { code: 21220 } })
      yield* untilStatus(world, sid, "in-progress")
      expect(yield* ask(`/Calls/${sid}.json`, { Url: "http://127.0.0.1:9/" })).toMatchObject({ status: 400 })
      expect((yield* ask(`/Calls/${sid}.json`, other)).status).toBe(200)
      yield* simulator.settled
      expect(simulator.callsOf("+15005550200")[0]?.heard.at(-1)?.text).toBe("Other.")
    }),
  )
})

describe("looking at calls", () => {
  it.live("goes by number and pages, newest first", () =>
    Effect.gen(function* () {
      const { ask, call, simulator } = yield* startCallWorld(() => twiml("<Hangup/>"))
      yield* Effect.forEach(numbers(5), (to) => call(to))
      yield* call("+15005550200")
      yield* call("+15005550200", { From: "+14155550198" })
      yield* simulator.settled
      const first = (yield* ask("/Calls.json?PageSize=4")).json
      expect(first.calls).toHaveLength(4)
      expect(first.calls[0]).toMatchObject({ to: "+15005550200", from: "+14155550198", status: "completed" })
      const second = (yield* ask(first.next_page_uri.split(accountSid)[1])).json
      expect(second).toMatchObject({ next_page_uri: null, page: 1 })
      expect(second.calls).toHaveLength(3)
      expect((yield* ask(`/Calls.json?To=%2B15005550200&From=${encodeURIComponent(sender)}`)).json.calls).toHaveLength(
        1,
      )
      expect((yield* ask("/Calls.json?Status=busy&To=%2B15005550200")).json.calls).toEqual([])
      expect((yield* ask(`/Calls/CA${"0".repeat(32)}.json`)).status).toBe(404)
    }),
  )

  it.live("is possible for tests in another process, with what was heard", () =>
    Effect.gen(function* () {
      const { call, simulator } = yield* startCallWorld(() => twiml("<Say>Hello.</Say>"))
      yield* call("+15005550200")
      yield* simulator.settled
      const seen = yield* Effect.promise(async () => {
        const headers = { authorization: `Basic ${btoa(`${accountSid}:${Redacted.value(authToken)}`)}` }
        const body = new URLSearchParams({ number: "+15005550200" })
        return (await fetch(`${simulator.url}/simulator/calls`, { method: "POST", headers, body })).json()
      })
      expect(seen).toMatchObject([{ to: "+15005550200", heard: [{ what: "said", text: "Hello." }] }])
    }),
  )

  it.live("forgets the oldest beyond its measure", () =>
    Effect.gen(function* () {
      const { call, simulator } = yield* startCallWorld(() => twiml("<Hangup/>"), { maxCalls: 3 })
      yield* Effect.forEach(numbers(5), (to) => call(to))
      yield* simulator.settled
      expect(numbers(5).filter((to) => simulator.callsOf(to).length > 0)).toEqual(numbers(5).slice(2))
    }),
  )
})

/** The official library, sent to the simulated carrier instead of its home. */
class SimulatedHome extends RequestClient {
  readonly #home: string
  constructor(home: string) {
    super()
    this.#home = home
  }
  override request<Data>(options: RequestClient.RequestOptions<Data>) {
    const { pathname, search } = new URL(options.uri)
    return super.request<Data>({ ...options, uri: this.#home + pathname + search })
  }
}

describe("the carrier's own library", () => {
  it.live("places, finds, reads and ends calls, and throws its own errors", () =>
    Effect.gen(function* () {
      const world = yield* startCallWorld(long, { speed: 50 })
      const { base, simulator } = world
      const client = new Twilio(accountSid, Redacted.value(authToken), { httpClient: new SimulatedHome(simulator.url) })
      const place = (to: string) =>
        client.calls.create({
          to,
          from: sender,
          url: `${base}/flow`,
          statusCallback: `${base}/status`,
          statusCallbackEvent: ["initiated", "ringing", "answered", "completed"],
          machineDetection: "DetectMessageEnd",
          asyncAmd: "true",
          asyncAmdStatusCallback: `${base}/amd`,
          timeout: 30,
        })
      const made = yield* Effect.promise(() => place("+15005550200"))
      expect(made).toMatchObject({ status: "queued", to: "+15005550200", direction: "outbound-api" })
      expect(made.dateCreated).toBeInstanceOf(Date)
      yield* untilStatus(world, made.sid, "in-progress")
      const running = yield* Effect.promise(() => client.calls(made.sid).fetch())
      expect(running.status).toBe("in-progress")
      yield* Effect.promise(() => running.update({ twiml: twiml("<Say>Goodbye.</Say><Pause length='600'/>") }))
      yield* Effect.promise(() => running.update({ status: "completed" }))
      yield* simulator.settled
      const [found] = yield* Effect.promise(() => client.calls.list({ to: "+15005550200", limit: 5 }))
      expect(found).toMatchObject({ sid: made.sid, status: "completed", answeredBy: expect.toBeOneOf(["human", null]) })
      const failure = (attempt: () => Promise<unknown>) =>
        Effect.flip(Effect.tryPromise({ try: attempt, catch: (error) => error }))
      expect(yield* failure(() => place("+15005550221"))).toMatchObject({ status: 429, code: 20429 })
      expect(yield* failure(() => running.update({ status: "completed" }))).toMatchObject({ status: 400, code: 21220 })
    }),
  )
})

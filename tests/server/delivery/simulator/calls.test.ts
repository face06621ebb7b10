import { readFileSync } from "node:fs"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { keysNamed, ordinaryCalls, planCall } from "#server/delivery/simulator/callPlan.ts"
import { magicCalls } from "#server/delivery/simulator/magicNumbers.ts"
import { sender } from "#tests/support/simulatedCarrier.ts"
import { startCallWorld, twiml } from "#tests/support/simulatedCalls.ts"

const hello = () => twiml("<Say>Hello, this is Northwind Clinics.</Say>")
const numbers = (count: number) => Array.from({ length: count }, (_, index) => `+1415${String(5_000_000 + index)}`)

describe("the plan of a call", () => {
  const day = (seed: string, before = 0) => numbers(300).map((to) => planCall(ordinaryCalls, seed, to, before))

  it("depends on seed, number and calls before, and on nothing else", () => {
    expect(day("one")).toEqual(day("one"))
    expect(day("one")).not.toEqual(day("two"))
    expect(day("one")).not.toEqual(day("one", 1))
  })

  it("has about the shares asked for", () => {
    const fates = numbers(20_000).map((to) => planCall(ordinaryCalls, "shares", to, 0).fate)
    const share = (of: (fate: (typeof fates)[number]) => boolean) => fates.filter(of).length / fates.length
    expect(share(({ _tag }) => _tag === "NoAnswer")).toBeCloseTo(0.22, 1.9)
    expect(share(({ _tag }) => _tag === "Machine")).toBeCloseTo(0.33, 1.9)
    expect(share(({ _tag }) => _tag === "Human")).toBeCloseTo(0.38, 1.9)
    expect(share((fate) => fate._tag === "Human" && fate.presses === "9")).toBeCloseTo(0.38 * 0.03, 1.9)
    expect(share((fate) => fate._tag === "Human" && fate.hangsUpAfter !== null)).toBeCloseTo(0.38 * 0.1, 1.9)
  })

  it.each<readonly [string, ReadonlyArray<string>]>([
    ["Press 1 to confirm or 2 to cancel. To hear this again, press 3.", ["1", "3"]],
    ["To stop these calls, press nine.", ["9"]],
    ["Para confirmar, oprima el 1. Para cancelar, marque 2.", ["1", "2"]],
    ["Your visit is on May 4 at 9.", []],
  ])("finds the keys that %j names", (words, keys) => {
    expect(keysNamed(words)).toEqual(keys)
  })

  it("is forced by numbers that are all in the guide, with what they mean", () => {
    const guide = readFileSync("docs/simulated-carrier.md", "utf8").replaceAll(/ +/g, " ")
    const rows = Object.entries(magicCalls).map(([number, { meaning }]) => `| ${number} | ${meaning} |`)
    expect(rows.filter((row) => !guide.includes(row))).toEqual([])
  })
})

describe("its reports", () => {
  it.live("come in order with what Twilio says in them, signed", () =>
    Effect.gen(function* () {
      const { call, reports, simulator, webhooks } = yield* startCallWorld(hello)
      const { status, json } = yield* call("+15005550200")
      expect(status).toBe(201)
      expect(json).toMatchObject({ sid: expect.stringMatching(/^CA[0-9a-f]{32}$/), status: "queued", from: sender })
      yield* simulator.settled
      expect(webhooks.filter(({ isSigned }) => !isSigned)).toEqual([])
      expect(reports().map(({ CallStatus, SequenceNumber }) => [CallStatus, SequenceNumber])).toEqual([
        ["initiated", "0"],
        ["ringing", "1"],
        ["in-progress", "2"],
        ["completed", "3"],
      ])
      expect(reports().at(-1)).toMatchObject({
        CallSid: json.sid,
        To: "+15005550200",
        From: sender,
        Direction: "outbound-api",
        CallDuration: "3",
        Duration: "1",
        SipResponseCode: "200",
        CallbackSource: "call-progress-events",
        Timestamp: expect.stringMatching(/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d \+0000$/),
        ToCity: "",
      })
    }),
  )

  it.live.each<readonly [string, ReadonlyArray<string>, Readonly<Record<string, string>>]>([
    ["+15005550210", ["initiated", "ringing", "no-answer"], { CallDuration: "0", Duration: "0" }],
    ["+15005550211", ["initiated", "ringing", "busy"], { SipResponseCode: "486", SequenceNumber: "2" }],
    ["+15005550212", ["initiated", "ringing", "failed"], { SipResponseCode: "404", ErrorCode: "32005" }],
    ["+15005550203", ["initiated", "ringing", "in-progress", "completed"], { CallDuration: "3" }],
    ["+15005550240", [], {}],
    ["+15005550242", ["initiated", "ringing", "in-progress", "completed"], {}],
  ])("of a call to %s are %j", ([to, expected, last]) =>
    Effect.gen(function* () {
      const { call, reports, simulator, ask } = yield* startCallWorld(() => twiml("<Pause length='10'/>"))
      const { json } = yield* call(to)
      yield* simulator.settled
      expect(reports().map(({ CallStatus }) => CallStatus)).toEqual(expected)
      if (expected.length > 0) expect(reports().at(-1)).toMatchObject(last)
      const shown = yield* ask(`/Calls/${json.sid}.json`)
      expect(shown.json.status).toBe(expected.at(-1) ?? "completed")
    }),
  )

  it.live("come twice and the last one first, where a number is known for it", () =>
    Effect.gen(function* () {
      const { call, reports, simulator } = yield* startCallWorld(hello)
      yield* call("+15005550241")
      yield* simulator.settled
      const statuses = ["completed", "in-progress", "ringing", "initiated"]
      expect(reports().map(({ CallStatus }) => CallStatus)).toEqual(statuses.flatMap((status) => [status, status]))
    }),
  )

  it.live("are only those asked for, and only the last one where none are named", () =>
    Effect.gen(function* () {
      const { call, reports, simulator } = yield* startCallWorld(hello)
      yield* call("+15005550200", { StatusCallbackEvent: [] })
      yield* simulator.settled
      expect(reports().map(({ CallStatus }) => CallStatus)).toEqual(["completed"])
    }),
  )

  it.live("are lost when the server refuses them, and repeated where the address asks for it", () =>
    Effect.gen(function* () {
      let failures = 3
      const { base, call, reports, simulator } = yield* startCallWorld(({ path }) =>
        path === "/status" && failures-- > 0 ? 503 : hello(),
      )
      yield* call("+15005550211", { StatusCallback: `${base}/status#rc=2&rp=5xx`, StatusCallbackEvent: ["completed"] })
      yield* simulator.settled
      expect(simulator.counts()).toMatchObject({ callbacksAnswered: 0, callbacksRetried: 2, callbacksDropped: 1 })
      yield* call("+15005550211", { StatusCallbackEvent: ["completed"] })
      yield* simulator.settled
      expect(reports()).toHaveLength(4)
      expect(simulator.counts().callbacksAnswered).toBe(1)
    }),
  )

  it.effect("come in their time, and the clock of the test is their time", () =>
    Effect.gen(function* () {
      const { ask, call, simulator } = yield* startCallWorld(() => twiml("<Pause length='60'/>"), { speed: 1 })
      const { json } = yield* call("+15005550200")
      const statusAfter = (seconds: number) =>
        TestClock.adjust(`${seconds} seconds`).pipe(
          Effect.andThen(ask(`/Calls/${json.sid}.json`)),
          Effect.map((shown) => shown.json.status),
        )
      expect(yield* statusAfter(0)).toBe("queued")
      expect(yield* statusAfter(2)).toBe("ringing")
      expect(yield* statusAfter(17)).toBe("in-progress")
      yield* Effect.forkChild(simulator.settled)
      expect(simulator.counts().open).toBe(1)
    }),
  )
})

describe("its capacity", () => {
  it.live(
    "is a thousand calls at once",
    () =>
      Effect.gen(function* () {
        const menu = twiml("<Gather numDigits='1' action='/key'><Say>Press 1 to confirm.</Say></Gather><Hangup/>")
        const { call, reports, simulator } = yield* startCallWorld(({ path }) => (path === "/flow" ? menu : hello()), {
          speed: 20,
          callBehaviour: { noAnswer: 0, busy: 0, failed: 0 },
          callbackConnections: 128,
        })
        yield* Effect.forEach(numbers(1_000), (to) => call(to), { concurrency: 64, discard: true })
        yield* simulator.settled
        const ended = reports().filter(({ CallStatus }) => CallStatus === "completed")
        expect(new Set(ended.map(({ CallSid }) => CallSid)).size).toBe(1_000)
        expect(reports()).toHaveLength(4_000)
      }),
    60_000,
  )
})

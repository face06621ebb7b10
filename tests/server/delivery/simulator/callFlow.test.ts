import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { type CallAnswers, startCallWorld, twiml } from "#tests/support/simulatedCalls.ts"

const menu = `<Gather numDigits="1" action="/key" timeout="4"><Say>To confirm, press 1. To stop these calls, press 9.</Say></Gather><Say>Goodbye.</Say>`
const flows =
  (documents: Readonly<Record<string, string>>): CallAnswers =>
  ({ path }) =>
    path in documents ? twiml(documents[path] ?? "") : 204

const heardOf = (
  calls: ReadonlyArray<{ readonly heard: ReadonlyArray<{ readonly what: string; readonly text: string }> }>,
) => calls.flatMap(({ heard }) => heard.map(({ what, text }) => `${what} ${text}`.trim()))

describe("a document", () => {
  it.live("is asked for when the call is answered, with the fields of a call", () =>
    Effect.gen(function* () {
      const { call, simulator, webhooks } = yield* startCallWorld(flows({ "/flow": "<Say>Hi</Say>" }))
      yield* call("+15005550200")
      yield* simulator.settled
      const asked = webhooks.find(({ path }) => path === "/flow")
      expect(asked).toMatchObject({ method: "POST", fields: { CallStatus: "in-progress", Called: "+15005550200" } })
      expect(asked?.fields).not.toHaveProperty("AnsweredBy")
    }),
  )

  it.live("may come with the call, or by GET", () =>
    Effect.gen(function* () {
      const { base, call, simulator, webhooks } = yield* startCallWorld(flows({ "/flow": "<Say>Asked</Say>" }))
      yield* call("+15005550200", { Twiml: twiml("<Say>At hand</Say>"), Url: [] })
      yield* call("+15005550201", { Url: `${base}/flow?a=1`, Method: "GET" })
      yield* simulator.settled
      expect(heardOf(simulator.callsOf("+15005550200"))).toEqual(["said At hand"])
      expect(heardOf(simulator.callsOf("+15005550201"))).toEqual(["said Asked"])
      expect(webhooks.find(({ path }) => path === "/flow")).toMatchObject({
        method: "GET",
        isSigned: true,
        fields: { a: "1" },
      })
    }),
  )

  it.live("is heard with sounds, pauses and what it repeats, and redirects by addresses of its own", () =>
    Effect.gen(function* () {
      const { base, call, simulator } = yield* startCallWorld(
        flows({
          "/flow": `<Say loop="2">Ünïcode &lt;b&gt; 你好</Say><Play>sounds/hello.wav</Play><Pause length="2"/><Redirect>/next</Redirect><Say>never</Say>`,
          "/next": `<Say>Your code is <say-as interpret-as="digits">12</say-as>.</Say><Hangup/><Say>never</Say>`,
        }),
      )
      yield* call("+15005550200")
      yield* simulator.settled
      expect(heardOf(simulator.callsOf("+15005550200"))).toEqual([
        "said Ünïcode <b> 你好",
        "said Ünïcode <b> 你好",
        `played ${base}/sounds/hello.wav`,
        "said Your code is 12.",
      ])
    }),
  )

  it.live.each<readonly [string, string]>([
    ["an answer of 500", ""],
    ["no XML", "Hello"],
    ["broken XML", "<Response><Say>Hi</Response>"],
    ["another root", "<Answer/>"],
    ["a document type with entities", `<!DOCTYPE a [<!ENTITY b "bb">]><Response><Say>&b;</Say></Response>`],
    ["ten thousand elements in each other", `<Response>${"<Say>".repeat(10_000)}`],
  ])("that is %s ends the call with an apology, or leads to the fallback", ([, body]) =>
    Effect.gen(function* () {
      const { base, call, simulator, webhooks } = yield* startCallWorld(({ path }) =>
        path === "/flow" ? (body === "" ? 500 : body) : twiml("<Say>Please call us.</Say>"),
      )
      yield* call("+15005550200")
      yield* call("+15005550201", { FallbackUrl: `${base}/fallback` })
      yield* simulator.settled
      expect(heardOf(simulator.callsOf("+15005550200"))).toEqual([
        "said We are sorry, an application error has occurred. Goodbye.",
      ])
      expect(heardOf(simulator.callsOf("+15005550201"))).toEqual(["said Please call us."])
      expect(webhooks.find(({ path }) => path === "/fallback")?.fields).toMatchObject({
        ErrorCode: body === "" ? "11200" : "12100",
        ErrorUrl: `${base}/flow`,
      })
    }),
  )

  it.live("that leads to itself without a word comes to an end", () =>
    Effect.gen(function* () {
      const { call, simulator } = yield* startCallWorld(flows({ "/flow": "<Redirect/>" }))
      yield* call("+15005550200")
      yield* simulator.settled
      expect(simulator.callsOf("+15005550200")[0]?.status).toBe("completed")
    }),
  )
})

describe("a menu", () => {
  it.live.each<readonly [string, ReadonlyArray<string>, string | undefined]>([
    ["+15005550200", ["pressed 1", "said You pressed."], "1"],
    ["+15005550201", ["pressed 9", "said You pressed."], "9"],
    ["+15005550204", ["pressed *", "said You pressed."], "*"],
    ["+15005550202", ["said Goodbye."], undefined],
    ["+15005550214", ["said Goodbye."], undefined],
  ])("for %s is followed by %j", ([to, expected, digits]) =>
    Effect.gen(function* () {
      const { call, simulator, webhooks } = yield* startCallWorld(
        flows({ "/flow": menu, "/key": "<Say>You pressed.</Say>" }),
      )
      yield* call(to)
      yield* simulator.settled
      expect(
        heardOf(simulator.callsOf(to))
          .filter((one) => one !== "beeped")
          .slice(1),
      ).toEqual(expected)
      expect(webhooks.find(({ path }) => path === "/key")?.fields["Digits"]).toBe(digits)
    }),
  )

  it.live("for several keys gets the finishing key apart", () =>
    Effect.gen(function* () {
      const { call, simulator, webhooks } = yield* startCallWorld(
        flows({ "/flow": `<Gather action="/key"><Say>Type 1 and the pound sign.</Say></Gather>` }),
      )
      yield* call("+15005550200")
      yield* simulator.settled
      expect(webhooks.find(({ path }) => path === "/key")?.fields).toMatchObject({ Digits: "1", FinishedOnKey: "#" })
    }),
  )

  it.live("asks on without a key only where it should", () =>
    Effect.gen(function* () {
      const { call, simulator, webhooks } = yield* startCallWorld(
        flows({ "/flow": `<Gather action="/key" actionOnEmptyResult="true"><Say>Press 1.</Say></Gather>` }),
      )
      yield* call("+15005550202")
      yield* simulator.settled
      expect(webhooks.find(({ path }) => path === "/key")?.fields["Digits"]).toBe("")
    }),
  )
})

describe("a recording", () => {
  const flow = `<Record action="/recorded" maxLength="30" recordingStatusCallback="/recording"/><Say>Nothing heard.</Say>`

  it.live("is told to its action, reported, and kept as a sound until it is removed", () =>
    Effect.gen(function* () {
      const { ask, call, reports, simulator, webhooks } = yield* startCallWorld(
        flows({ "/flow": flow, "/recorded": "<Say>Thank you.</Say>" }),
      )
      yield* call("+15005550200")
      yield* simulator.settled
      const told = webhooks.find(({ path }) => path === "/recorded")?.fields
      expect(told).toMatchObject({ RecordingDuration: "6", Digits: "#" })
      expect(webhooks.find(({ path }) => path === "/recording")?.fields).toMatchObject({
        RecordingSid: told?.["RecordingSid"],
        RecordingStatus: "completed",
        RecordingDuration: "6",
      })
      expect(reports().at(-1)).toMatchObject({ RecordingUrl: told?.["RecordingUrl"] })
      const place = `/Recordings/${told?.["RecordingSid"]}`
      expect((yield* ask(`${place}.json`)).json).toMatchObject({ duration: "6", status: "completed" })
      const sound = yield* ask(`${place}.wav`)
      expect(Buffer.from(sound.json).toString("latin1", 0, 4)).toBe("RIFF")
      expect(sound.json.byteLength).toBe(44 + 6 * 8_000 * 2)
      expect((yield* ask(place, undefined, "DELETE")).status).toBe(204)
      expect((yield* ask(`${place}.wav`)).status).toBe(404)
    }),
  )

  it.live("of silence leads to the next step, and of someone who hangs up is told all the same", () =>
    Effect.gen(function* () {
      const { call, simulator, webhooks } = yield* startCallWorld(flows({ "/flow": flow, "/recorded": "<Hangup/>" }))
      yield* call("+15005550202")
      yield* simulator.settled
      expect(heardOf(simulator.callsOf("+15005550202"))).toEqual(["beeped", "said Nothing heard."])
      expect(webhooks.filter(({ path }) => path === "/recorded")).toEqual([])
      yield* call("+15005550203")
      yield* simulator.settled
      expect(webhooks.find(({ path }) => path === "/recorded")?.fields).toMatchObject({
        Digits: "hangup",
        RecordingDuration: "3",
      })
    }),
  )
})

describe("a transfer", () => {
  it.live.each<readonly [string, string]>([
    ["+15005550200", "completed"],
    ["+15005550211", "busy"],
    ["+15005550210", "no-answer"],
  ])("to %s is %s, and both calls are told of", ([to, outcome]) =>
    Effect.gen(function* () {
      const number = `<Number statusCallback="/leg" statusCallbackEvent="initiated answered completed">${to}</Number>`
      const { call, simulator, webhooks } = yield* startCallWorld(
        flows({ "/flow": `<Dial action="/dialed">${number}</Dial>`, "/dialed": "<Hangup/>" }),
      )
      const { json } = yield* call("+15005550202")
      yield* simulator.settled
      expect(webhooks.find(({ path }) => path === "/dialed")?.fields["DialCallStatus"]).toBe(outcome)
      const leg = webhooks.filter(({ path }) => path === "/leg")
      expect(leg.at(-1)?.fields).toMatchObject({ CallStatus: outcome, ParentCallSid: json.sid })
      expect(simulator.callsOf(to)[0]).toMatchObject({ direction: "outbound-dial", status: outcome })
    }),
  )
})

describe("the detection of machines", () => {
  const detection = { MachineDetection: "DetectMessageEnd", AsyncAmd: "true" }

  it.live.each<readonly [string, string, string]>([
    ["+15005550200", "DetectMessageEnd", "human"],
    ["+15005550214", "DetectMessageEnd", "machine_end_beep"],
    ["+15005550214", "Enable", "machine_start"],
    ["+15005550215", "DetectMessageEnd", "machine_end_silence"],
    ["+15005550216", "Enable", "fax"],
    ["+15005550206", "Enable", "machine_start"],
  ])("finds for %s with %s: %s", ([to, mode, found]) =>
    Effect.gen(function* () {
      const { base, call, reports, simulator, webhooks } = yield* startCallWorld(
        flows({ "/flow": "<Pause length='40'/>" }),
      )
      yield* call(to, { ...detection, MachineDetection: mode, AsyncAmdStatusCallback: `${base}/amd` })
      yield* simulator.settled
      const told = webhooks.find(({ path }) => path === "/amd")?.fields
      expect(told).toMatchObject({ AnsweredBy: found, MachineDetectionDuration: expect.stringMatching(/^\d+$/) })
      expect(reports().at(-1)).toMatchObject({ AnsweredBy: found })
    }),
  )

  it.live("lets the server leave a message after the beep", () =>
    Effect.gen(function* () {
      const message = twiml("<Say>Please call us back.</Say>")
      const world = yield* startCallWorld(async ({ path, fields }) => {
        if (path !== "/amd") return path === "/flow" ? twiml(`<Pause length="40"/><Say>Too late.</Say>`) : 204
        await Effect.runPromise(world.ask(`/Calls/${fields["CallSid"]}.json`, { Twiml: message }))
        return 204
      })
      const { base, call, simulator } = world
      yield* call("+15005550214", { ...detection, AsyncAmdStatusCallback: `${base}/amd` })
      yield* simulator.settled
      expect(heardOf(simulator.callsOf("+15005550214")).slice(-2)).toEqual(["beeped", "said Please call us back."])
    }),
  )

  it.live("is waited for where nobody is told while the call goes on", () =>
    Effect.gen(function* () {
      const { call, simulator, webhooks } = yield* startCallWorld(flows({ "/flow": "<Say>Hi</Say>" }))
      yield* call("+15005550214", { MachineDetection: "Enable" })
      yield* simulator.settled
      expect(webhooks.find(({ path }) => path === "/flow")?.fields["AnsweredBy"]).toBe("machine_start")
    }),
  )
})

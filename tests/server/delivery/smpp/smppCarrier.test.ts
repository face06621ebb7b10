import { createServer, type AddressInfo } from "node:net"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import fc from "fast-check"
import { sender } from "#tests/support/simulatedCarrier.ts"
import { openClient, smppAccount, startSmppWorld } from "#tests/support/smppWorld.ts"
import { type SmscAnswer, startSmsc } from "#tests/support/smsc.ts"

/** Looks again until it is so. */
const until = (holds: () => boolean) =>
  Effect.gen(function* () {
    while (!holds()) yield* Effect.sleep(5)
  }).pipe(Effect.timeout(10_000), Effect.orDie)

describe("binding", () => {
  it.live("is a transceiver's of SMPP 3.4, under the account's names", () =>
    Effect.gen(function* () {
      const { smsc } = yield* startSmppWorld()
      yield* until(() => smsc.binds.length > 0)
      expect(smsc.binds).toMatchObject([
        { command: "bind_transceiver", system_id: "clinic", password: "secret", interface_version: 0x34 },
      ])
    }),
  )

  it.live("that is refused leaves the text, for the reason that the SMSC gave", () =>
    Effect.gen(function* () {
      const smsc = yield* startSmsc()
      smsc.bindStatus = 0x0e
      const { send } = yield* openClient(smppAccount(smsc.port, { reconnectMillis: 60_000 }))
      expect(yield* send("Hello")).toEqual({ _tag: "Deferred", code: "20003" })
      expect(smsc.taken).toEqual([])
    }),
  )

  it.live("is tried again until the SMSC is there", () =>
    Effect.gen(function* () {
      const probe = createServer()
      yield* Effect.callback<void>((resume) => void probe.listen(0, "127.0.0.1", () => resume(Effect.void)))
      const { port } = probe.address() as AddressInfo
      yield* Effect.callback<void>((resume) => void probe.close(() => resume(Effect.void)))
      const { send } = yield* openClient(smppAccount(port))
      const sending = yield* Effect.forkScoped(send("Hello"))
      const smsc = yield* startSmsc({ port })
      expect(yield* Fiber.join(sending)).toMatchObject({ _tag: "Accepted" })
      expect(smsc.taken).toHaveLength(1)
    }),
  )
})

describe("sending", () => {
  it.live("gives the SMSC's name of a text, and writes numbers without their plus", () =>
    Effect.gen(function* () {
      const { smsc, send } = yield* startSmppWorld()
      expect(yield* send("Hello")).toEqual({ _tag: "Accepted", sid: "00000001" })
      expect(smsc.taken).toMatchObject([{ from: sender.slice(1), to: "14155550100", body: "Hello", header: undefined }])
      expect(smsc.taken[0]?.pdu).toMatchObject({
        ...{ source_addr_ton: 1, source_addr_npi: 1, dest_addr_ton: 1, dest_addr_npi: 1 },
        ...{ registered_delivery: 1, esm_class: 0 },
      })
    }),
  )

  it.live.each<readonly [string, number]>([
    ["Grüße @ 5 £, ¿qué? Ñandu", 0],
    ["€ {[~]} | \\ ^", 0],
    ["Línea á", 8],
    ["你好，张女士", 8],
    ["See you 👩‍⚕️", 8],
    ["", 0],
  ])("carries %s to the phone as it is", ([body, coding]) =>
    Effect.gen(function* () {
      const { smsc, send } = yield* startSmppWorld()
      expect(yield* send(body)).toMatchObject({ _tag: "Accepted" })
      expect(smsc.taken).toMatchObject([{ body, coding }])
    }),
  )

  it.live.each<readonly [string, string, ReadonlyArray<number>]>([
    ["GSM-7", `${"x".repeat(152)}€${"y".repeat(152)}`, [152, 152, 1]],
    ["UCS-2", `${"你".repeat(66)}👩‍⚕️${"好".repeat(20)}`, [66, 25]],
  ])("cuts a long text in %s where it is billed, and no character in two", ([, body, lengths]) =>
    Effect.gen(function* () {
      const { smsc, send } = yield* startSmppWorld()
      const outcome = yield* send(body)
      const { taken } = smsc
      expect(outcome).toEqual({ _tag: "Accepted", sid: taken.map(({ id }) => id).join(",") })
      expect(taken.map((one) => one.body).join("")).toBe(body)
      expect(taken.map((one) => one.body.length)).toEqual(lengths)
      const reference = taken[0]?.header?.[2]
      expect(taken.map(({ header }) => header)).toEqual(
        taken.map((_, place) => [0, 3, reference, taken.length, place + 1]),
      )
      expect(taken.every(({ pdu }) => pdu["esm_class"] === 0x40)).toBe(true)
    }),
  )

  it.live.each<readonly [number, string]>([
    [0x0b, "21211"],
    [0x0a, "21606"],
    [0x45, "smpp-45"],
    [0x400, "smpp-400"],
  ])("is refused for good by status %i, in words that name no one", ([status, code]) =>
    Effect.gen(function* () {
      const { smsc, send } = yield* startSmppWorld()
      smsc.answer = () => ({ status })
      const outcome = yield* send("Hello")
      expect(outcome).toMatchObject({ _tag: "Refused", code, permanent: true })
      expect(JSON.stringify(outcome)).not.toContain("4155550100")
    }),
  )

  it.live.each<readonly [number, object]>([
    [0x58, { code: "20429", retryAfterMillis: 1_000 }],
    [0x14, { code: "21611", retryAfterMillis: 1_000 }],
    [0x08, { code: "smpp-08" }],
    [0x64, { code: "smpp-64" }],
  ])("is put off by status %i, and taken when it is sent again", ([status, ending]) =>
    Effect.gen(function* () {
      const { smsc, send } = yield* startSmppWorld()
      const answer = smsc.answer
      smsc.answer = () => ({ status })
      expect(yield* send("Hello")).toEqual({ _tag: "Deferred", ...ending })
      smsc.answer = answer
      expect(yield* send("Hello")).toMatchObject({ _tag: "Accepted" })
      expect(smsc.taken).toHaveLength(1)
    }),
  )

  it.live("rests for a second once the SMSC says that it is too fast", () =>
    Effect.gen(function* () {
      const { smsc, send } = yield* startSmppWorld()
      let asked = 0
      smsc.answer = () => ((asked += 1) === 1 ? { status: 0x58 } : { id: String(asked) })
      const began = performance.now()
      yield* send("Hello")
      yield* send("Again")
      expect(performance.now() - began).toBeGreaterThan(900)
    }),
  )

  it.live.each<readonly [string, Record<string, unknown>]>([
    ["no name", {}],
    ["a name of blanks and commas", { message_id: "a, b" }],
  ])("is unknown when the answer holds %s", ([, fields]) =>
    Effect.gen(function* () {
      const { smsc, send } = yield* startSmppWorld()
      smsc.answer = () => ({ id: "", ...fields }) as SmscAnswer
      const answer = fields["message_id"]
      if (typeof answer === "string") smsc.answer = () => ({ id: answer })
      expect(yield* send("Hello")).toEqual({ _tag: "Unknown", reason: "unreadable answer" })
    }),
  )

  it.live("has no more texts under way than the window has places", () =>
    Effect.gen(function* () {
      const { smsc, send } = yield* startSmppWorld({ window: 4 })
      let open = 0
      let most = 0
      smsc.answer = () => {
        open += 1
        most = Math.max(most, open)
        return Effect.sleep(5).pipe(
          Effect.map(() => {
            open -= 1
            return { id: smsc.nextId() }
          }),
          Effect.runPromise,
        )
      }
      yield* Effect.forEach(Array.from({ length: 40 }), (_, index) => send(`Text ${index}`), {
        concurrency: "unbounded",
      })
      expect(most).toBe(4)
      expect(smsc.taken).toHaveLength(40)
    }),
  )

  it.live("asks whether it may leave when its place in the window is free", () =>
    Effect.gen(function* () {
      const { smsc, send } = yield* startSmppWorld({ window: 1 })
      let stopped = false
      smsc.answer = () => {
        stopped = true
        return { id: smsc.nextId() }
      }
      const outcomes = yield* Effect.forEach(["One", "Two"], (body) => send(body, { mayLeave: () => !stopped }), {
        concurrency: 2,
      })
      expect(outcomes.map(({ _tag }) => _tag)).toEqual(["Accepted", "HeldBack"])
      expect(smsc.taken).toHaveLength(1)
    }),
  )
})

describe("a long text", () => {
  const long = "x".repeat(400)
  it.live("is taken whole although the SMSC was too busy for a later part", () =>
    Effect.gen(function* () {
      const { smsc, send } = yield* startSmppWorld()
      let asked = 0
      smsc.answer = () => ((asked += 1) === 2 ? { status: 0x58 } : { id: smsc.nextId() })
      expect(yield* send(long)).toMatchObject({ _tag: "Accepted" })
      expect(smsc.taken.map(({ header }) => header?.[4])).toEqual([1, 2, 3])
    }),
  )

  it.live("that is refused in the middle is not sent again: the person has its beginning", () =>
    Effect.gen(function* () {
      const { smsc, send } = yield* startSmppWorld()
      let asked = 0
      smsc.answer = () => ((asked += 1) === 2 ? { status: 0x45 } : { id: smsc.nextId() })
      expect(yield* send(long)).toMatchObject({ _tag: "Refused", code: "unanswered" })
      expect(asked).toBe(2)
    }),
  )

  it.live("whose connection broke in the middle is unknown", () =>
    Effect.gen(function* () {
      const { smsc, send } = yield* startSmppWorld()
      let asked = 0
      smsc.answer = () => ((asked += 1) === 2 ? "breakAfter" : { id: smsc.nextId() })
      expect(yield* send(long)).toMatchObject({ _tag: "Unknown" })
    }),
  )
})

describe("a connection", () => {
  it.live.each<SmscAnswer & string>(["breakBefore", "breakAfter"])(
    "that broke (%s) leaves its texts unknown, and the next ones go over another one",
    (how) =>
      Effect.gen(function* () {
        const { smsc, send } = yield* startSmppWorld()
        const answer = smsc.answer
        smsc.answer = () => how
        expect(yield* send("Hello")).toMatchObject({ _tag: "Unknown" })
        smsc.answer = answer
        expect(yield* send("Again")).toMatchObject({ _tag: "Accepted" })
        expect(smsc.binds).toHaveLength(2)
      }),
  )

  it.live("that is silent leaves its text unknown when its time is over", () =>
    Effect.gen(function* () {
      const { smsc, send } = yield* startSmppWorld({ answerMillis: 100 })
      smsc.answer = () => "silent"
      expect(yield* send("Hello")).toEqual({ _tag: "Unknown", reason: "no answer" })
    }),
  )

  it.live("on which no one answers any more is given up, and another one opened", () =>
    Effect.gen(function* () {
      const { smsc } = yield* startSmppWorld({ answerMillis: 100, enquireMillis: 20 })
      yield* until(() => smsc.binds.length === 1)
      smsc.isAwake = false
      yield* until(() => smsc.binds.length === 2)
      smsc.isAwake = true
      expect(smsc.sessions.size).toBe(1)
    }),
  )

  it.live("is left politely when the program ends", () =>
    Effect.gen(function* () {
      const smsc = yield* startSmsc()
      const { send } = yield* openClient(smppAccount(smsc.port)).pipe(
        Effect.tap(({ send: sending }) => sending("Hello")),
        Effect.scoped,
      )
      yield* until(() => smsc.sessions.size === 0)
      expect(send).toBeTypeOf("function")
      expect(smsc.taken).toHaveLength(1)
    }),
  )

  it.live.each<readonly [string, Uint8Array | string]>([
    ["a web server's words", "HTTP/1.1 400 Bad Request\r\n\r\n"],
    ["a length that is too long", Buffer.from([0x7f, 0, 0, 0, 0, 0, 0, 5])],
    ["a length of nothing", Buffer.alloc(8)],
    ["a length of three", Buffer.from([0, 0, 0, 3, 1, 2, 3])],
    ["a receipt that is cut off", Buffer.from([0, 0, 0, 18, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1])],
    [
      "a field that says it is longer than all",
      Buffer.concat([
        Buffer.from([0, 0, 0, 24, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0x1e, 0xff, 0xff]),
        Buffer.alloc(4),
      ]),
    ],
    ["an answer to nothing", Buffer.from([0, 0, 0, 16, 0x80, 0, 0, 4, 0, 0, 0, 0, 0, 0, 9, 9])],
    ["a request that no one knows", Buffer.from([0, 0, 0, 16, 0, 0, 0x77, 0x77, 0, 0, 0, 0, 0, 0, 0, 3])],
  ])("that brings %s costs itself at most", ([, bytes]) =>
    Effect.gen(function* () {
      const { smsc, send } = yield* startSmppWorld({ answerMillis: 200, enquireMillis: 50 })
      expect(yield* send("Hello")).toMatchObject({ _tag: "Accepted" })
      smsc.write(bytes)
      const outcomes = yield* Effect.forEach(["One", "Two"], (body) =>
        Effect.repeat(send(body), { until: ({ _tag }) => _tag === "Accepted" }),
      )
      expect(outcomes).toMatchObject([{ _tag: "Accepted" }, { _tag: "Accepted" }])
    }),
  )
})

describe("whatever happens to the connections", () => {
  it("a text that is accepted was taken once, one that is put off never, and no text is without an end", async () => {
    const happening = fc.constantFrom<SmscAnswer | "take">(
      "take",
      "take",
      "take",
      "take",
      "breakBefore",
      "breakAfter",
      { status: 0x08 },
      { status: 0x0b },
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(happening, { minLength: 20, maxLength: 60 }),
        fc.integer({ min: 1, max: 12 }),
        (fates, window) =>
          Effect.gen(function* () {
            const { smsc, send } = yield* startSmppWorld({ window, reconnectMillis: 1 })
            let asked = 0
            smsc.answer = () => {
              const fate = fates[asked] ?? "take"
              asked += 1
              return fate === "take" ? { id: smsc.nextId() } : fate
            }
            const bodies = fates.map((_, index) => (index % 5 === 0 ? `${index} ${"x".repeat(200)}` : `Text ${index}`))
            const outcomes = yield* Effect.forEach(
              bodies,
              (body) => Effect.repeat(send(body), { until: ({ _tag }) => _tag !== "Deferred" }),
              { concurrency: 16 },
            )
            for (const [index, { _tag }] of outcomes.entries()) {
              const body = bodies[index] ?? ""
              const parts = smsc.taken.filter(
                (one) => one.body === body || (one.header?.[4] === 1 && body.startsWith(one.body)),
              )
              const isKnown = _tag === "Accepted"
              expect([body, parts.length]).toEqual([body, isKnown ? 1 : expect.toSatisfy((times) => times <= 1)])
            }
          }).pipe(Effect.scoped, Effect.runPromise),
      ),
      { numRuns: 15 },
    )
  })
})

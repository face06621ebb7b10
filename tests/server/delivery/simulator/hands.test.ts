import { describe, expect, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { accountSid, authToken } from "#tests/support/simulatedCarrier.ts"
import { type CallAnswers, type CallWorld, startCallWorld, twiml } from "#tests/support/simulatedCalls.ts"

const phone = "+15005550210"
const menu: CallAnswers = ({ path }) =>
  path === "/flow"
    ? twiml(`<Gather numDigits="1" action="/key"><Say>Press 2.</Say></Gather><Say>Goodbye.</Say>`)
    : twiml("<Say>Thank you.</Say>")

const asked = ({ simulator }: CallWorld, path: string, form: Readonly<Record<string, string>>) =>
  Effect.promise(async () => {
    const headers = { authorization: `Basic ${btoa(`${accountSid}:${Redacted.value(authToken)}`)}` }
    const answer = await fetch(simulator.url + path, { method: "POST", headers, body: new URLSearchParams(form) })
    return answer.json()
  })

/** A call to a phone in the hand that rings, in the time of the test. */
const ringing = (answers: CallAnswers = menu, seconds = 3_600) =>
  Effect.gen(function* () {
    const world = yield* startCallWorld(answers)
    yield* asked(world, "/simulator/hold", { number: phone, seconds: String(seconds) })
    const { sid } = (yield* world.call(phone)).json
    yield* TestClock.adjust("3 seconds")
    const act = (what: string) => asked(world, "/simulator/hand", { call: sid, act: what })
    const call = () => world.simulator.callsOf(phone)[0]
    /** Lets time pass until the call is so far; requests take their own time. */
    const until = (is: () => boolean) =>
      TestClock.adjust("200 millis").pipe(
        Effect.andThen(Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))),
        Effect.repeat({ until: is }),
      )
    return { ...world, act, call, until }
  })

const heard = (call: { readonly heard: ReadonlyArray<{ readonly what: string; readonly text: string }> } | undefined) =>
  call?.heard.map(({ what, text }) => `${what} ${text}`.trim())

describe("a phone in the hand", () => {
  it.effect("rings until it is answered, and takes keys while the menu speaks", () =>
    Effect.gen(function* () {
      const { act, call, reports, until, webhooks } = yield* ringing()
      expect(call()?.status).toBe("ringing")
      expect(yield* act("2")).toEqual({ done: false })
      expect(yield* act("answer")).toEqual({ done: true })
      expect(yield* act("decline")).toEqual({ done: false })
      yield* until(() => call()?.heard.length === 1)
      expect(yield* act("2")).toEqual({ done: true })
      yield* until(() => reports().some(({ CallStatus }) => CallStatus === "completed"))
      expect(heard(call())).toEqual(["said Press 2.", "pressed 2", "said Thank you."])
      expect(webhooks.find(({ path }) => path === "/key")?.fields["Digits"]).toBe("2")
      expect(yield* act("answer")).toEqual({ done: false })
    }),
  )

  it.effect.each<readonly [string, string]>([
    ["decline", "busy"],
    ["voicemail", "completed"],
  ])("ends a call by %s as %s", ([choice, status]) =>
    Effect.gen(function* () {
      const { act, call, until } = yield* ringing(() => twiml("<Pause length='20'/><Say>A message.</Say>"))
      yield* act(choice)
      yield* until(() => call()?.ended !== null)
      expect(call()?.status).toBe(status)
      expect(heard(call())).toEqual(status === "busy" ? [] : ["beeped", "said A message."])
    }),
  )

  it.effect("hangs up in the middle, and records until a key", () =>
    Effect.gen(function* () {
      const { act, call, until, webhooks } = yield* ringing(({ path }) =>
        path === "/flow" ? twiml(`<Record action="/recorded"/>`) : twiml("<Pause length='600'/>"),
      )
      yield* act("answer")
      yield* until(() => call()?.heard.length === 1)
      yield* TestClock.adjust("4 seconds")
      yield* act("#")
      yield* until(() => webhooks.some(({ path }) => path === "/recorded"))
      const { Digits, RecordingDuration } = webhooks.find(({ path }) => path === "/recorded")?.fields ?? {}
      expect(Digits).toBe("#")
      expect(Number(RecordingDuration)).toBeGreaterThanOrEqual(4)
      yield* act("hangUp")
      yield* until(() => call()?.ended !== null)
      expect(call()?.seconds).toBeLessThan(600)
    }),
  )

  it.effect("that is put away answers no more, and hangs up", () =>
    Effect.gen(function* () {
      const first = yield* ringing(menu, 10)
      yield* first.until(() => first.call()?.ended !== null)
      expect(first.call()?.status).toBe("no-answer")
      const second = yield* ringing(() => twiml("<Pause length='600'/>"), 10)
      yield* second.act("answer")
      yield* second.until(() => second.call()?.ended !== null)
      expect(second.call()).toMatchObject({ status: "completed" })
      expect(second.call()?.seconds).toBeLessThan(30)
    }),
  )
})

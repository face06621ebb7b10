import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { moveDemoClock, readDemoClock, readHandset } from "#effects/Demo.ts"
import { notFound } from "#schemas/problem.ts"
import { fakeServer } from "#tests/support/fakeServer.ts"

const clockAt = (now: string, zone: string) => ({ data: { now, offsetMillis: 0, zone } })

describe("the demo's calls", () => {
  it.effect("read the clock with its milliseconds, and say when there is none", () => {
    const demo = fakeServer(() => clockAt("2026-11-21T15:00:00.000Z", "America/New_York"))
    const product = fakeServer(() => ({ problem: notFound() }))
    return Effect.gen(function* () {
      expect((yield* readDemoClock.pipe(demo.provide)).millis).toBe(Date.UTC(2026, 10, 21, 15))
      expect((yield* Effect.flip(readDemoClock).pipe(product.provide)).problem).toBe("NotFound")
    })
  })

  it.effect.each([
    ["hourLater", "2026-11-21T23:30:00.000Z", "America/New_York", "2026-11-22T00:30:00.000Z"],
    ["nextMorning", "2026-11-21T13:59:59.000Z", "America/New_York", "2026-11-21T14:00:00.000Z"],
    ["nextMorning", "2026-11-21T14:00:00.000Z", "America/New_York", "2026-11-22T14:00:00.000Z"],
    // The clocks go back that night: nine in the morning is 25 hours later.
    ["nextMorning", "2026-10-31T13:00:00.000Z", "America/New_York", "2026-11-01T14:00:00.000Z"],
    ["realTime", "2026-11-21T14:00:00.000Z", "UTC", null],
  ] as const)("move the clock: %s from %s in %s", ([move, now, zone, target]) => {
    const { calls, provide } = fakeServer(() => clockAt(now, zone))
    return Effect.gen(function* () {
      yield* moveDemoClock(move)
      expect(calls.map(({ path, body }) => [path, body])).toEqual([
        ["Demo/GetClock", undefined],
        ["Demo/MoveClock", { now: target }],
      ])
    }).pipe(provide)
  })

  it.effect("ask for a phone in the body, never in the address", () => {
    const phone = { phone: "+14155550100", patient: "Maria Lopez", senders: [], messages: [], calls: [], steps: [] }
    const { calls, provide } = fakeServer(() => ({ data: phone }))
    return Effect.gen(function* () {
      expect((yield* readHandset({ phone: phone.phone })).data).toEqual(phone)
      expect(calls).toEqual([{ path: "Demo/GetHandset", query: {}, key: null, body: { phone: phone.phone } }])
    }).pipe(provide)
  })
})

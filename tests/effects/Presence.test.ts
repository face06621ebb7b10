import { afterEach, beforeEach, describe, expect, it } from "@effect/vitest"
import { Effect, Fiber, Stream } from "effect"
import { TestClock } from "effect/testing"
import { vi } from "vitest"
import { Presence } from "#effects/Presence.ts"
import { activityThrottleMillis } from "#schemas/constants.ts"
import type { PresenceSignal } from "#schemas/session/presence.ts"

/** What the specification counts as someone being there (docs/policy.md#sessions): mouse, keyboard, wheel, touch, focus. */
const tracked = ["mousemove", "mousedown", "keydown", "wheel", "touchstart", "touchmove", "focus"]

let page: EventTarget
let shown: EventTarget & { hidden?: boolean }

beforeEach(() => {
  page = new EventTarget()
  shown = new EventTarget()
  shown.hidden = false
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page))
  vi.stubGlobal("removeEventListener", page.removeEventListener.bind(page))
  vi.stubGlobal("document", shown)
})
afterEach(() => vi.unstubAllGlobals())

/** The activity heard while something is done, in the order it came. */
const heardWhile = Effect.fnUntraced(function* (act: Effect.Effect<void>) {
  const { signals } = yield* Presence
  const heard: Array<PresenceSignal> = []
  const listening = yield* Effect.forkChild(
    Stream.runForEach(signals, (signal) => Effect.sync(() => void heard.push(signal))),
    { startImmediately: true },
  )
  yield* TestClock.adjust(activityThrottleMillis)
  yield* act
  // What was heard passes through the queues of the merged streams.
  for (let turn = 0; turn < 10; turn++) yield* TestClock.adjust(1)
  yield* Fiber.interrupt(listening)
  return heard.filter(({ type }) => type === "activity.seen")
})
const happens = (target: EventTarget, name: string) => Effect.sync(() => void target.dispatchEvent(new Event(name)))

describe("someone being there", () => {
  it.effect.each(tracked)("is heard of a %s", (name) =>
    Effect.gen(function* () {
      expect(yield* heardWhile(happens(page, name))).toEqual([{ type: "activity.seen", at: activityThrottleMillis }])
    }).pipe(Effect.provide(Presence.layer)),
  )

  it.effect("is heard of at most once in 200 ms", () =>
    Effect.gen(function* () {
      const often = Effect.gen(function* () {
        for (const millis of [1, 198, 1, 200]) {
          yield* happens(page, "mousemove")
          yield* TestClock.adjust(millis)
        }
      })
      const heard = yield* heardWhile(often)
      expect(heard.map((signal) => "at" in signal && signal.at)).toEqual([200, 400])
    }).pipe(Effect.provide(Presence.layer)),
  )

  it.effect("is heard of a page that comes into sight, not of one that goes out of it", () =>
    Effect.gen(function* () {
      shown.hidden = true
      expect(yield* heardWhile(happens(shown, "visibilitychange"))).toEqual([])
      shown.hidden = false
      expect(yield* heardWhile(happens(shown, "visibilitychange"))).toHaveLength(1)
    }).pipe(Effect.provide(Presence.layer)),
  )
})

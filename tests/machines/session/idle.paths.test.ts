import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { createActor, SimulatedClock, type Actor } from "xstate"
import { idleMachine, secondsLeft } from "#machines/session/idle.machine.ts"
import {
  idleDebounceMillis,
  idleMillis,
  idlePromptMillis,
  leaderFallbackMillis,
  leaderResponseMillis,
} from "#schemas/constants.ts"

const due = idleMillis - idlePromptMillis
/** A tab whose time the test moves, second by second as the browser's would pass. */
const openTab = (started = 0) => {
  const clock = new SimulatedClock()
  const kept: Array<number> = []
  const actor = createActor(
    idleMachine.provide({
      actions: { saveActivity: ({ context }) => void kept.push(Math.max(context.lastActivity, context.seenAt)) },
    }),
    { clock, input: { at: started, tab: "b" } },
  ).start()
  const tick = (time: number) => actor.send({ type: "clock.ticked", at: time })
  /** Someone acts and is then still for longer than the debounce. */
  const act = (time: number) => {
    actor.send({ type: "activity.seen", at: time })
    clock.increment(idleDebounceMillis)
  }
  const presence = () => actor.getSnapshot().value.presence
  return { actor, clock, kept, tick, act, presence }
}
const active = { active: "still" }

describe("someone's presence in a tab", () => {
  it("prompts at 59:00 and is over at 60:00, to the second", () => {
    const { tick, presence, actor } = openTab()
    tick(due - 1)
    expect(presence()).toEqual(active)
    tick(due)
    expect(presence()).toBe("prompt")
    expect(secondsLeft(actor.getSnapshot())).toBe(60)
    tick(due + 59_001)
    expect(secondsLeft(actor.getSnapshot())).toBe(1)
    tick(idleMillis - 1)
    expect(presence()).toBe("prompt")
    tick(idleMillis)
    expect(presence()).toBe("idle")
  })

  it("starts the hour again a second after the last activity, not before", () => {
    const { actor, clock, presence } = openTab()
    const restartedAt = () => actor.getSnapshot().context.lastActivity
    actor.send({ type: "activity.seen", at: 10_000 })
    clock.increment(idleDebounceMillis - 1)
    actor.send({ type: "activity.seen", at: 10_999 })
    clock.increment(idleDebounceMillis - 1)
    expect(restartedAt()).toBe(0)
    clock.increment(1)
    expect(restartedAt()).toBe(10_999)
    expect(presence()).toEqual(active)
  })

  it("is over at the latest an hour after a clock was set back", () => {
    const { actor, act, tick, presence } = openTab(5 * idleMillis)
    act(5 * idleMillis + 10_000)
    tick(2 * idleMillis)
    tick(2 * idleMillis + due)
    expect(presence()).toBe("prompt")
    expect(secondsLeft(actor.getSnapshot())).toBe(60)
    tick(3 * idleMillis)
    expect(presence()).toBe("idle")
  })

  it("judges a laptop that fell asleep within a second of the last key", () => {
    const { actor, tick, presence } = openTab()
    actor.send({ type: "activity.seen", at: 10_000 })
    tick(10_000 + idleMillis)
    expect(presence()).toBe("idle")
  })

  it("reports to the other tabs at once someone who never stops acting", () => {
    const { actor, clock, kept } = openTab()
    for (const at of [10_000, 10_900, 11_800, 12_700]) {
      actor.send({ type: "activity.seen", at })
      clock.increment(900)
    }
    expect(kept).toEqual([0, 10_000, 10_900, 11_800, 12_700])
  })

  it("judges a laptop that slept for 61 minutes before its opening counts as activity", () => {
    const { act, presence } = openTab()
    act(61 * 60_000)
    expect(presence()).toBe("idle")
  })

  it("asks, and does not go on by itself, when someone comes back in the last minute", () => {
    const { act, presence, actor, kept } = openTab()
    act(due + 5_000)
    expect(presence()).toBe("prompt")
    act(due + 6_000)
    expect(presence()).toBe("prompt")
    actor.send({ type: "stay.pressed" })
    expect(presence()).toEqual(active)
    expect(kept.at(-1)).toBe(due + 6_000)
  })

  it("does not count a press in a prompt that slept past the hour", () => {
    const { act, tick, presence, actor } = openTab()
    tick(due)
    act(idleMillis + 60_000)
    actor.send({ type: "stay.pressed" })
    expect(presence()).toBe("idle")
  })

  it("counts down to the end by the last activity, also when the laptop slept within a second of it", () => {
    const { actor, tick, presence } = openTab()
    actor.send({ type: "activity.seen", at: 70_000 })
    actor.send({ type: "activity.seen", at: 70_000 + due })
    expect(presence()).toBe("prompt")
    expect(secondsLeft(actor.getSnapshot())).toBe(60)
    tick(70_000 + due + 59_000)
    expect(secondsLeft(actor.getSnapshot())).toBe(1)
    tick(70_000 + idleMillis)
    expect(presence()).toBe("idle")
  })

  it("counts what someone did in another tab, the prompt included", () => {
    const { actor, tick, presence } = openTab()
    tick(due)
    actor.send({ type: "activity.elsewhere", at: due + 10 })
    expect(presence()).toEqual(active)
    tick(idleMillis + 10)
    expect(presence()).toEqual(active)
    actor.send({ type: "activity.elsewhere", at: 5 })
    tick(due + 10 + due)
    expect(presence()).toBe("prompt")
  })

  it("never ends before an hour without activity, and always after it, in any order of events", () => {
    const step = fc.record({
      after: fc.integer({ min: 0, max: 40 * 60_000 }),
      what: fc.constantFrom("act", "elsewhere", "tick", "stay"),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const { actor, act, tick, presence } = openTab()
        let now = 0
        let counted = 0
        let over = false
        let asked = false
        for (const { after, what } of steps) {
          now += after
          // The clock ticks before anything happens, as it does each second.
          tick(now)
          over ||= now - counted >= idleMillis
          asked = !over && now - counted >= due
          if (what === "act") act(now)
          if (what === "elsewhere") actor.send({ type: "activity.elsewhere", at: now })
          if (what === "stay") actor.send({ type: "stay.pressed" })
          if (!over && (what === "elsewhere" || (what === "act" && !asked) || (what === "stay" && asked))) {
            counted = now
            asked = false
          }
          expect(presence()).toEqual(over ? "idle" : asked ? "prompt" : active)
        }
      }),
    )
  })
})

/** Tabs on one channel: what one says, the others hear in the order it was said. */
const openTabs = (names: ReadonlyArray<string>) => {
  const clock = new SimulatedClock()
  const tabs = new Map<string, Actor<typeof idleMachine>>()
  const said: Array<{ readonly from: string; readonly type: "leader.applied" | "leader.announced" }> = []
  const deliver = () => {
    for (let one = said.shift(); one !== undefined; one = said.shift()) {
      for (const [name, tab] of tabs) if (name !== one.from) tab.send({ type: one.type, tab: one.from })
    }
  }
  const open = (name: string) => {
    const logic = idleMachine.provide({
      actions: {
        apply: () => void said.push({ from: name, type: "leader.applied" }),
        announce: () => void said.push({ from: name, type: "leader.announced" }),
      },
    })
    tabs.set(name, createActor(logic, { clock, input: { at: 0, tab: name } }).start())
    deliver()
  }
  for (const name of names) open(name)
  return {
    open,
    close: (name: string) => {
      tabs.get(name)?.stop()
      tabs.delete(name)
    },
    pass: (millis: number) => {
      for (let passed = 0; passed < millis; passed += 10) {
        clock.increment(10)
        deliver()
      }
    },
    leaders: () =>
      [...tabs].filter(([, tab]) => tab.getSnapshot().matches({ leadership: "leading" })).map(([name]) => name),
  }
}

describe("the tabs of one browser", () => {
  it("have one leader after the response wait", () => {
    const tabs = openTabs(["a", "b", "c"])
    tabs.pass(leaderResponseMillis)
    expect(tabs.leaders()).toEqual(["c"])
  })

  it("keep their leader when another tab opens, and choose again within the fallback interval when it is killed", () => {
    const tabs = openTabs(["a", "b"])
    tabs.pass(leaderResponseMillis)
    tabs.open("z")
    tabs.pass(leaderFallbackMillis * 2)
    expect(tabs.leaders()).toEqual(["b"])
    tabs.close("b")
    tabs.pass(leaderFallbackMillis + leaderResponseMillis)
    expect(tabs.leaders()).toHaveLength(1)
  })

  it("always come back to exactly one leader, whichever open and close", () => {
    const names = ["a", "b", "c", "d", "e"]
    const step = fc.record({ name: fc.constantFrom(...names), pause: fc.integer({ min: 0, max: 3_000 }) })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const tabs = openTabs(["first"])
        const open = new Set<string>()
        for (const { name, pause } of steps) {
          if (open.delete(name)) tabs.close(name)
          else {
            open.add(name)
            tabs.open(name)
          }
          tabs.pass(pause)
        }
        tabs.pass(leaderFallbackMillis + 2 * leaderResponseMillis)
        expect(tabs.leaders()).toHaveLength(1)
      }),
      { numRuns: 50 },
    )
  })
})

import fc from "fast-check"
import { assign, cancel, createActor, fromPromise, raise, SimulatedClock, setup, type AnyStateMachine } from "xstate"
import { describe, expect, it } from "vitest"
import { pathsOf, runPath, titleOf } from "#tests/paths/paths.ts"
import type { Path, Walk } from "#tests/paths/walk.ts"

/** Every order of events that any state of a chart is reached by, as one line each. */
const orders = (machine: AnyStateMachine, walk: Walk = {}): ReadonlyArray<string> =>
  [...pathsOf(machine, walk).paths, ...pathsOf(machine, walk).places].map(({ events }) =>
    events.map(({ type }) => type.replace(/^xstate\.after\.(\w+)\..*$/, "$1")).join(" "),
  )
const silent = fromPromise(() => Promise.resolve(0))

const two = (first: number, second: number) =>
  setup({ delays: { first, second } }).createMachine({
    id: "two",
    type: "parallel",
    states: {
      a: { initial: "waiting", states: { waiting: { after: { first: "over" } }, over: {} } },
      b: { initial: "waiting", states: { waiting: { after: { second: "over" } }, over: {} } },
    },
  })

describe("orders of timers", () => {
  it("are those that can happen: the shorter of two regions first", () => {
    expect(orders(two(5_000, 60_000))).toContain("first second")
    expect(orders(two(5_000, 60_000)).filter((order) => order.startsWith("second"))).toEqual([])
    expect(orders(two(60_000, 5_000)).filter((order) => order.startsWith("first"))).toEqual([])
  })

  it("are those of the chart when both are due at the same moment", () => {
    expect(orders(two(100, 100)).filter((order) => order.startsWith("second"))).toEqual([])
    expect(orders(two(100, 100))).toContain("first second")
  })

  const later = (first: number, second: number) =>
    setup({ delays: { first, second } }).createMachine({
      id: "later",
      type: "parallel",
      states: {
        a: { initial: "waiting", states: { waiting: { after: { first: "over" } }, over: {} } },
        b: {
          initial: "idle",
          states: { idle: { on: { go: "waiting" } }, waiting: { after: { second: "over" } }, over: {} },
        },
      },
    })

  it("are all that can happen: what is started later may fire before or after, where there is time for it", () => {
    const pathsTo = (machine: AnyStateMachine, value: object) =>
      pathsOf(machine, {}).states.filter((snapshot) => snapshot.matches(value as never))
    expect(pathsTo(later(10_000, 7_000), { a: "waiting", b: "over" })).toHaveLength(1)
    expect(pathsTo(later(10_000, 7_000), { a: "over", b: "waiting" })).not.toEqual([])
    expect(pathsTo(later(10_000, 10_000), { a: "waiting", b: "over" })).toEqual([])
  })

  it("say when each step happens, so that a running chart follows them", () => {
    const path = pathsOf(later(10_000, 7_000), {}).places.find(({ snapshot }) =>
      snapshot.matches({ a: "over", b: "waiting" } as never),
    )
    expect(path?.steps.map(({ at, isTimer }) => [at, isTimer])).toEqual([
      [3_000, false],
      [10_000, true],
    ])
  })

  it("leave out timers that were cancelled, by leaving a state or by name", () => {
    const machine = setup({
      delays: { patience: 100, life: 500 },
      actions: { arm: raise({ type: "rang" }, { id: "bell", delay: "life" }), disarm: cancel("bell") },
    }).createMachine({
      id: "cancelled",
      initial: "waiting",
      entry: "arm",
      states: {
        waiting: { after: { patience: "late" }, on: { stop: { target: "stopped", actions: "disarm" } } },
        late: { on: { rang: "rung", stop: { target: "stopped", actions: "disarm" } } },
        stopped: { on: { rang: "rung" } },
        rung: {},
      },
    })
    const { states, untaken } = pathsOf(machine, { events: [{ type: "stop" }] })
    expect(states.map(({ value }) => value)).toEqual(expect.arrayContaining(["late", "stopped", "rung"]))
    expect(untaken).toEqual(["cancelled.stopped rang #0"])
  })

  it("follow delays that depend on the context", () => {
    const machine = setup({
      types: { context: {} as { readonly tries: number } },
      delays: { pause: ({ context }) => 100 * 2 ** context.tries, patience: 1_000 },
      guards: { isEarly: ({ context }) => context.tries < 9 },
      actions: { count: assign({ tries: ({ context }) => context.tries + 1 }) },
    }).createMachine({
      id: "backoff",
      context: { tries: 0 },
      initial: "trying",
      after: { patience: ".givenUp" },
      states: {
        trying: { after: { pause: { guard: "isEarly", target: "trying", reenter: true, actions: "count" } } },
        givenUp: {},
      },
    })
    const { paths, states, untaken } = pathsOf(machine, {})
    expect(Math.max(...states.map(({ context }) => context.tries))).toBe(3)
    expect(untaken).toEqual(["backoff.trying xstate.after.pause.backoff.trying #0 [isEarly] refused"])
    expect(paths.flatMap(({ steps }) => steps.map(({ at }) => at))).toContain(1_000)
  })

  const delay = fc.integer({ min: 0, max: 4 })
  const region = fc.record({ first: delay, second: delay, restart: fc.boolean() })
  const randomChart = (regions: ReadonlyArray<typeof region extends fc.Arbitrary<infer A> ? A : never>) =>
    setup({}).createMachine({
      id: "random",
      type: "parallel",
      states: Object.fromEntries(
        regions.map(({ first, second, restart }, index) => [
          `r${index}`,
          {
            initial: "one",
            states: {
              one: { after: { [first]: "two" }, on: { [`go${index}`]: "two" } },
              two: { after: { [second]: "three" } },
              three: { on: restart ? { [`again${index}`]: "one" } : {} },
            },
          },
        ]),
      ),
    })
  const regions = fc.array(region, { minLength: 1, maxLength: 3 })

  it("agree with running charts: each path can be followed", () => {
    fc.assert(
      fc.property(regions, (some) => {
        const machine = randomChart(some)
        for (const path of pathsOf(machine, {}).places)
          expect(runPath(machine, path).actor.getSnapshot().value).toEqual(path.snapshot.value)
      }),
      { numRuns: 60 },
    )
  })

  const learned = (paths: ReadonlyArray<Path>): ReadonlySet<string> =>
    new Set(
      paths.flatMap(({ start, steps }) =>
        [start, ...steps].flatMap(({ taken, refused, snapshot }) => [
          ...taken,
          ...refused,
          JSON.stringify(snapshot.value),
        ]),
      ),
    )

  it("leave out nothing where they may go on for something new", () => {
    fc.assert(
      fc.property(regions, fc.integer({ min: 1, max: 4 }), (some, reach) => {
        const machine = randomChart(some)
        const short = pathsOf(machine, {}).paths
        const long = pathsOf(machine, {}, reach).paths
        expect(learned(long)).toEqual(learned(short))
        for (const path of long) expect(runPath(machine, path).actor.getSnapshot().value).toEqual(path.snapshot.value)
      }),
      { numRuns: 20 },
    )
  })

  it("are fewer where one may go on for what another would begin for", () => {
    const once = randomChart([{ first: 4, second: 4, restart: true }])
    expect(pathsOf(once, {}).paths).toHaveLength(2)
    expect(pathsOf(once, {}, 2).paths).toHaveLength(1)
  })

  it("agree with running charts: wherever one comes, at any time, a path comes too", () => {
    const happenings = fc.array(fc.tuple(fc.nat({ max: 5 }), fc.nat({ max: 5 })), { maxLength: 12 })
    fc.assert(
      fc.property(regions, happenings, (some, happened) => {
        const machine = randomChart(some)
        const known = new Set(pathsOf(machine, {}).states.map(({ value }) => JSON.stringify(value)))
        const clock = new SimulatedClock()
        const actor = createActor(machine, { clock }).start()
        const here = (): string => JSON.stringify(actor.getSnapshot().value)
        // The clock may leave a timer of no length that another one started; it is due before anything else happens.
        const settle = (): void => {
          for (let before = ""; before !== here(); clock.increment(0)) {
            before = here()
            expect(known).toContain(before)
          }
        }
        settle()
        for (const [wait, which] of happened) {
          for (let passed = 0; passed < wait; passed += 1) {
            clock.increment(1)
            settle()
          }
          actor.send({
            type: machine.events.filter((type) => !type.startsWith("xstate."))[which] ?? "nothing",
          } as never)
          settle()
        }
      }),
      { numRuns: 200 },
    )
  })
})

const door = setup({
  types: {
    context: {} as { readonly knocks: number },
    events: {} as { type: "knock" } | { type: "open"; key: boolean },
  },
  actors: { fetch: silent },
  guards: {
    hasKey: ({ event }) => event.type === "open" && event.key,
    isLoud: ({ context }) => context.knocks > 1,
  },
  actions: {
    count: assign({ knocks: ({ context }) => context.knocks + 1 }),
    call: raise({ type: "knock" as const }),
  },
}).createMachine({
  id: "door",
  context: { knocks: 0 },
  initial: "closed",
  states: {
    closed: {
      on: { open: { guard: "hasKey", target: "open" }, knock: { target: "heard", actions: "count" } },
    },
    heard: { always: [{ guard: "isLoud", target: "open" }, { target: "closed" }] },
    open: {
      invoke: { id: "fetch", src: "fetch", onDone: { actions: "call" }, onError: "closed" },
      on: { knock: "closed" },
    },
  },
})
const doorWalk: Walk = {
  events: [{ type: "knock" }, { type: "open", key: true }, { type: "open", key: false }],
  outcomes: { fetch: [{ output: 1 }, { error: "gone" }] },
  key: ({ context }) => Math.min(context.knocks, 2),
}

describe("a walk", () => {
  it("takes branches, both answers of guards, raised events and what children come to", () => {
    expect(pathsOf(door, doorWalk).untaken).toEqual([])
  })

  it("names a guard that no one saw refuse, and a transition that no one can take", () => {
    const kind = { ...doorWalk, events: doorWalk.events?.slice(0, 2) ?? [] }
    expect(pathsOf(door, kind).untaken).toEqual(["door.closed open #0 [hasKey] refused"])
    const walled = door.provide({ guards: { isLoud: () => false } })
    expect(pathsOf(walled, doorWalk).untaken).toEqual(["door.heard always #0 [isLoud]"])
    expect(pathsOf(door, { ...doorWalk, outcomes: {} }).untaken).toEqual([
      "door.open xstate.done.actor.fetch #0",
      "door.open xstate.error.actor.fetch #0",
    ])
  })

  it("lets a child come to something once each time it is started, and report of itself while it lives", () => {
    const machine = setup({
      types: { context: {} as { readonly answers: number } },
      actors: { ask: silent },
      actions: { count: assign({ answers: ({ context }) => context.answers + 1 }) },
    }).createMachine({
      id: "child",
      context: { answers: 0 },
      initial: "asking",
      states: {
        asking: {
          invoke: { id: "ask", src: "ask", onDone: { actions: "count" }, onSnapshot: { target: "answered" } },
          on: { again: { target: "asking", reenter: true } },
        },
        answered: { on: { "xstate.snapshot.ask": "asking" } },
      },
    })
    const events = [{ type: "xstate.snapshot.ask", snapshot: {} }]
    const { states, untaken } = pathsOf(machine, { events, outcomes: { ask: [{ output: 1 }] } })
    expect(Math.max(...states.map(({ context }) => context.answers))).toBe(1)
    expect(untaken).toEqual(["child.asking again #0", "child.answered xstate.snapshot.ask #0"])
  })

  it("covers all with few paths, each of which a running chart follows, and finds the same twice", () => {
    const { paths, moves } = pathsOf(door, doorWalk)
    expect(moves).toBeGreaterThan(15)
    expect(paths.length).toBeLessThanOrEqual(5)
    for (const path of paths) expect(runPath(door, path).actor.getSnapshot().value).toEqual(path.snapshot.value)
    expect(pathsOf(door, doorWalk).paths.map(titleOf)).toEqual(paths.map(titleOf))
  })

  it("catches a running chart that goes elsewhere", () => {
    const [path] = pathsOf(door, doorWalk).places.filter(({ snapshot }) => snapshot.matches("open"))
    const broken = door.provide({ guards: { hasKey: () => false, isLoud: () => false } })
    if (path === undefined) throw new Error("No path leads through the door.")
    expect(() => runPath(broken, path)).toThrow(
      '"door" is in ["active","closed"], not in ["active","open"], after 0 ms',
    )
  })
})

describe("a walk that would not end", () => {
  it("says which part of the key varies most", () => {
    const counter = setup({
      types: { context: {} as { readonly count: number; readonly name: string } },
      actions: { count: assign({ count: ({ context }) => context.count + 1 }) },
    }).createMachine({ id: "counter", context: { count: 0, name: "" }, on: { up: { actions: "count" } } })
    expect(() => pathsOf(counter, {})).toThrow(
      /"counter" would not end: more than 4000 states.*by count \(\d+ values\)/,
    )
    expect(pathsOf(counter, { key: () => null }).states).toHaveLength(1)
  })

  it("says which timers pile up", () => {
    const toasts = setup({
      delays: { life: 3_000 },
      actions: { arm: raise({ type: "expired" }, { delay: "life" }) },
    }).createMachine({ id: "toasts", on: { shown: { actions: "arm" }, expired: {} } })
    const events = [{ type: "shown" }]
    expect(() => pathsOf(toasts, { events })).toThrow(/more than 8 timers at once.*\(expired\)/)
    expect(pathsOf(toasts, { events, maxTimers: 2 }).untaken).toEqual([])
  })

  it("refuses a key that merges what a guard distinguishes", () => {
    expect(() => pathsOf(door, { ...doorWalk, key: () => null })).toThrow(
      /merges two snapshots in "closed" that answer knock 0 differently .*They differ in knocks/,
    )
  })
})

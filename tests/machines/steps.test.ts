import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { assign, setup } from "xstate"
import { type GuardAnswer, stepsReader } from "#machines/steps.ts"
import type { ChartJournal, JournaledEvent } from "#schemas/session/journal.ts"
import { replay } from "#tests/paths/replay.ts"
import { choices, walksByTitle, wayOf } from "#tests/support/randomWays.ts"
import { makeRecorder } from "../../src/wiring/journal.ts"

const door = setup({
  types: { context: {} as { readonly coins: number } },
  guards: {
    isPaid: ({ context }) => context.coins >= 2,
    isFree: ({ context }) => context.coins < 0,
  },
  actions: { count: assign({ coins: ({ context }) => context.coins + 1 }) },
}).createMachine({
  id: "door",
  context: { coins: 0 },
  initial: "shut",
  states: {
    shut: {
      on: {
        "coin.inserted": { actions: "count" },
        "handle.pressed": [
          { guard: "isFree", target: "open" },
          { guard: "isPaid", target: "open" },
        ],
      },
    },
    open: {
      initial: "wide",
      states: { wide: { on: { leaned: "ajar" } }, ajar: { always: { guard: "isPaid", target: "#door.shut" } } },
    },
  },
})

const journalOf = (events: ReadonlyArray<string | JournaledEvent>): ChartJournal => ({
  chart: "door",
  actor: "door@1",
  parent: null,
  input: undefined,
  startedAt: 0,
  base: null,
  entries: events.map((event, at) => ({ at, event: typeof event === "string" ? { type: event } : event })),
})
const longer = (journal: ChartJournal, type: string): ChartJournal => ({
  ...journal,
  entries: [...journal.entries, { at: journal.entries.length, event: { type } }],
})

describe("the steps of a run", () => {
  it("say what was left and entered, and what each guard that was asked said, in order", () => {
    const read = stepsReader(door, 20)
    const steps = read(
      journalOf(["handle.pressed", "coin.inserted", "coin.inserted", "handle.pressed", "coin.inserted"]),
    )
    const no = (guard: string) => ({ guard, answer: false })
    const yes = (guard: string) => ({ guard, answer: true })
    expect(steps).toEqual([
      { at: 0, event: "handle.pressed", left: [], entered: [], guards: [no("isFree"), no("isPaid")], taken: false },
      { at: 1, event: "coin.inserted", left: [], entered: [], guards: [], taken: true },
      { at: 2, event: "coin.inserted", left: [], entered: [], guards: [], taken: true },
      {
        at: 3,
        event: "handle.pressed",
        left: ["shut"],
        entered: ["open.wide"],
        guards: [no("isFree"), yes("isPaid")],
        taken: true,
      },
      { at: 4, event: "coin.inserted", left: [], entered: [], guards: [], taken: false },
    ])
  })

  it("hold what is decided at once after an event as well", () => {
    const read = stepsReader(door, 20)
    const steps = read(journalOf(["coin.inserted", "coin.inserted", "handle.pressed", "leaned"]))
    expect(steps.at(-1)).toMatchObject({
      left: ["open.wide"],
      entered: ["shut"],
      guards: [{ guard: "isPaid", answer: true }],
    })
  })

  it("ask what stands side by side in the order it was entered, not in the order it is written", () => {
    const house = setup({ guards: { isLate: () => false, isEmpty: () => false } }).createMachine({
      id: "house",
      type: "parallel",
      on: { "bell.rung": {} },
      states: {
        hall: {
          initial: "dark",
          states: {
            dark: { on: { "hall.pressed": "lit" }, always: { guard: "isLate", target: "lit" } },
            lit: { always: { guard: "isLate", target: "dark" } },
          },
        },
        yard: { initial: "dark", states: { dark: { always: { guard: "isEmpty", target: "lit" } }, lit: {} } },
      },
    })
    const steps = stepsReader(house, 20)({ ...journalOf(["bell.rung", "hall.pressed", "bell.rung"]), chart: "house" })
    expect(steps.map(({ guards }) => guards.map(({ guard }) => guard))).toEqual([
      ["isLate", "isEmpty"],
      ["isEmpty", "isLate"],
      ["isEmpty", "isLate"],
    ])
  })

  it("go on where they ended, walk nothing twice, and are the newest", () => {
    let asked = 0
    const counted = door.provide({ guards: { isFree: () => ++asked < 0 } })
    const read = stepsReader(counted, 2)
    let journal = journalOf(["handle.pressed", "coin.inserted", "coin.inserted"])
    expect(read(journal).map(({ at }) => at)).toEqual([1, 2])
    const before = asked
    expect(read(journal)).toBe(read(journal))
    journal = longer(journal, "handle.pressed")
    expect(read(journal).map(({ at, taken }) => [at, taken])).toEqual([
      [2, true],
      [3, true],
    ])
    // Once to see which arrow is taken, once to take it.
    expect(asked - before).toBe(2)
  })

  it("take what a guard was answered from outside as it was noted", () => {
    const later = door.provide({ guards: { isPaid: () => true } })
    const journal: ChartJournal = {
      ...journalOf([]),
      entries: [{ at: 0, event: { type: "handle.pressed" }, noted: { isPaid: [false] } }],
    }
    expect(stepsReader(later, 20)(journal)[0]).toMatchObject({ taken: false, guards: [{}, { answer: false }] })
  })

  it.each(walksByTitle)("say of each event what the guards answered when it happened, and no more: %s", (_, walk) => {
    fc.assert(
      fc.property(choices, (chosen) => {
        const { inspectWith, journals } = makeRecorder({ entries: 200, millis: 1e9, ended: 1, unrecorded: [] })
        const record = inspectWith("it")
        const given = new Map<number, Array<GuardAnswer>>()
        const latest = () => journals.read()[0]?.entries.at(-1)?.at ?? 0
        const guards = Object.entries(walk.machine.implementations.guards).map(([guard, ask]) => [
          guard,
          (...args: ReadonlyArray<unknown>): boolean => {
            const answer = (ask as (...asked: ReadonlyArray<unknown>) => boolean)(...args)
            given.get(latest())?.push({ guard, answer })
            return answer
          },
        ])
        const machine = walk.machine.provide({ guards: Object.fromEntries(guards) as never })
        replay(machine, wayOf(walk, chosen), walk.input, (event) => {
          record(event)
          if (event.type === "@xstate.event" && !given.has(latest())) given.set(latest(), [])
        })
        const [journal] = journals.read()
        if (journal === undefined) throw new Error("Nothing was heard.")
        for (const { at, guards: said } of stepsReader(walk.machine, 200)(journal)) expect(said).toEqual(given.get(at))
      }),
      { numRuns: 10 },
    )
  })

  it("hold names alone: nothing that an event carried", () => {
    const read = stepsReader(door, 20)
    const steps = read(journalOf([{ type: "coin.inserted", name: "Maria Lopez" }]))
    expect(JSON.stringify(steps)).not.toContain("Maria")
  })
})

import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { createActor, createMachine, type AnyMachineSnapshot, type AnyStateMachine, type InspectionEvent } from "xstate"
import { foldOf, persistedOf, recorded, resumeOf } from "#machines/journal.ts"
import { toastsMachine } from "#machines/session/toasts.machine.ts"
import type { ChartJournal } from "#schemas/session/journal.ts"
import { plainOf } from "#schemas/session/journalFile.ts"
import { replay } from "#tests/paths/replay.ts"
import { choices, walksByTitle, wayOf } from "#tests/support/randomWays.ts"
import { familyOf, hasChildren, sendAtRandom, withLivingChildren, type Family } from "#tests/support/livingCharts.ts"
import { makeRecorder } from "../../src/wiring/journal.ts"

const seenOf = ({ status, value, context }: AnyMachineSnapshot): unknown => plainOf({ status, value, context })
const beginning = (machine: AnyStateMachine, input: unknown): ChartJournal => ({
  chart: machine.id,
  actor: "it",
  parent: null,
  input,
  startedAt: 0,
  base: null,
  entries: [],
})

const restored = (machine: AnyStateMachine, journals: ReadonlyArray<ChartJournal>, at: number): Family => {
  const plain = plainOf(journals) as ReadonlyArray<ChartJournal>
  const root = plain.find(({ parent }) => parent === null)?.actor ?? ""
  const persisted = persistedOf((chart) => (chart === machine.id ? machine : undefined), plain, root, at)
  return familyOf(createActor(machine, { snapshot: plainOf(persisted) as never }).getSnapshot() as AnyMachineSnapshot)
}

describe("a journal", () => {
  it.each(walksByTitle)("folds to what a running chart is, after every event: %s", (_, walk) => {
    let folded = 0
    fc.assert(
      fc.property(choices, fc.integer({ min: 0, max: 12 }), (chosen, entries) => {
        const { inspectWith, journals } = makeRecorder({ entries, millis: 1e9, ended: 1, unrecorded: [] })
        const record = inspectWith("it")
        const live: Array<unknown> = []
        const foldedNow = (upTo?: number): unknown => {
          const journal = plainOf(journals.read()[0]) as ChartJournal
          expect(journal.entries.length).toBeLessThanOrEqual(entries)
          if (journal.base !== null) folded += 1
          return seenOf(foldOf(walk.machine, journal, upTo))
        }
        const inspect = (event: InspectionEvent): void => {
          record(event)
          if (event.type !== "@xstate.snapshot" || !("machine" in event.snapshot)) return
          const seen = seenOf(event.snapshot as AnyMachineSnapshot)
          expect(foldedNow()).toEqual(seen)
          live.push(seen)
        }
        replay(walk.machine, wayOf(walk, chosen), walk.input, inspect)
        const kept = journals.read()[0]?.entries.length ?? 0
        const prefixes = Array.from({ length: kept + 1 }, (__, upTo) => foldedNow(upTo))
        for (const prefix of prefixes) expect(live).toContainEqual(prefix)
        expect(prefixes.at(-1)).toEqual(live.at(-1))
      }),
      // Chance alone may never choose a journal so short that something falls out of it.
      { numRuns: 15, examples: [[[0, 1, 2], 0]] },
    )
    expect(folded).toBeGreaterThan(0)
  })

  it.each(walksByTitle)("knows which timers run and what each has left: %s", (_, walk) => {
    fc.assert(
      fc.property(choices, fc.integer({ min: 0, max: 12 }), (chosen, entries) => {
        let journal = beginning(walk.machine, walk.input)
        for (const { event, isTimer, at } of wayOf(walk, chosen).steps) {
          const { timers } = resumeOf(walk.machine, plainOf(journal) as ChartJournal, at)
          const due = timers.filter(({ left }) => left === 0).map((timer) => timer.event)
          if (isTimer) expect(due).toContainEqual(plainOf(event))
          else expect(due).toEqual([])
          journal = recorded(journal, { at, event }, { entries, millis: 1e9 }, walk.machine)
        }
      }),
      { numRuns: 15 },
    )
  })

  it.each(walksByTitle.filter(([, { machine }]) => hasChildren(machine)))(
    "brings back a chart with its children as they were at any moment: %s",
    (_, walk) => {
      fc.assert(
        fc.property(choices, fc.integer({ min: 0, max: 12 }), (chosen, entries) => {
          const { inspectWith, journals } = makeRecorder({ entries: 200, millis: 1e9, ended: 100, unrecorded: [] })
          const short = makeRecorder({ entries, millis: 1e9, ended: 100, unrecorded: [] })
          const machine = withLivingChildren(walk.machine)
          const inspect = [inspectWith("it"), short.inspectWith("it")]
          const moments: Array<readonly [at: number, family: Family]> = []
          const latest = (): number =>
            Math.max(0, ...journals.read().flatMap((one) => [one.startedAt, ...one.entries.map(({ at }) => at)]))
          sendAtRandom(
            machine,
            walk,
            chosen,
            (event) => inspect.forEach((hear) => hear(event)),
            (family) => {
              moments.push([latest(), family])
              expect(restored(machine, short.journals.read(), Infinity)).toEqual(family)
            },
          )
          for (const [at, family] of moments) expect(restored(machine, journals.read(), at)).toEqual(family)
        }),
        // A template editor that is left while its lists are being read: the chart ends before its children do.
        { numRuns: 6, examples: [[[754, 3], 0]] },
      )
    },
  )

  it("says when a run ended: stopped from outside then, and by itself with its last event", () => {
    const { inspectWith, journals } = makeRecorder({ entries: 200, millis: 1e9, ended: 100, unrecorded: [] })
    const stopped = createActor(toastsMachine, { inspect: inspectWith("it") }).start()
    const door = createMachine({
      id: "door",
      initial: "open",
      states: { open: { on: { shut: "over" } }, over: { type: "final" } },
    })
    const done = createActor(door, { inspect: inspectWith("it") }).start()
    const ends = () => journals.runs().map(({ endedAt }) => endedAt)
    expect(ends()).toEqual([null, null])
    done.send({ type: "shut" })
    const shutAt = journals.read()[1]?.entries.at(-1)?.at
    stopped.stop()
    expect(ends()).toEqual([expect.any(Number), shutAt])
    expect(ends()[0]).toBeGreaterThan(shutAt!)
  })

  it("of the page before is read only when someone asks: a page that starts does not pay for it", () => {
    const { adopt, inspectWith, journals } = makeRecorder({ entries: 200, millis: 1e9, ended: 100, unrecorded: [] })
    let reads = 0
    adopt(() => {
      reads += 1
      return [beginning(toastsMachine, null)]
    })
    createActor(toastsMachine, { inspect: inspectWith("it") })
      .start()
      .send({ type: "list.opened" })
    expect([journals.runs().length, reads]).toEqual([1, 0])
    expect([journals.read().length, journals.earlier().length, reads]).toEqual([2, 1, 2])
  })
})

import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { AnyMachineSnapshot, InspectionEvent } from "xstate"
import { foldOf } from "#machines/journal.ts"
import type { ChartJournal } from "#schemas/session/journal.ts"
import { plainOf } from "#schemas/session/journalFile.ts"
import type { Edge } from "#tests/paths/explore.ts"
import { replay } from "#tests/paths/replay.ts"
import { pathTo } from "#tests/paths/schedule.ts"
import { movesIn, timed } from "#tests/paths/timed.ts"
import type { ChartWalk, Path } from "#tests/paths/walk.ts"
import { makeRecorder } from "../../src/wiring/journal.ts"

const walks = Object.entries(import.meta.glob<object>("./**/*.walk.ts", { eager: true })).flatMap(([file, module]) =>
  Object.entries(module)
    .filter((one): one is [string, ChartWalk] => typeof one[1] === "object" && "machine" in one[1])
    .map(([name, walk]) => [`${name} of ${file}`, walk] as const),
)

/** A way that chance chose among all that can happen. */
const wayOf = ({ machine, ...walk }: ChartWalk, choices: ReadonlyArray<number>): Path => {
  const { start, step } = timed(machine, walk.input)
  const first = start()
  const events = walk.events ?? machine.events.filter((type) => !type.startsWith("xstate.")).map((type) => ({ type }))
  let edge: Edge | null = null
  for (const choice of choices) {
    const from: Edge | null = edge
    const state = from?.state ?? first
    const moves = movesIn({ ...walk, events }, state)
    const tried = [...moves.slice(choice % moves.length || 0), ...moves]
    edge = null
    for (const move of tried) {
      const after = step(state, move)
      if (after !== undefined) edge = { from, move, state: after, isFirst: true, to: "" } as Edge
      if (edge !== null) break
    }
    if (edge === null) return pathTo(first, from)
  }
  return pathTo(first, edge)
}

const choices = fc.array(fc.nat(1_000), { maxLength: 25 })
const seenOf = ({ status, value, context }: AnyMachineSnapshot): unknown => plainOf({ status, value, context })

describe("a journal", () => {
  it.each(walks)("folds to what a running chart is, after every event: %s", (_, walk) => {
    let folded = 0
    fc.assert(
      fc.property(choices, fc.integer({ min: 0, max: 12 }), (chosen, entries) => {
        const { inspectWith, journals } = makeRecorder({ entries, millis: 1e9, ended: 1, unheard: [] })
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
          live.push(seenOf(event.snapshot as AnyMachineSnapshot))
          expect(foldedNow()).toEqual(live.at(-1))
        }
        replay(walk.machine, wayOf(walk, chosen), walk.input, inspect)
        const kept = journals.read()[0]?.entries.length ?? 0
        const prefixes = Array.from({ length: kept + 1 }, (__, upTo) => foldedNow(upTo))
        expect(prefixes).toEqual(live.slice(-kept - 1))
      }),
      { numRuns: 25 },
    )
    expect(folded).toBeGreaterThan(0)
  })
})

import fc from "fast-check"
import type { Edge } from "#tests/paths/explore.ts"
import { pathTo } from "#tests/paths/schedule.ts"
import { movesIn, timed } from "#tests/paths/timed.ts"
import type { ChartWalk, Path } from "#tests/paths/walk.ts"

/** Every walk of every chart, with a title for its test. */
export const walksByTitle = Object.entries(
  import.meta.glob<object>("/tests/machines/**/*.walk.ts", { eager: true }),
).flatMap(([file, module]) =>
  Object.entries(module)
    .filter((one): one is [string, ChartWalk] => typeof one[1] === "object" && "machine" in one[1])
    .map(([name, walk]) => [`${name} of ${file}`, walk] as const),
)

/** What chance chooses on a way, step by step. */
export const choices = fc.array(fc.nat(1_000), { maxLength: 25 })

/** A way that chance chose among all that can happen, timers and answers included. */
export const wayOf = ({ machine, ...walk }: ChartWalk, chosen: ReadonlyArray<number>): Path => {
  const { start, step } = timed(machine, walk.input)
  const first = start()
  const events = walk.events ?? machine.events.filter((type) => !type.startsWith("xstate.")).map((type) => ({ type }))
  let edge: Edge | null = null
  for (const choice of chosen) {
    const from: Edge | null = edge
    const state = from?.state ?? first
    const moves = movesIn({ ...walk, events }, state)
    edge = null
    for (const move of [...moves.slice(choice % moves.length || 0), ...moves]) {
      const after = step(state, move)
      if (after !== undefined) edge = { from, move, state: after, isFirst: true, to: "" } as Edge
      if (edge !== null) break
    }
    if (edge === null) return pathTo(first, from)
  }
  return pathTo(first, edge)
}

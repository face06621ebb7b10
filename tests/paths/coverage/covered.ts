import type { Exploration } from "../explore.ts"
import type { Path } from "../walk.ts"

/** What was seen of a chart: states in force, transitions taken, guards that refused, and which transition followed on which. */
export type Covered = {
  readonly states: ReadonlySet<string>
  readonly taken: ReadonlySet<string>
  readonly refused: ReadonlySet<string>
  readonly pairs: ReadonlySet<string>
}

/** Of nothing. */
export const nothingCovered: Covered = { states: new Set(), taken: new Set(), refused: new Set(), pairs: new Set() }

/** The states that transitions left, or stayed in: one that an always-branch leaves at once is in no snapshot. */
export const sourcesOf = (taken: Iterable<string>): ReadonlyArray<string> =>
  [...taken].map((name) => name.slice(0, name.indexOf(" ")))

const pairOf = (before: string, after: string): string => `${before} → ${after}`

/** Each with the next, in one step; and all of the step before with the first. */
const pairsOf = (before: ReadonlyArray<string>, now: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...now.slice(1).map((name, index) => pairOf(now[index] ?? "", name)),
  ...before.flatMap((one) => now.map((name) => pairOf(one, name))),
]

/** What some paths see. */
export const coveredBy = (paths: ReadonlyArray<Path>): Covered => {
  const moments = paths.flatMap(({ start, steps }) => [start, ...steps])
  const pairs = paths.flatMap(({ start, steps }) => {
    let last = start.taken
    return [
      ...pairsOf([], start.taken),
      ...steps.flatMap(({ taken }) => {
        const found = pairsOf(last, taken)
        if (taken.length > 0) last = taken
        return found
      }),
    ]
  })
  const all = new Set(moments.flatMap(({ taken }) => taken))
  const inForce = moments.flatMap(({ snapshot }) => snapshot._nodes.map(({ id }) => id))
  return {
    states: new Set([...inForce, ...sourcesOf(all)]),
    taken: all,
    refused: new Set(moments.flatMap(({ refused }) => refused)),
    pairs: new Set(pairs),
  }
}

/** Every pair of transitions of which one can follow on the other: what leads into each state with what leads out of it. */
export const possiblePairs = ({ start, edges, nameOf }: Exploration): ReadonlySet<string> => {
  const nameAt = (edge: Exploration["edges"][number] | null): string => nameOf(edge?.state ?? start)
  /** By state: the steps of which one was the last that took anything before. */
  const lastInto = new Map<string, Map<string, ReadonlyArray<string>>>()
  const add = (name: string, steps: Iterable<ReadonlyArray<string>>): boolean => {
    const known = lastInto.get(name) ?? new Map<string, ReadonlyArray<string>>()
    lastInto.set(name, known)
    const before = known.size
    for (const step of steps) known.set(step.join("\n"), step)
    return known.size > before
  }
  add(nameOf(start), [start.taken])
  for (let isNew = true; isNew;) {
    isNew = false
    for (const edge of edges) {
      const { taken } = edge.state
      const steps = taken.length > 0 ? [taken] : (lastInto.get(nameAt(edge.from))?.values() ?? [])
      isNew = add(nameAt(edge), [...steps]) || isNew
    }
  }
  const pairs = edges.flatMap(({ from, state: { taken } }) =>
    taken.length === 0 ? [] : [...(lastInto.get(nameAt(from))?.values() ?? [])].flatMap((last) => pairsOf(last, taken)),
  )
  return new Set([...pairsOf([], start.taken), ...pairs])
}

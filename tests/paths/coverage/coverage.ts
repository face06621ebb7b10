import type { AnyStateMachine, AnyStateNode } from "xstate"
import type { WalkedChart } from "../charts.ts"
import { coverOf } from "../cover.ts"
import { explore } from "../explore.ts"
import { declaredTransitions } from "../instrument.ts"
import { replay } from "../replay.ts"
import { pathTo } from "../schedule.ts"
import type { Path } from "../walk.ts"
import { nothingCovered, possiblePairs, coveredBy, type Covered } from "./covered.ts"

/** Who may take a transition: paths of the tests on a running chart, the running program, people whose sessions were recorded. */
export const sources = ["unit", "program", "sessions"] as const
export type Source = (typeof sources)[number]

/** A chart, all of it, and what each source saw of it. */
export type Coverage = {
  readonly chart: string
  readonly area: string
  readonly machine: AnyStateMachine
  /** Whether it runs on the server, as the law of a stored thing, and in no page. */
  readonly isLifecycle: boolean
  readonly paths: number
  readonly states: ReadonlyArray<string>
  readonly transitions: ReadonlyArray<string>
  readonly refusals: ReadonlyArray<string>
  readonly pairs: ReadonlyArray<string>
  readonly covered: Readonly<Record<Source, Covered>>
}

const nodesUnder = (node: AnyStateNode): ReadonlyArray<AnyStateNode> =>
  Object.values(node.states).flatMap((child) => [child, ...nodesUnder(child)])

const statesOf = ({ root }: AnyStateMachine): ReadonlyArray<string> => {
  const nodes = nodesUnder(root)
  return (nodes.length === 0 ? [root] : nodes).map(({ id }) => id)
}

/**
 * What paths of the tests, the running program and recorded sessions take of a
 * chart. Every path is followed by a running chart with a stopped clock.
 * @param journaled the paths of the chart's runs in recorded sessions.
 * @throws with a sentence where a running chart goes elsewhere, or a walk would not end.
 */
export const coverageOf = (
  { machine, area, file, walks }: WalkedChart,
  program: Covered | null,
  journaled: ReadonlyArray<Path>,
): Coverage => {
  const found = walks.map(({ walk }) => ({ walk, exploration: explore(walk.machine, walk) }))
  const paths = found.flatMap(({ walk, exploration }) => {
    const some = coverOf(exploration).map((edge) => pathTo(exploration.start, edge))
    for (const path of some) replay(walk.machine, path, walk.input)
    return some
  })
  const declared = declaredTransitions(machine)
  return {
    chart: machine.id,
    area,
    machine,
    isLifecycle: file.endsWith(".lifecycle.ts"),
    paths: paths.length,
    states: statesOf(machine),
    transitions: declared.filter((name) => !name.endsWith(" refused")),
    refusals: declared.filter((name) => name.endsWith(" refused")),
    pairs: [...new Set(found.flatMap(({ exploration }) => [...possiblePairs(exploration)]))],
    covered: { unit: coveredBy(paths), program: program ?? nothingCovered, sessions: coveredBy(journaled) },
  }
}

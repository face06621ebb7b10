import type { AnyStateMachine, AnyStateNode } from "xstate"
import { coverOf } from "./cover.ts"
import { explore, type Edge, type Exploration } from "./explore.ts"
import { pathTo } from "./schedule.ts"
import type { ChartWalk, Path } from "./walk.ts"

export const strategies = ["edge", "shortest", "simple"] as const
export type Strategy = (typeof strategies)[number]

/** How many paths of the strategy "simple" are found where no one said how many. */
const maxSimplePaths = 1_000
const maxSimpleMoves = 5_000

/** Random numbers from 0 to 1 that a seed repeats (Mulberry32). */
const randomFrom = (seed: number) => (): number => {
  seed = (seed + 0x6d2b79f5) | 0
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
}
const shuffled = <A>(all: ReadonlyArray<A>, random: () => number): ReadonlyArray<A> =>
  all
    .map((one) => [random(), one] as const)
    .toSorted(([left], [right]) => left - right)
    .map(([, one]) => one)

/** The same walk with its events and answers in another order, so that another of equal paths is met first. */
export const seeded = (walk: ChartWalk, seed: number): ChartWalk => {
  if (seed === 0) return walk
  const random = randomFrom(seed)
  const events =
    walk.events ?? walk.machine.events.filter((type) => !type.startsWith("xstate.")).map((type) => ({ type }))
  const outcomes = Object.entries(walk.outcomes ?? {}).map(([id, some]) => [id, shuffled(some, random)] as const)
  return { ...walk, events: shuffled(events, random), outcomes: Object.fromEntries(outcomes) }
}

const nodesUnder = (node: AnyStateNode): ReadonlyArray<AnyStateNode> =>
  Object.values(node.states).flatMap((child) => [child, ...nodesUnder(child)])

/**
 * The state a person names: by its whole path (`person.signedIn`, the chart's id
 * before it or not) or by a name that only one state has.
 * @throws with a sentence that lists the chart's states.
 */
export const stateNamed = (machine: AnyStateMachine, name: string): AnyStateNode => {
  const nodes = nodesUnder(machine.root)
  const exact = nodes.find(({ path }) => [path.join("."), [machine.id, ...path].join(".")].includes(name))
  const [only, ...others] = exact === undefined ? nodes.filter(({ key }) => key === name) : [exact]
  if (only !== undefined && others.length === 0) return only
  const why = only === undefined ? "has no state" : "has several states"
  const all = nodes.map(({ path }) => path.join("."))
  throw new Error(
    `The chart "${machine.id}" ${why} named "${name}". Its states: ${all.join(", ") || "none but itself"}.`,
  )
}

const stateOf = ({ state: { inner } }: Pick<Edge, "state">): string => `${inner.status} ${JSON.stringify(inner.value)}`
const firstOfEach = <A>(all: ReadonlyArray<A>, nameOf: (one: A) => string): ReadonlyArray<A> => {
  const seen = new Set<string>()
  return all.filter((one) => !seen.has(nameOf(one)) && seen.add(nameOf(one)))
}

/** Every way through the chart that is in no state twice, up to so many; the last edge of each. */
const simpleEdges = (
  machine: AnyStateMachine,
  found: Exploration,
  isGoal: ((edge: Edge) => boolean) | null,
  most: number | null,
) => {
  const ends: Array<Edge> = []
  let moves = 0
  const bound = most ?? maxSimplePaths
  const refuse = (what: string): Error =>
    new Error(
      `The chart "${machine.id}" has more than ${what}. Give --max to have the first ones, --to to end in one state, or take --strategy edge.`,
    )
  const isEnough = (): boolean => most !== null && ends.length >= bound
  const follow = (from: Edge | null, seen: ReadonlySet<string>): void => {
    if (from !== null && isGoal?.(from) === true) {
      ends.push(from)
      if (most === null && ends.length > bound) throw refuse(`${bound} simple paths`)
      return
    }
    let goesOn = false
    for (const [move, state] of found.nextOf(from?.state ?? found.start).values()) {
      if (isEnough()) return
      moves += 1
      if (moves > maxSimpleMoves) throw refuse(`${maxSimpleMoves} moves on its simple paths`)
      const name = found.nameOf(state)
      if (seen.has(name)) continue
      goesOn = true
      follow({ from, move, state, isFirst: false }, new Set([...seen, name]))
    }
    if (goesOn || isGoal !== null || from === null) return
    ends.push(from)
    if (most === null && ends.length > bound) throw refuse(`${bound} simple paths`)
  }
  follow(null, new Set([found.nameOf(found.start)]))
  return ends
}

/** Which paths a person wants. */
export type Wanted = {
  readonly strategy: Strategy
  readonly to: string | null
  readonly max: number | null
  readonly seed: number
}

/**
 * Paths of one walk by a strategy. Edge: few paths that together take every
 * transition and hear every guard say no; with a goal, one for each way into it.
 * Shortest: one to each state; with a goal, one. Simple: all that are in no state
 * twice; with a goal, until they reach it.
 * @throws with a sentence where there is no end of them, or no such state.
 */
export const pathsBy = (walk: ChartWalk, { strategy, to, max, seed }: Wanted): ReadonlyArray<Path> => {
  const { machine } = walk
  const goal = to === null ? null : stateNamed(machine, to)
  const found = explore(machine, seeded(walk, seed))
  const isIn = ({ inner }: Edge["state"]): boolean => goal !== null && inner._nodes.some(({ id }) => id === goal.id)
  const isGoal = ({ state }: Edge): boolean => isIn(state)
  const ended = (edge: Edge | null): Path => pathTo(found.start, edge)
  if (goal !== null && strategy !== "simple" && isIn(found.start)) return [ended(null)]
  if (strategy === "simple") return simpleEdges(machine, found, goal === null ? null : isGoal, max).map(ended)
  if (strategy === "shortest") {
    const firsts = firstOfEach(found.edges, stateOf)
    return goal === null
      ? [ended(null), ...firsts.filter((edge) => stateOf(edge) !== stateOf({ state: found.start })).map(ended)]
      : found.edges.filter(isGoal).slice(0, 1).map(ended)
  }
  if (goal === null) return coverOf(found).map(ended)
  const entering = found.edges.filter((edge) => isGoal(edge) && !isIn((edge.from?.state ?? found.start) as never))
  return firstOfEach(entering, ({ state }) => state.taken.join()).map(ended)
}

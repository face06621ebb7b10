import type { AnyStateMachine } from "xstate"
import { getAdjacencyMap } from "xstate/graph"
import { asLogic, movesIn, sentBy, timed, type Move, type Timed } from "./timed.ts"
import type { Walk } from "./walk.ts"
import { isWithin } from "./zone.ts"

/** More than these, and a walk is given up with a sentence that says what to leave out. */
const maxStates = 4_000
const maxEdges = 60_000
const maxTimersAtOnce = 8

/** One move from one state to another; `from` is the edge that led there first, null at the start. */
export type Edge = { readonly from: Edge | null; readonly move: Move; readonly state: Timed; readonly isFirst: boolean }

/** All that can happen to a chart: each state once, and each move from it. */
export type Exploration = {
  readonly start: Timed
  readonly edges: ReadonlyArray<Edge>
  /** The events and answers of the walk that do nothing in any state, by name and place in its list. */
  readonly unrecorded: ReadonlyArray<string>
  /** A name that states share which differ in nothing that matters. */
  readonly nameOf: (state: Timed) => string
  /** The moves that do something in a state or are refused by a guard, and where they lead. */
  readonly nextOf: (state: Timed) => ReadonlyMap<string, readonly [Move, Timed]>
}

const plain = (value: unknown): string => JSON.stringify(value) ?? "undefined"

/** What varies most among the states seen, so that a person knows what to leave out of the key. */
const culprits = (keys: ReadonlyArray<unknown>): string => {
  const seen = new Map<string, Set<string>>()
  for (const key of keys) {
    for (const [name, value] of Object.entries(Object(key) as object)) {
      seen.set(name, (seen.get(name) ?? new Set()).add(plain(value)))
    }
  }
  return [...seen]
    .toSorted(([, left], [, right]) => right.size - left.size)
    .slice(0, 3)
    .map(([name, values]) => `${name} (${values.size} values)`)
    .join(", ")
}

const walked = new WeakMap<AnyStateMachine, WeakMap<Walk, Exploration>>()

/**
 * Walks a chart breadth first: every reachable state, in every order of events,
 * answers and timers that can happen, and in no other. What was walked is kept.
 * @throws with a sentence when the walk would not end, or when the walk's key
 *   merges two snapshots that answer an event differently.
 */
export const explore = (machine: AnyStateMachine, walk: Walk): Exploration => {
  const walks = walked.get(machine) ?? new WeakMap<Walk, Exploration>()
  walked.set(machine, walks)
  const found = walks.get(walk) ?? explored(machine, walk)
  walks.set(walk, found)
  return found
}

const explored = (machine: AnyStateMachine, walk: Walk): Exploration => {
  const { start, step } = timed(machine, walk.input)
  const keyOf = ({ inner }: Timed): unknown => (walk.key === undefined ? inner.context : walk.key(inner))
  const events = walk.events ?? machine.events.filter((type) => !type.startsWith("xstate.")).map((type) => ({ type }))

  const next = new Map<Timed, ReadonlyMap<string, readonly [Move, Timed]>>()
  let edges = 0
  const nextOf = (state: Timed): ReadonlyMap<string, readonly [Move, Timed]> => {
    const known = next.get(state)
    if (known !== undefined) return known
    const possible = movesIn({ ...walk, events }, state).flatMap((move) => {
      const after = step(state, move)
      const isRecorded =
        after !== undefined &&
        !after.taken.some((name) => walk.without?.has(name)) &&
        (move.timer !== null || after.taken.length > 0 || after.refused.some((name) => !name.includes(" always #")))
      return isRecorded ? [[move.type, [move, after]] as const] : []
    })
    const found = new Map(possible)
    next.set(state, found)
    return found
  }

  const places = new Map<string, Array<{ readonly state: Timed; readonly key: string }>>()
  const named = new Map<Timed, string>()
  let distinct = 0
  const tooMany = (what: string): Error => {
    const states = [...places.values()].flat().map(({ state }) => state)
    const most = Math.max(...states.map(({ timers }) => timers.length))
    const kinds = new Set(states.flatMap(({ timers }) => timers.map(({ event }) => event.type)))
    return new Error(
      `The walk of "${machine.id}" would not end: more than ${what}. Its key distinguishes states by ` +
        `${culprits(states.map(keyOf)) || "nothing"}; up to ${most} timers run at once (${[...kinds].join(", ") || "none"}). ` +
        "Leave out of `key` what no guard reads, send fewer events, or bound `maxTimers`.",
    )
  }
  /** States that differ in nothing that matters have one name; what may be left on timers may be less than for the first. */
  const nameOf = (state: Timed): string => {
    const known = named.get(state)
    if (known !== undefined) return known
    const { inner, timers, open } = state
    const place = plain([
      inner.status,
      inner.value,
      Object.entries(inner.historyValue).map(([id, nodes]) => [id, nodes?.map((node) => node.id)]),
      keyOf(state),
      timers.map(({ id, event, millis }) => [id, event, millis]),
      open.toSorted(),
    ])
    const alike = places.get(place) ?? []
    const same = alike.find((one) => isWithin(state.zone, one.state.zone))
    const key = same?.key ?? `${place} ${alike.length}`
    if (same === undefined) {
      places.set(place, [...alike, { state, key }])
      distinct += 1
      if (distinct > maxStates) throw tooMany(`${maxStates} states`)
    } else if (walk.key !== undefined) refuseWrongMerge(same.state, state)
    named.set(state, key)
    return key
  }
  /** What a state answers to each event, in no order: regions side by side have none. */
  const signature = (state: Timed): ReadonlyMap<string, string> =>
    new Map(
      [...nextOf(state)].map(([name, [, { taken, refused }]]) => [name, plain([taken.toSorted(), refused.toSorted()])]),
    )
  const compared = new Set<string>()
  const refuseWrongMerge = (first: Timed, other: Timed): void => {
    const [left, right] = [plain(first.inner.context), plain(other.inner.context)]
    const pair = `${named.get(first)} ${right}`
    if (left === right || compared.has(pair)) return
    compared.add(pair)
    const known = signature(first)
    const wrong = [...signature(other)].find(([name, answer]) => known.get(name) !== answer)
    if (wrong === undefined) return
    const fields = Object.keys(other.inner.context).filter(
      (field) => plain(first.inner.context[field]) !== plain(other.inner.context[field]),
    )
    throw new Error(
      `The key of the walk of "${machine.id}" merges two snapshots in ${plain(other.inner.value)} that answer ` +
        `${wrong[0]} differently (${known.get(wrong[0]) ?? "not at all"} or ${wrong[1]}). They differ in ` +
        `${fields.join(", ")}: let the key hold what the guards read of it.`,
    )
  }

  /** The same, but none where more timers run than show anything new. */
  const goingOn: Exploration["nextOf"] = (state) => {
    if (walk.maxTimers !== undefined && state.timers.length > walk.maxTimers) return new Map()
    if (state.timers.length > maxTimersAtOnce) throw tooMany(`${maxTimersAtOnce} timers at once`)
    return nextOf(state)
  }

  const first = start()
  const graph = getAdjacencyMap(
    asLogic(
      () => first,
      (state, move) => nextOf(state).get(move.type)?.[1] ?? state,
    ),
    {
      events: (state) => {
        const moves = [...goingOn(state).values()].map(([move]) => move)
        edges += moves.length
        if (edges > maxEdges) throw tooMany(`${maxEdges} moves`)
        return moves
      },
      serializeState: nameOf,
      serializeEvent: ({ type }) => type,
    },
  )

  const found: Array<Edge> = []
  const ledHere = new Map<string, Edge | null>([[nameOf(first), null]])
  for (const [key, from] of ledHere) {
    for (const { event: move, state } of Object.values(graph[key as never]?.transitions ?? {})) {
      const reached = nameOf(state)
      const edge = { from, move, state, isFirst: !ledHere.has(reached) }
      found.push(edge)
      if (edge.isFirst) ledHere.set(reached, edge)
    }
  }
  const heard = new Set(found.map(({ move }) => move.type))
  const unrecorded = sentBy({ ...walk, events }).filter((type) => !heard.has(type))
  return { start: first, edges: found, unrecorded, nameOf, nextOf: goingOn }
}

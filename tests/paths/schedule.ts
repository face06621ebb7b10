import type { Edge } from "./explore.ts"
import type { Timed, Timer } from "./timed.ts"
import type { Path, Step } from "./walk.ts"

/** The moves that lead to the end of an edge, in order. */
export const edgesTo = (last: Edge | null): ReadonlyArray<Edge> => {
  const edges: Array<Edge> = []
  for (let edge = last; edge !== null; edge = edge.from) edges.unshift(edge)
  return edges
}

/** That one moment lies at least so many milliseconds after another, or at most so many before. */
type Distance = { readonly from: number; readonly to: number; readonly millis: number }

/** What timers demand of the moments of a path: each is due after its time and no earlier than anything before it. */
const distances = (start: Timed, edges: ReadonlyArray<Edge>): ReadonlyArray<Distance> => {
  const states = [start, ...edges.map(({ state }) => state)]
  const startedAt = new Map<Timer, number>()
  states.forEach(({ timers }, moment) => {
    for (const timer of timers) if (!startedAt.has(timer)) startedAt.set(timer, moment)
  })
  return edges.flatMap(({ move }, index) => {
    const moment = index + 1
    const pending = (states[index]?.timers ?? []).map((timer) => ({ timer, from: startedAt.get(timer) ?? 0 }))
    const order = pending.findIndex(({ timer }) => timer === move.timer)
    const notBefore = pending.map(({ timer, from }, other) => {
      const isEarlier = move.timer === null || other < order
      return { from: moment, to: from, millis: -(timer.millis - (isEarlier ? 1 : 0)) }
    })
    const due = pending[order]
    return [
      { from: index, to: moment, millis: 0 },
      ...notBefore,
      ...(due === undefined ? [] : [{ from: due.from, to: moment, millis: due.timer.millis }]),
    ]
  })
}

/** The earliest moments at which all that happens on a path can happen, in milliseconds after the start (Bellman 1958). */
const moments = (start: Timed, edges: ReadonlyArray<Edge>): ReadonlyArray<number> => {
  const wanted = distances(start, edges)
  const at = [0, ...edges.map(() => 0)]
  for (let round = 0; round <= edges.length + 1; round += 1) {
    const late = wanted.filter(({ from, to, millis }) => (at[to] ?? 0) < (at[from] ?? 0) + millis)
    if (late.length === 0) return at
    for (const { from, to, millis } of late) at[to] = Math.max(at[to] ?? 0, (at[from] ?? 0) + millis)
  }
  throw new Error("The timers of a path contradict each other; the walk should not have found it.")
}

/** The path that ends with this edge, each step at the earliest moment at which it can happen. */
export const pathTo = (start: Timed, last: Edge | null): Path => {
  const edges = edgesTo(last)
  const at = moments(start, edges)
  const steps = edges.map(({ move, state }, index): Step => ({
    event: move.event,
    isTimer: move.timer !== null,
    at: at[index + 1] ?? 0,
    snapshot: state.inner,
    taken: state.taken,
    refused: state.refused,
  }))
  return {
    steps,
    events: steps.map(({ event }) => event),
    snapshot: last?.state.inner ?? start.inner,
    start: { snapshot: start.inner, taken: start.taken, refused: start.refused },
  }
}

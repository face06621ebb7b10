import type { Edge, Exploration } from "./explore.ts"
import type { Timed } from "./timed.ts"

const placeOf = ({ inner }: Pick<Timed, "inner">): string => `in ${inner.status} ${JSON.stringify(inner.value)}`
const taughtBy = (state: Timed): ReadonlyArray<string> => [...state.taken, ...state.refused, placeOf(state)]

/** All that the states of a walk decided: transitions taken and guards' refusals. */
export const decided = ({ start, edges }: Exploration): ReadonlySet<string> =>
  new Set([start, ...edges.map(({ state }) => state)].flatMap(({ taken, refused }) => [...taken, ...refused]))

/** The nearest way on from the end of an edge to something that is missing, of at most so many steps. */
const further = (
  { start, nextOf }: Exploration,
  end: Edge | null,
  missing: ReadonlySet<string>,
  reach: number,
): Edge | undefined => {
  const seen = new Set<string>()
  let ends: ReadonlyArray<Edge | null> = [end]
  for (let steps = 0; steps < reach; steps += 1) {
    const next: Array<Edge> = []
    for (const from of ends) {
      for (const [move, state] of nextOf(from?.state ?? start).values()) {
        const edge = { from, move, state, isFirst: false }
        if (taughtBy(state).some((one) => missing.has(one))) return edge
        const place = `${placeOf(state)} ${state.open.join()}`
        if (!seen.has(place)) next.push(edge)
        seen.add(place)
      }
    }
    ends = next
  }
  return undefined
}

/**
 * Few edges whose paths together take every transition, hear every refusal and
 * enter every state: each time the path that adds most (Chvátal 1979), the
 * shorter and earlier of equals.
 * @param reach a path goes on from its end while so many steps lead to something new; with 0 it ends. Where the
 *   beginning of a path is dear, fewer and longer ones cost less; that they are fewer is usual, not certain.
 */
export const coverOf = (found: Exploration, reach = 0): ReadonlyArray<Edge | null> => {
  const lessons = new Map<Edge | null, ReadonlySet<string>>([[null, new Set(taughtBy(found.start))]])
  for (const edge of found.edges) {
    lessons.set(edge, new Set([...(lessons.get(edge.from) ?? []), ...taughtBy(edge.state)]))
  }
  const missing = new Set([...lessons.values()].flatMap((one) => [...one]))
  const worth = new Map([...lessons].map(([edge, taught]) => [edge, taught.size]))
  const learn = (end: Edge | null): void => {
    for (let edge = end; edge !== null; edge = edge.from) for (const one of taughtBy(edge.state)) missing.delete(one)
  }
  const chosen: Array<Edge | null> = []
  for (const one of taughtBy(found.start)) missing.delete(one)
  while (missing.size > 0 || chosen.length === 0) {
    let best: Edge | null = null
    let most = 0
    for (const [edge, taught] of lessons) {
      if ((worth.get(edge) ?? 0) <= most) continue
      const adds = [...taught].filter((one) => missing.has(one)).length
      worth.set(edge, adds)
      if (adds > most) [best, most] = [edge, adds]
    }
    for (let next: Edge | null | undefined = best; next !== undefined; next = further(found, best, missing, reach)) {
      best = next
      learn(best)
    }
    chosen.push(best)
  }
  return chosen
}

/** The first edge that takes each transition or enters each state. */
export const firstsOf = ({ start, edges }: Exploration): ReadonlyArray<Edge | null> => {
  const seen = new Set<string>()
  return [null, ...edges].filter((edge) => {
    const { taken, ...state } = edge?.state ?? start
    const news = [...taken, placeOf(state)].filter((one) => !seen.has(one))
    for (const one of news) seen.add(one)
    return news.length > 0
  })
}

import type { Edge, Exploration } from "./explore.ts"
import type { Timed } from "./timed.ts"

const placeOf = ({ inner }: Pick<Timed, "inner">): string => `in ${inner.status} ${JSON.stringify(inner.value)}`
const taughtBy = (state: Timed): ReadonlyArray<string> => [...state.taken, ...state.refused, placeOf(state)]

/** All that the states of a walk decided: transitions taken and guards' refusals. */
export const decided = ({ start, edges }: Exploration): ReadonlySet<string> =>
  new Set([start, ...edges.map(({ state }) => state)].flatMap(({ taken, refused }) => [...taken, ...refused]))

/**
 * Few edges whose paths together take every transition, hear every refusal and
 * enter every state: each time the path that adds most (Chvátal 1979), the
 * shorter and earlier of equals.
 */
export const coverOf = ({ start, edges }: Exploration): ReadonlyArray<Edge | null> => {
  const lessons = new Map<Edge | null, ReadonlySet<string>>([[null, new Set(taughtBy(start))]])
  for (const edge of edges) {
    lessons.set(edge, new Set([...(lessons.get(edge.from) ?? []), ...taughtBy(edge.state)]))
  }
  const missing = new Set([...lessons.values()].flatMap((one) => [...one]))
  const worth = new Map([...lessons].map(([edge, taught]) => [edge, taught.size]))
  const chosen: Array<Edge | null> = []
  while (missing.size > 0) {
    let best: Edge | null = null
    let most = 0
    for (const [edge, taught] of lessons) {
      if ((worth.get(edge) ?? 0) <= most) continue
      const adds = [...taught].filter((one) => missing.has(one)).length
      worth.set(edge, adds)
      if (adds > most) [best, most] = [edge, adds]
    }
    chosen.push(best)
    for (const one of lessons.get(best) ?? []) missing.delete(one)
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

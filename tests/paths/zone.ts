/**
 * What is known of the time left on each running timer, in whole milliseconds:
 * `zone[i][j]` is the most that timer i may have left more than timer j, and row
 * and column 0 stand for "none left". A difference bound matrix in closed form:
 * every bound is as tight as the others make it (Dill 1989, timed automata).
 */
export type Zone = ReadonlyArray<ReadonlyArray<number>>

/** No timer runs. */
export const noTimers: Zone = [[0]]

const map = (zone: Zone, to: (bound: number, row: number, column: number) => number): Zone =>
  zone.map((bounds, row) => bounds.map((bound, column) => to(bound, row, column)))

const at = (zone: Zone, row: number, column: number): number => zone[row]?.[column] ?? 0

/** Tightens every bound by the others; undefined when they contradict each other. */
const closed = (zone: Zone): Zone | undefined => {
  const tight = zone.reduce(
    (before, _, by) =>
      map(before, (bound, row, column) => Math.min(bound, at(before, row, by) + at(before, by, column))),
    zone,
  )
  return tight.every((_, index) => at(tight, index, index) === 0) ? tight : undefined
}

/** Starts a further timer, numbered last, that is due after so many milliseconds. */
export const started = (zone: Zone, millis: number): Zone => [
  ...zone.map((bounds, row) => [...bounds, at(zone, row, 0) - millis]),
  [...(zone[0] ?? []).map((bound) => bound + millis), 0],
]

/** Stops a timer; those after it move up by one. */
export const stopped = (zone: Zone, timer: number): Zone =>
  zone.filter((_, row) => row !== timer).map((bounds) => bounds.filter((_, column) => column !== timer))

/** Any time passes in which no timer falls due; undefined when one is due at once. */
export const waited = (zone: Zone): Zone | undefined =>
  closed(map(zone, (bound, row, column) => (row === 0 && column > 0 ? -1 : bound)))

/**
 * Time passes until this timer falls due, the first of all; of two that are due
 * at the same moment the one started earlier (the lower number) comes first.
 * @returns what is left on the others, or undefined when this one cannot be first.
 */
export const fired = (zone: Zone, timer: number): Zone | undefined => {
  const first = closed(
    map(zone, (bound, row, column) =>
      row === timer && column > 0 && column !== timer ? Math.min(bound, column < timer ? -1 : 0) : bound,
    ),
  )
  if (first === undefined || at(first, 0, timer) > 0) return undefined
  const order = [timer, ...first.map((_, one) => one).filter((one) => one !== timer && one !== 0)]
  return order.map((row) => order.map((column) => at(first, row, column)))
}

/** Whether everything the one allows, the other allows as well. */
export const isWithin = (inner: Zone, outer: Zone): boolean =>
  inner.every((bounds, row) => bounds.every((bound, column) => bound <= at(outer, row, column)))

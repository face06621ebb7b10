/** A send that has started and has not ended. */
export type Ticket = { readonly cost: number }

/**
 * Holds one sender to its cap, in the units of its channel. All times are milliseconds of one monotonic clock.
 */
export type Pacer = {
  /** How long until a message of this cost may start: 0 for now, Infinity while only an answer can make room. */
  readonly wait: (cost: number, now: number) => number
  readonly start: (cost: number, now: number) => Ticket
  readonly end: (ticket: Ticket, now: number) => void
  /** A new cap: the cost of a second. */
  readonly setCap: (costPerSecond: number) => void
}

const windowMillis = 1_000
/** How far a late timer may be caught up, in milliseconds; more would bunch texts. */
const catchUpMillis = 50

/**
 * Paces exactly: no window of one second, measured at the carrier, costs more
 * than the cap. The carrier takes a message somewhere between its start and our
 * seeing its answer, so a message counts from its start until one second after
 * its answer. Within that, starts are spread evenly. A single message that costs
 * more than the cap goes alone, and pays for it afterwards.
 */
export const makePacer = (costPerSecond: number): Pacer => {
  let cap = costPerSecond
  let underWay = 0
  let ended: Array<{ readonly cost: number; readonly until: number }> = []
  let counted = 0
  /** When the next text would start at an even pace. */
  let even = -Infinity

  const forget = (now: number): void => {
    let gone = 0
    for (const one of ended) {
      if (one.until > now) break
      counted -= one.cost
      gone += 1
    }
    if (gone > 0) ended = ended.slice(gone)
  }

  const waitForRoom = (cost: number, now: number): number => {
    let held = underWay + counted
    if (held === 0 || held + cost <= cap) return 0
    for (const one of ended) {
      held -= one.cost
      if (held === 0 || held + cost <= cap) return one.until - now
    }
    return Infinity
  }

  return {
    wait: (cost, now) => {
      forget(now)
      return Math.max(0, even - catchUpMillis - now, waitForRoom(cost, now))
    },
    start: (cost, now) => {
      underWay += cost
      even = Math.max(even, now) + (cost * windowMillis) / cap
      return { cost }
    },
    end: ({ cost }, now) => {
      underWay -= cost
      counted += cost
      const last = ended.at(-1)?.until ?? 0
      const alone = cost > cap ? (cost * windowMillis) / cap : windowMillis
      ended.push({ cost, until: Math.max(last, now + alone) })
    },
    setCap: (next) => {
      cap = next
    },
  }
}

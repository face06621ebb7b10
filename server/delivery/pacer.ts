/** A send that has started and has not ended. */
export type Ticket = { readonly segments: number }

/**
 * Holds one sender to its cap. All times are milliseconds of one monotonic clock.
 */
export type Pacer = {
  /** How long until a text of so many segments may start: 0 for now, Infinity while only an answer can make room. */
  readonly wait: (segments: number, now: number) => number
  readonly start: (segments: number, now: number) => Ticket
  readonly end: (ticket: Ticket, now: number) => void
  /** A new cap, in segments a second. */
  readonly setCap: (segmentsPerSecond: number) => void
}

const windowMillis = 1_000
/** How far a late timer may be caught up, in milliseconds; more would bunch texts. */
const catchUpMillis = 50

/**
 * Paces exactly: no window of one second, measured at the carrier, holds more
 * segments than the cap. The carrier takes a text somewhere between its start
 * and our seeing its answer, so a text counts from its start until one second
 * after its answer. Within that, starts are spread evenly. A single text of more
 * segments than the cap goes alone, and pays for them afterwards.
 */
export const makePacer = (segmentsPerSecond: number): Pacer => {
  let cap = segmentsPerSecond
  let underWay = 0
  let ended: Array<{ readonly segments: number; readonly until: number }> = []
  let counted = 0
  /** When the next text would start at an even pace. */
  let even = -Infinity

  const forget = (now: number): void => {
    let gone = 0
    for (const one of ended) {
      if (one.until > now) break
      counted -= one.segments
      gone += 1
    }
    if (gone > 0) ended = ended.slice(gone)
  }

  const waitForRoom = (segments: number, now: number): number => {
    let held = underWay + counted
    if (held === 0 || held + segments <= cap) return 0
    for (const one of ended) {
      held -= one.segments
      if (held === 0 || held + segments <= cap) return one.until - now
    }
    return Infinity
  }

  return {
    wait: (segments, now) => {
      forget(now)
      return Math.max(0, even - catchUpMillis - now, waitForRoom(segments, now))
    },
    start: (segments, now) => {
      underWay += segments
      even = Math.max(even, now) + (segments * windowMillis) / cap
      return { segments }
    },
    end: ({ segments }, now) => {
      underWay -= segments
      counted += segments
      const last = ended.at(-1)?.until ?? 0
      const alone = segments > cap ? (segments * windowMillis) / cap : windowMillis
      ended.push({ segments, until: Math.max(last, now + alone) })
    },
    setCap: (next) => {
      cap = next
    },
  }
}

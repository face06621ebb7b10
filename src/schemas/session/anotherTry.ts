import type { Problem, ProblemName } from "../problem.ts"
import { isCancelled } from "./problems.ts"

/** How long a failed read waits before it tries again by itself, in milliseconds: after each failure longer, the last from then on. */
const pauses = [2_000, 4_000, 8_000, 15_000, 30_000, 60_000] as const

const ofTheWay: ReadonlyArray<ProblemName> = ["Unreachable", "BadGateway", "Unavailable"]

/** Whether a read that failed so tries again by itself: the way to the server or the server was at fault, not what was asked for. */
export const triesAgain = (problem: Problem): boolean => ofTheWay.includes(problem.problem) && !isCancelled(problem)

/** A wait before the next try: how long, and until when on the browser's clock (milliseconds since 1970), where that is known. */
export type Pause = { readonly millis: number; readonly until: number | null }

/**
 * How long to wait after a failure; never less than the server asked for.
 * @param failures how often it failed in a row, this time included
 * @param now the browser's clock, milliseconds since 1970; null where it is not known
 */
export const pauseAfter = (failures: number, { retryAt }: Problem, now: number | null): Pause => {
  const usual = pauses[Math.min(failures, pauses.length) - 1] ?? pauses[0]
  if (now === null) return { millis: usual, until: null }
  const asked = retryAt === undefined ? 0 : Date.parse(retryAt) - now
  const millis = Math.max(usual, asked)
  return { millis, until: now + millis }
}

import type { WalkedChart } from "../charts.ts"
import { uncovered } from "../uncovered.ts"
import type { Coverage } from "./coverage.ts"
import type { Covered } from "./covered.ts"
import type { Sessions } from "./sessions.ts"

/** By name, the transitions that no one can cause in the running program, each with its reason. */
export type Reasons = Readonly<Record<string, string>>

/** A transition's name without its guard, as lists for people have it. */
export const withoutGuard = (name: string): string => name.replace(/ \[.*\]$/, "")

/**
 * What the paths of the tests leave untaken or unrecorded in a chart, and what they
 * send that it does not hear any more.
 */
export const unitFaults = ({ machine, walks }: WalkedChart): ReadonlyArray<string> =>
  uncovered(
    machine,
    walks.map(({ walk }) => walk),
  ).map((fault) => {
    if (fault.endsWith(" refused")) return `In no path of the tests is refused: ${fault.replace(/ refused$/, "")}.`
    return fault.includes(" #") ? `No path of the tests takes ${fault}.` : `${fault}.`
  })

/** What the running program was not seen to take though someone can cause it, and the reasons that it was seen to refute. */
export const programFaults = (
  { transitions, covered: { program }, isLifecycle }: Coverage,
  reasons: Reasons,
): ReadonlyArray<string> => {
  const missed = transitions.filter((name) => !program.taken.has(name) && !(withoutGuard(name) in reasons))
  const refuted = transitions.filter((name) => program.taken.has(name) && withoutGuard(name) in reasons)
  return [
    ...missed.map((name) => `${isLifecycle ? "The running server does not take" : "No real page takes"} ${name}.`),
    ...refuted.map((name) => `tests/paths/cannotOccur.ts says that no one can cause ${name}, and someone did.`),
  ]
}

/** The reasons that are of no transition. */
export const staleReasons = (coverages: ReadonlyArray<Coverage>, reasons: Reasons): ReadonlyArray<string> => {
  const declared = new Set(coverages.flatMap(({ transitions }) => transitions.map(withoutGuard)))
  return Object.keys(reasons)
    .filter((name) => !declared.has(name))
    .map((name) => `tests/paths/cannotOccur.ts speaks of ${name}, which no chart has.`)
}

/** What the gate asks: of the paths only, or of the running program and the recorded sessions too. */
export type Asked = {
  readonly charts: ReadonlyArray<WalkedChart>
  readonly coverages: ReadonlyArray<Coverage>
  /** What was seen of the running program; null where nothing is noted, undefined to ask nothing of it. */
  readonly program: Covered | null | undefined
  readonly sessions: Sessions
  readonly reasons: Reasons
}

/** All that is wrong, as sentences that name it; none lets a change pass. */
export const gateFaults = ({ charts, coverages, program, sessions, reasons }: Asked): ReadonlyArray<string> => {
  const ofProgram =
    program === null
      ? ["Nothing is noted of the running program as it is now: run npm test first."]
      : coverages.flatMap((coverage) => programFaults(coverage, reasons))
  return [
    ...charts.flatMap(unitFaults),
    ...sessions.faults,
    ...staleReasons(coverages, reasons),
    ...(program === undefined ? [] : ofProgram),
  ]
}

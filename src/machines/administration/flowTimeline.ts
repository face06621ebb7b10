import type { Step } from "#machines/steps.ts"
import type { Search } from "#machines/session/page.ts"
import type { SeenRun, SeenStep } from "./flows.machine.ts"

/** How many events the timeline shows. */
const most = 100

/** A run's states from one event that moved it to the next; `to` is null where it stands in them now. */
type Span = { readonly states: ReadonlyArray<string>; readonly from: number; readonly to: number | null }

/** A run over the time that is shown; its events oldest first. */
type TimedRun = {
  readonly run: string
  readonly spans: ReadonlyArray<Span>
  readonly steps: ReadonlyArray<SeenStep>
}

/** A chart's row. Runs that were at one time stand in lines under each other. */
export type TimelineRow = { readonly chart: string; readonly lines: ReadonlyArray<ReadonlyArray<TimedRun>> }

/** What the charts of this tab went through, from its first event that is shown to the last. */
export type Timeline = {
  readonly from: number
  readonly to: number
  /** In the order in which the charts began. */
  readonly rows: ReadonlyArray<TimelineRow>
  /** The events, newest first. */
  readonly steps: ReadonlyArray<SeenStep>
}

/** Whether an event moved its chart into another state. */
export const hasMoved = ({ left, entered }: Step): boolean => left.length + entered.length > 0

/**
 * The newest events of every run: so many that moved it and so many that did not, so that the newest over all runs
 * are among them, of either kind.
 * @param steps newest first.
 */
export const newestSteps = (steps: ReadonlyArray<SeenStep>): ReadonlyArray<SeenStep> => {
  const counts = new Map<string, number>()
  return steps.filter((step) => {
    const kind = `${step.run} ${hasMoved(step)}`
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    return count <= most
  })
}

const before = (states: ReadonlyArray<string>, { left, entered }: Step): ReadonlyArray<string> => [
  ...states.filter((state) => !entered.includes(state)),
  ...left,
]

const regionOf = (state: string): string => state.slice(0, `${state}.`.indexOf("."))
/** States in the order of the regions that they stand in, so that the words of one bar and the next do not change places. */
const inOrderOf = (regions: ReadonlyArray<string>, states: ReadonlyArray<string>): ReadonlyArray<string> =>
  states.toSorted((left, right) => regions.indexOf(regionOf(left)) - regions.indexOf(regionOf(right)))

/** A run's states back from where it stands now, oldest first, as far as its events are given, newest first. */
const spansOf = (run: SeenRun, steps: ReadonlyArray<SeenStep>, from: number): ReadonlyArray<Span> => {
  const regions = run.states.map(regionOf)
  const spans: Array<Span> = []
  let states: ReadonlyArray<string> = run.states
  let to = run.endedAt
  for (const step of steps) {
    if (step.run !== run.run || !hasMoved(step)) continue
    spans.push({ states, from: step.at, to })
    states = inOrderOf(regions, before(states, step))
    to = step.at
  }
  spans.push({ states, from: Math.max(from, run.knownFrom), to })
  return spans.toReversed().filter((span) => span.to === null || span.to > span.from)
}

const endOf = (run: SeenRun): number => run.endedAt ?? Infinity

/** Puts each run into the first line that is free by then. */
const linesOf = (runs: ReadonlyArray<SeenRun>): ReadonlyArray<ReadonlyArray<SeenRun>> => {
  const lines: Array<Array<SeenRun>> = []
  for (const run of runs.toSorted((left, right) => left.knownFrom - right.knownFrom)) {
    const free = lines.find((line) => endOf(line.at(-1)!) < run.knownFrom)
    if (free === undefined) lines.push([run])
    else free.push(run)
  }
  return lines
}

/** Whether the address asks for every event, those that moved no state too: the idle chart hears one each second. */
export const isEvery = (search: Search): boolean => search["events"] === "all"

type Seen = { readonly runs: ReadonlyArray<SeenRun>; readonly steps: ReadonlyArray<SeenStep> }

/** The newest events of this tab that moved a state, or of any where the address says so, and what ran meanwhile; null before any. */
export const timelineOf = ({ runs, steps: all }: Seen, search: Search): Timeline | null => {
  const steps = all.filter((step) => isEvery(search) || hasMoved(step)).slice(0, most)
  const oldest = steps.at(-1)?.at
  if (oldest === undefined) return null
  // Where older events are left out, time begins with the first that is not.
  const from = steps.length === most ? oldest : Math.min(oldest, ...runs.map(({ knownFrom }) => knownFrom))
  const shown = all.filter(({ at }) => at >= from)
  const timed = (run: SeenRun): TimedRun => ({
    run: run.run,
    spans: spansOf(run, shown, from),
    steps: steps.filter((step) => step.run === run.run).toReversed(),
  })
  const present = runs.filter((run) => endOf(run) >= from).toSorted((left, right) => left.knownFrom - right.knownFrom)
  return {
    from,
    to: Math.max(...shown.map(({ at }) => at)),
    rows: [...Map.groupBy(present, ({ chart }) => chart)].map(([chart, some]) => ({
      chart,
      lines: linesOf(some).map((line) => line.map(timed)),
    })),
    steps,
  }
}

/** The event that the address names; undefined where it is none that is known. */
export const stepLookedAt = ({ steps }: Pick<Seen, "steps">, search: Search): SeenStep | undefined =>
  steps.find(({ at }) => String(at) === search["step"])

/** A run's states right after one of its events. */
export const statesAfter = ({ steps }: Pick<Seen, "steps">, run: SeenRun, { at }: SeenStep): ReadonlyArray<string> =>
  steps
    .filter((step) => step.run === run.run && step.at > at)
    .reduce<ReadonlyArray<string>>((states, step) => (hasMoved(step) ? before(states, step) : states), run.states)

import type { AnyStateMachine, AnyStateNode } from "xstate"
import type { ChartJournal } from "#schemas/session/journal.ts"

const parentIn = (journals: ReadonlyArray<ChartJournal>, { parent }: ChartJournal): ChartJournal | undefined =>
  parent === null ? undefined : journals.find(({ actor }) => actor === parent.actor)

/** A run and those that led to it, the outermost first. */
export const lineOf = (journals: ReadonlyArray<ChartJournal>, run: ChartJournal): ReadonlyArray<ChartJournal> => {
  const line = [run]
  for (let parent = parentIn(journals, run); parent !== undefined; parent = parentIn(journals, parent)) {
    // A file that was tampered with may lead in a ring.
    if (line.includes(parent)) break
    line.unshift(parent)
  }
  return line
}

/** The run whose view shows a run: the page it belongs to, or itself outside of pages. */
export const viewedRun = (journals: ReadonlyArray<ChartJournal>, run: ChartJournal): ChartJournal => {
  const outermost = lineOf(journals, run)[0]
  return outermost?.actor.startsWith("page@") === true ? outermost : run
}

/** A run and all that it invoked, directly or not. */
export const familyOf = (journals: ReadonlyArray<ChartJournal>, run: ChartJournal): ReadonlyArray<ChartJournal> =>
  journals.filter((one) => lineOf(journals, one).includes(run))

const nodesOf = (node: AnyStateNode): ReadonlyArray<AnyStateNode> => [
  node,
  ...Object.values(node.states).flatMap(nodesOf),
]

const isChart = (logic: unknown): logic is AnyStateMachine =>
  typeof logic === "object" && logic !== null && "root" in logic && "implementations" in logic

/** The chart that a chart runs under an id, with the services it was given; undefined where it runs none. */
const invokedAs = (machine: AnyStateMachine, id: string): AnyStateMachine | undefined => {
  const src = nodesOf(machine.root)
    .flatMap(({ invoke }) => invoke)
    .find((invoked) => invoked.id === id)?.src
  const logic: unknown = typeof src === "string" ? machine.implementations.actors[src] : src
  return isChart(logic) ? logic : undefined
}

/**
 * The chart of a run with the services it was given, found from the chart of a run
 * around it.
 * @param from the run whose chart is known: the run itself or one that led to it.
 */
export const chartOfRun = (
  machine: AnyStateMachine,
  from: ChartJournal,
  journals: ReadonlyArray<ChartJournal>,
  run: ChartJournal,
): AnyStateMachine | undefined => {
  const line = lineOf(journals, run)
  if (!line.includes(from)) return undefined
  return line
    .slice(line.indexOf(from) + 1)
    .reduce<AnyStateMachine | undefined>(
      (chart, { parent }) => (chart === undefined || parent === null ? undefined : invokedAs(chart, parent.id)),
      machine,
    )
}

/** Less than lies between any two entries of a journal. */
const justBefore = 0.0005

/**
 * The moment to look at to see what an event of a run came to: the last one before
 * the run heard the next, which is what a person saw when they brought that about.
 * @param step the number of the event from 1 on; 0 is before the first that the journal has.
 */
export const momentAfter = ({ entries }: ChartJournal, step: number): number =>
  (entries[step]?.at ?? Infinity) - justBefore

type WithSearch = { readonly search?: Readonly<Record<string, string>> } | null | undefined

/** The search part of a page's address as it stood at a moment. */
export const searchAt = ({ entries, base, input }: ChartJournal, at: number): Readonly<Record<string, string>> => {
  const lastUrl = entries.findLast(({ at: when, event }) => event.type === "url.changed" && when <= at)
    ?.event as WithSearch
  const kept = (base as { readonly context?: WithSearch } | null)?.context
  return lastUrl?.search ?? kept?.search ?? (input as WithSearch)?.search ?? {}
}

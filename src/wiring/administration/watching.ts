import { fromCallback, type AnyMachineSnapshot } from "xstate"
import type { FlowsEvent, SeenRun, SeenStep } from "#machines/administration/flows.machine.ts"
import { newestSteps } from "#machines/administration/flowTimeline.ts"
import { innermost } from "#machines/outline.ts"
import { stepsReader } from "#machines/steps.ts"
import { journals, keptEntries, type Run } from "../journal.ts"

type Reader = ReturnType<typeof stepsReader>

const snapshotOf = ({ actor }: Run): AnyMachineSnapshot => actor.getSnapshot() as AnyMachineSnapshot

const seenIn = (runs: ReturnType<typeof journals.runs>): ReadonlyArray<SeenRun> => {
  const charts = new Map(runs.map(({ journal }) => [journal.actor, journal.chart]))
  return runs.map((run) => {
    const { actor, chart, parent, base, entries, startedAt } = run.journal
    return {
      run: actor,
      chart,
      within: parent === null ? null : (charts.get(parent.actor) ?? null),
      states: innermost(snapshotOf(run).value),
      knownFrom: base === null ? startedAt : (entries[0]?.at ?? startedAt),
      endedAt: run.endedAt,
    }
  })
}

/**
 * Reads the journals of this tab for as long as it is listened to: which charts
 * run and have run, and what their last events did. Names only: what an event
 * carried stays in the journal.
 */
export const watch = fromCallback<FlowsEvent>(({ sendBack }) => {
  const readers = new Map<string, Reader>()
  /** By the moments of the events: a number stays, whatever falls out of the journals. */
  const numbers = new Map<number, number>()
  const stepsOf = ({ machine, journal }: Run): ReadonlyArray<Omit<SeenStep, "number">> => {
    const reader = readers.get(journal.actor) ?? stepsReader(machine, keptEntries)
    readers.set(journal.actor, reader)
    return reader(journal).map((step) => ({ ...step, run: journal.actor, chart: journal.chart }))
  }
  const report = (): void => {
    const runs = journals.runs()
    const present = new Set(runs.map(({ journal }) => journal.actor))
    for (const actor of readers.keys()) if (!present.has(actor)) readers.delete(actor)
    const steps = runs
      .flatMap(stepsOf)
      .sort((left, right) => left.at - right.at)
      .map((step) => {
        const number = numbers.get(step.at) ?? numbers.size + 1
        numbers.set(step.at, number)
        return { ...step, number }
      })
    sendBack({ type: "charts.moved", runs: seenIn(runs), steps: newestSteps(steps.toReversed()) })
  }
  report()
  return journals.subscribe(report)
})

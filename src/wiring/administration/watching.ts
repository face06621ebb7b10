import { fromCallback, type AnyMachineSnapshot } from "xstate"
import type { FlowsEvent, SeenRun, SeenStep } from "#machines/administration/flows.machine.ts"
import { innermost } from "#machines/outline.ts"
import { stepsReader } from "#machines/steps.ts"
import { journals, type Run } from "../journal.ts"

/** How many steps of each run are reported. */
const maxSteps = 20

type Reader = ReturnType<typeof stepsReader>

const snapshotOf = ({ actor }: Run): AnyMachineSnapshot => actor.getSnapshot() as AnyMachineSnapshot

const seenIn = (runs: ReturnType<typeof journals.runs>): ReadonlyArray<SeenRun> => {
  const charts = new Map(runs.map(({ journal }) => [journal.actor, journal.chart]))
  return runs.map((run) => {
    const { actor, chart, parent } = run.journal
    return {
      run: actor,
      chart,
      within: parent === null ? null : (charts.get(parent.actor) ?? null),
      states: innermost(snapshotOf(run).value),
      running: run.running,
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
  const stepsOf = ({ machine, journal }: Run): ReadonlyArray<SeenStep> => {
    const reader = readers.get(journal.actor) ?? stepsReader(machine, maxSteps)
    readers.set(journal.actor, reader)
    return reader(journal).map((step) => ({ ...step, run: journal.actor, chart: journal.chart }))
  }
  const report = (): void => {
    const runs = journals.runs()
    const present = new Set(runs.map(({ journal }) => journal.actor))
    for (const actor of readers.keys()) if (!present.has(actor)) readers.delete(actor)
    const steps = runs.flatMap(stepsOf).sort((left, right) => right.at - left.at)
    sendBack({ type: "charts.moved", runs: seenIn(runs), steps })
  }
  report()
  return journals.subscribe(report)
})

import { useMemo } from "react"
import { createActor, type AnyActorRef, type AnyMachineSnapshot, type AnyStateMachine } from "xstate"
import type { Stood } from "#machines/administration/timeTravel.machine.ts"
import { foldOf, persistedOf } from "#machines/journal.ts"
import { chartOfRun } from "#machines/journalRuns.ts"
import { innermost } from "#machines/outline.ts"
import { stepsReader } from "#machines/steps.ts"
import type { ChartSource } from "../usePage.ts"
import type { Moment, FrameMessage } from "./frameMessage.ts"

const sameChart =
  (logic: AnyStateMachine) =>
  (chart: string): AnyStateMachine | undefined =>
    chart === logic.id ? logic : undefined

const snapshotAt = (logic: AnyStateMachine, moment: Moment): unknown =>
  "persisted" in moment ? moment.persisted : persistedOf(sameChart(logic), moment.journals, moment.actor, moment.at)

/**
 * How the watched run of a journal stood, and what its event did; null in the gallery and where its chart is not known.
 * @param logic the chart of the run that is drawn.
 */
export const stoodAt = (logic: AnyStateMachine, moment: Moment): Stood | null => {
  if ("persisted" in moment) return null
  const { journals, watched } = moment
  const [drawn, run] = [moment.actor, watched.actor].map((name) => journals.find(({ actor }) => actor === name))
  const chart = drawn && run && chartOfRun(logic, drawn, journals, run)
  if (run === undefined || chart === undefined) return null
  const journal = { ...run, entries: run.entries.slice(0, watched.step) }
  return { states: innermost(foldOf(chart, journal).value), step: stepsReader(chart, 1)(journal).at(-1) ?? null }
}

/** A chart as it was at a moment, with its children; it was never started, so it does and hears nothing. */
export const frozenActor = (logic: AnyStateMachine, moment: Moment): AnyActorRef =>
  createActor(logic, { snapshot: snapshotAt(logic, moment) as never })

/** The same for a chart of which only the snapshot is drawn. */
export const frozenSnapshot = <M extends AnyStateMachine>(logic: M, moment: Moment): AnyMachineSnapshot =>
  frozenActor(logic, moment).getSnapshot() as AnyMachineSnapshot

/**
 * Stands in for the running charts of a page: the shown chart as it was at its
 * moment, any other at its start.
 * @param onSeen hears the shown chart's snapshot and the chart with its services.
 */
export const frozenSource = (
  { chart, moment }: Pick<FrameMessage, "chart" | "moment">,
  onSeen: (snapshot: AnyMachineSnapshot, logic: AnyStateMachine) => void,
): React.ContextType<typeof ChartSource> =>
  function useStillChart(logic, input) {
    return useMemo(() => {
      const actor = logic.id === chart ? frozenActor(logic, moment) : createActor(logic, { input: input as never })
      if (logic.id === chart) onSeen(actor.getSnapshot() as AnyMachineSnapshot, logic)
      return actor
      // A page's address changes nothing in a picture of the past.
      // oxlint-disable-next-line react/exhaustive-deps
    }, [logic])
  }

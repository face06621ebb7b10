import { isDeepStrictEqual } from "node:util"
import { expect } from "vitest"
import type { Step } from "#tests/paths/walk.ts"
import type { ReportedStep } from "./follow.ts"

type Place = { readonly run: string; readonly at: number }

/**
 * Holds what a page reports of a chart against a path. Where several runs of the
 * chart go on at once (every call is one), those that took all of the path's
 * steps so far are meant.
 * @param patience how long a step may take, in milliseconds.
 * @param id the name under which a parent invokes the chart, where that distinguishes its runs
 */
export const matching = (chart: string, patience: number, id?: string) => {
  let steps: Array<ReportedStep> = []
  /** The runs that followed the path so far, and the step of theirs that did. */
  let places: ReadonlyArray<Place> | null = null

  const startedRuns = (): ReadonlyArray<Place> =>
    steps.flatMap(({ event, run }, at) => (event === "xstate.init" ? [{ run, at }] : []))
  const after = ({ run, at }: Place, isIt: (step: ReportedStep) => boolean, from = at + 1): number =>
    steps.findIndex((step, index) => index >= from && step.run === run && isIt(step))
  const next = ({ event, snapshot }: Step): ReadonlyArray<Place> =>
    (places ?? startedRuns()).flatMap((place) => {
      const heard = after(place, (step) => step.event === event.type)
      const at = heard < 0 ? -1 : after(place, ({ value }) => isDeepStrictEqual(value, snapshot.value), heard)
      return at < 0 ? [] : [{ run: place.run, at }]
    })

  return {
    hear: (step: ReportedStep): void => {
      if (step.chart === chart && (id === undefined || step.id === id)) steps.push(step)
    },
    begin: (): void => {
      steps = []
      places = null
    },
    started: async (): Promise<void> => {
      await expect
        .poll(() => startedRuns().length, { timeout: 15_000, message: `a run of ${chart}` })
        .toBeGreaterThan(0)
    },
    /** Waits until a run of the chart took a step of the path, and is where the path says. */
    reached: async (step: Step, place: string): Promise<void> => {
      const seen = () => (next(step).length > 0 ? "reached" : steps.slice(-6).map(({ event, value }) => [event, value]))
      await expect.poll(seen, { timeout: patience, message: place }).toBe("reached")
      places = next(step)
    },
  }
}

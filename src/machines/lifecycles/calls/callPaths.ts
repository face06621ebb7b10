import { getNextSnapshot, initialTransition, type SnapshotFrom } from "xstate"
import type { CallFlow, CallStep, PhoneKey } from "#schemas/outreach/callFlow.ts"
import { callChart, callState, stepOfState, type CallChart, type CallEvent } from "./callFlow.chart.ts"

/** A step of a path, and the key that led on from it, where one did. */
export type PathStep = { readonly step: CallStep; readonly key: PhoneKey | "none" | null }

/**
 * One way through a call of a person who answers: its steps in order and the state it comes to; `again` names the menu
 * to which it leads back, whose ways are listed already.
 */
export type CallPath = {
  readonly steps: ReadonlyArray<PathStep>
  readonly end: string
  readonly again: CallStep | null
}

/** More paths than this are not listed. */
export const mostPaths = 200

type Snapshot = SnapshotFrom<CallChart>

const answersIn = (step: CallStep): ReadonlyArray<CallEvent> => {
  if (step._tag === "Menu")
    return [...step.keys.map(({ key }) => ({ type: "KeyPressed", key }) as const), { type: "NoKeyPressed" }]
  if (step._tag === "Transfer") return [{ type: "TransferAnswered" }, { type: "TransferNotAnswered" }]
  return [{ type: "StepFinished" }]
}

const keyOf = (event: CallEvent): PathStep["key"] => {
  if (event.type === "KeyPressed") return event.key
  return event.type === "NoKeyPressed" ? "none" : null
}

/** After an answer; a menu without a key is said again until the call goes on. */
const after = (chart: CallChart, before: Snapshot, event: CallEvent): Snapshot => {
  const next = getNextSnapshot(chart, before, event)
  return event.type === "NoKeyPressed" && callState(next) === callState(before) ? after(chart, next, event) : next
}

/**
 * Every way that a call of a person who answers can take, as the chart runs it: each key of each menu, and no key until
 * the menu gives up. A way that leads back to a menu ends there. At most `mostPaths`.
 */
export const callPaths = (flow: CallFlow): ReadonlyArray<CallPath> => {
  const chart = callChart(flow)
  const found: Array<CallPath> = []
  const walk = (now: Snapshot, steps: ReadonlyArray<PathStep>): void => {
    if (found.length >= mostPaths) return
    const state = callState(now)
    const step = stepOfState(flow, state)
    if (step !== undefined && steps.some((one) => one.step.stepId === step.stepId))
      return void found.push({ steps, end: state, again: step })
    if (step === undefined) return void found.push({ steps, end: state, again: null })
    for (const event of answersIn(step)) walk(after(chart, now, event), [...steps, { step, key: keyOf(event) }])
  }
  const [ringing] = initialTransition(chart)
  walk(getNextSnapshot(chart, ringing, { type: "PersonAnswered" }), [])
  return found
}

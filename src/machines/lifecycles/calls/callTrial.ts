import { getNextSnapshot, initialTransition } from "xstate"
import { phoneKeys, type CallFlow, type CallStep } from "#schemas/outreach/callFlow.ts"
import { callChart, callState, stepOfState, type CallContext, type CallEvent } from "./callFlow.chart.ts"

/** A line of the transcript: what happened, and where the call came to by it; `step` is undefined where the call is at none. */
export type TrialLine = {
  readonly event: CallEvent | null
  readonly state: string
  readonly step: CallStep | undefined
  /** Whether the call stays with a menu, which is asked once more. */
  readonly again: boolean
}

/** What can happen besides a key. */
type Happening = Exclude<CallEvent["type"], "KeyPressed">

/** A call that is tried: what was heard, where it is, and what can happen next. */
export type CallTrial = {
  readonly lines: ReadonlyArray<TrialLine>
  readonly state: string
  readonly step: CallStep | undefined
  readonly optedOut: CallContext["optedOut"]
  readonly isOver: boolean
  readonly takesKeys: boolean
  readonly next: ReadonlyArray<Happening>
}

/** What can happen while it rings, and once someone is on the phone. */
const happenings = {
  ringing: ["PersonAnswered", "MachineAnswered", "NotAnswered", "Busy"],
  onCall: ["StepFinished", "NoKeyPressed", "TransferAnswered", "TransferNotAnswered", "CallerHungUp"],
} as const satisfies Record<string, ReadonlyArray<Happening>>

/** Runs the chart of a call flow through what happens in one call: the simulator shows it, the chart alone decides. */
export const tryCall = (flow: CallFlow, events: ReadonlyArray<CallEvent>): CallTrial => {
  const chart = callChart(flow)
  let [now] = initialTransition(chart)
  const lines: Array<TrialLine> = [{ event: null, state: callState(now), step: undefined, again: false }]
  for (const event of events) {
    if (!now.can(event)) continue
    const before = callState(now)
    now = getNextSnapshot(chart, now, event)
    const state = callState(now)
    const step = stepOfState(flow, state)
    lines.push({ event, state, step, again: state === before && step?._tag === "Menu" })
  }
  const state = callState(now)
  const offered = state === "ringing" ? happenings.ringing : happenings.onCall
  return {
    ...{ lines, state, step: stepOfState(flow, state), optedOut: now.context.optedOut },
    isOver: now.status === "done",
    takesKeys: phoneKeys.some((key) => now.can({ type: "KeyPressed", key })),
    next: offered.filter((type) => now.can({ type })),
  }
}

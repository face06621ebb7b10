import { phoneKeys, type CallFlow, type CallStep, type PhoneKey } from "#schemas/outreach/callFlow.ts"
import { callEnds, type CallEnd, type CallOutcome, type CallTest, type Happening } from "#schemas/outreach/callTest.ts"
import { stateOfStep, stepOfState, type CallEvent } from "./callFlow.chart.ts"
import { tryCall, type CallTrial } from "./callTrial.ts"

const isKey = (happening: Happening): happening is PhoneKey => phoneKeys.some((key) => key === happening)
const isEnd = (state: string): state is CallEnd => callEnds.some((end) => end === state)

/** What happened, as the chart of a call takes it. */
export const eventOf = (happening: Happening): CallEvent =>
  isKey(happening) ? { type: "KeyPressed", key: happening } : { type: happening }

/** What took place in a tried call, as it is kept; what could not happen is left out. */
export const happenedIn = ({ lines }: CallTrial): ReadonlyArray<Happening> =>
  lines.flatMap(({ event }) => {
    if (event === null) return []
    return event.type === "KeyPressed" ? event.key : event.type
  })

const passedIn = ({ lines }: CallTrial): ReadonlyArray<CallStep> => lines.flatMap(({ step }) => step ?? [])

/** What a tried call led to; null while it is not over. */
const outcomeIn = (trial: CallTrial): CallOutcome | null =>
  isEnd(trial.state) ? { passed: passedIn(trial).map(({ stepId }) => stepId), end: trial.state } : null

/** What a call leads to in which all this happens; null where something of it cannot happen, or the call is not over then. */
export const outcomeOf = (flow: CallFlow, happened: ReadonlyArray<Happening>): CallOutcome | null => {
  const trial = tryCall(flow, happened.map(eventOf))
  return trial.lines.length === happened.length + 1 ? outcomeIn(trial) : null
}

/** A place in a call: the state of its chart, and the step where it is one's. */
export type CallPlace = { readonly state: string; readonly step: CallStep | undefined }

/**
 * What became of a kept test. Where it fails: where the call is in the end; the last place that was as expected, undefined
 * where not even the first step was; and what comes there now, which is nothing where the call comes no further.
 */
export type TestResult =
  | { readonly passes: true; readonly trial: CallTrial }
  | {
      readonly passes: false
      readonly trial: CallTrial
      readonly after: CallPlace | undefined
      readonly came: CallPlace | undefined
      readonly awaited: CallPlace
    }

/** Runs a kept test through a call flow as it is now: it passes where the call goes through the same steps to the same end. */
export const resultOf = (flow: CallFlow, { happened, passed, end }: CallTest): TestResult => {
  const trial = tryCall(flow, happened.map(eventOf))
  const states = [...passedIn(trial).map(({ stepId }) => stateOfStep(stepId)), ...(trial.isOver ? [trial.state] : [])]
  const awaited = [...passed.map(stateOfStep), end]
  const at = awaited.findIndex((state, place) => state !== states[place])
  if (at < 0) return { passes: true, trial }
  const placeOf = (state: string): CallPlace => ({ state, step: stepOfState(flow, state) })
  const placed = (state: string | undefined) => (state === undefined ? undefined : placeOf(state))
  return {
    ...{ passes: false, trial, after: placed(states[at - 1]), came: placed(states[at]) },
    awaited: placeOf(awaited[at] ?? end),
  }
}

/** The kept tests that fail on a call flow as it is now. */
export const failingTests = (flow: CallFlow, tests: ReadonlyArray<CallTest>): ReadonlyArray<CallTest> =>
  tests.filter((test) => !resultOf(flow, test).passes)

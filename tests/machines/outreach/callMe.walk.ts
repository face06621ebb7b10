import { callMeMachine } from "#machines/outreach/callMe.machine.ts"
import type { TestCall, TestCalls } from "#schemas/outreach/testCall.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { sampleCallFlow, sampleTestCall, sampleTestCalls } from "#tests/support/callFlowSamples.ts"

const overCall: TestCall = { ...sampleTestCall, state: "over", ending: "completed", seconds: 14 }
/** What the server may say: no call yet, one that goes on, and one that is over; and no number that calls. */
export const testCallsRead = {
  none: sampleTestCalls,
  ringing: { ...sampleTestCalls, last: { ...sampleTestCall, state: "ringing" } },
  over: { ...sampleTestCalls, last: overCall },
  without: { ...sampleTestCalls, senders: [] },
} satisfies Record<string, TestCalls>

/** The calls as they are read. */
export const callsShow = (data: TestCalls | null) => ({
  type: "xstate.snapshot.calls",
  snapshot: { context: { data } },
})

/** Everything that can happen while a call flow calls the person who looks at it. */
export const callMeWalk: ChartWalk = {
  machine: callMeMachine,
  input: { search: { id: sampleCallFlow.hashedId, tab: "try" } },
  events: [
    { type: "call.me.pressed" },
    callsShow(null),
    callsShow(testCallsRead.none),
    callsShow(testCallsRead.ringing),
    callsShow(testCallsRead.over),
    callsShow(testCallsRead.without),
  ],
  outcomes: {
    form: [
      { output: { discarded: false, left: null, value: sampleTestCall } },
      { output: { discarded: true, left: null, value: null } },
    ],
  },
  key: ({ context }) => [context.read, context.call],
}

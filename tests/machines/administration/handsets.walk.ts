import { handsetsMachine } from "#machines/administration/handsets.machine.ts"
import { problem } from "#schemas/problem.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"

/** A phone of the simulated carrier. */
export const samplePhone = {
  phone: "+14155550100",
  patient: "Maria Lopez",
  senders: ["+14155550199"],
  messages: [],
  calls: [],
  steps: [],
}
const handsetShows = (data: object | null) => ({ type: "xstate.snapshot.handset", snapshot: { context: { data } } })

/** Everything that can happen with the simulated phones. */
export const handsetsWalk: ChartWalk = {
  machine: handsetsMachine,
  events: [
    { type: "search.changed", search: "Lopez" },
    { type: "phone.chosen", phone: samplePhone.phone },
    { type: "phone.chosen", phone: "+14155550101" },
    { type: "phone.put.away" },
    { type: "call.acted", call: "CA1", act: "answer" },
    handsetShows(null),
    handsetShows(samplePhone),
    { type: "feed.changed", thing: "handset", id: "1" },
    { type: "feed.changed", thing: "import", id: "1" },
  ],
  outcomes: {
    reply: [{ output: { discarded: false, value: {} } }],
    act: [{ output: undefined }, { error: problem("Invalid", "Too late.") }],
  },
  key: ({ context }) => [context.search, context.phone, context.senders.length, context.act],
}

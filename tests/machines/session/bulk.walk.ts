import { bulkMachine } from "#machines/session/bulk.machine.ts"
import { problem } from "#schemas/problem.ts"
import { draftCampaign, sampleCampaign } from "#tests/support/outreachSamples.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"

const rows = [draftCampaign, sampleCampaign]
const chosen = rows.map((row) => ({ id: row.campaignHashedId, row }))

/** Everything that can happen to several rows of a list. */
export const bulkWalk: ChartWalk = {
  machine: bulkMachine,
  input: { params: {} },
  events: [
    { type: "rows.chosen", rows: chosen, isChosen: true },
    { type: "rows.chosen", rows: chosen.slice(0, 1), isChosen: false },
    { type: "all.pressed" },
    { type: "cleared" },
    { type: "params.changed", params: { state: "draft" } },
    { type: "params.changed", params: { sort: "name" } },
    { type: "deed.pressed", verb: "delete", rows },
    { type: "confirm.pressed", rows },
    { type: "cancel.pressed" },
    { type: "stop.pressed" },
    { type: "leave.asked", to: "/dashboard" },
    { type: "leave.confirmed" },
    { type: "leave.cancelled" },
  ],
  outcomes: {
    collect: [{ output: rows }, { error: problem("Unreachable", "The server cannot be reached.") }],
    run: [
      { output: {} },
      { error: problem("NotAllowedNow", "This campaign is running.") },
      { error: problem("TooManyRequests", "Too many changes in a short time.") },
    ],
  },
  // What is pressed stands in a bar that is there once something is chosen.
  allows: ({ context }, { type }) =>
    !["all.pressed", "deed.pressed"].includes(type) || context.isAll === true || context.chosen.length > 0,
  key: ({ context }) => [
    context.params,
    context.chosen.length,
    context.isAll,
    context.left.length,
    context.refused.length,
    context.isStopping,
    context.leavingTo,
  ],
}

import { multiCampaignEditorMachine } from "#machines/outreach/multiCampaignEditor.machine.ts"
import { unreachable } from "#schemas/session/problems.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { draftLadderDetail, openedLadder } from "#tests/support/multiCampaignSamples.ts"
import { formShows, leftForm } from "../session/form.walk.ts"

/** Everything that can happen in the editor of a multi-campaign. */
export const multiCampaignEditorWalk: ChartWalk = {
  machine: multiCampaignEditorMachine,
  input: { search: { edit: draftLadderDetail.hashedId } },
  events: [
    { type: "retry.pressed" },
    formShows({ ...openedLadder.values, listId: null }),
    { type: "simulate.pressed" },
    { type: "person.chosen", place: 1 },
  ],
  outcomes: {
    open: [{ output: openedLadder }, { error: unreachable() }],
    form: [{ output: { discarded: false, value: draftLadderDetail } }, leftForm],
  },
  // A second run is another one of the first.
  allows: ({ context }, { type }) => type !== "simulate.pressed" || context.seed === 0,
  key: ({ context: { opened, values, seed, place } }) => [opened === null, values?.listId, seed, place],
}

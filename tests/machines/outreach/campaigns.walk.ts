import { campaignsMachine, campaignVerbs } from "#machines/outreach/campaigns.machine.ts"
import { problem } from "#schemas/problem.ts"
import { draftCampaign, sampleCampaign, sampleCheck } from "#tests/support/outreachSamples.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"

const refusedCampaign = problem("NotAllowedNow", "This campaign is running.")
const outcomes = [{ output: undefined }, { error: refusedCampaign }]

/** Everything that can happen on the list of campaigns. */
export const campaignsWalk: ChartWalk = {
  machine: campaignsMachine,
  input: { search: {} },
  events: [
    ...campaignVerbs.map((verb) => ({ type: `${verb}.pressed`, campaign: draftCampaign })),
    { type: "typed.changed", typed: "1,235" },
    { type: "typed.changed", typed: "12" },
    { type: "confirm.pressed" },
    { type: "dismiss.pressed" },
    {
      type: "url.changed",
      search: { id: sampleCampaign.campaignHashedId, tab: "recipients", recipientState: "failed" },
    },
    { type: "feed.changed", thing: "campaign", id: "x" },
    { type: "feed.changed", thing: "clock", id: "x" },
  ],
  outcomes: {
    check: [
      { output: sampleCheck },
      { output: { ...sampleCheck, eligible: 10 } },
      { output: { ...sampleCheck, eligible: 0 } },
      { error: refusedCampaign },
    ],
    launch: outcomes,
    pause: outcomes,
    resume: outcomes,
    cancel: outcomes,
    remove: outcomes,
  },
  key: ({ context }) => [context.search, context.typed, context.check?.eligible, context.refused?.verb],
}

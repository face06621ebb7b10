import { newCampaignMachine } from "#machines/outreach/newCampaign.machine.ts"
import { emptyCampaignForm } from "#schemas/outreach/campaignForm.ts"
import { problem } from "#schemas/problem.ts"
import { unreachable } from "#schemas/session/problems.ts"
import { revisedTemplate, sampleCheck, sampleChoices } from "#tests/support/outreachSamples.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"

/** The values of a campaign that was given a name. */
export const namedCampaign = { ...emptyCampaignForm, campaignId: 73, name: "Recall" }

/** Everything that can happen while a campaign is put together. */
export const newCampaignWalk: ChartWalk = {
  machine: newCampaignMachine,
  input: { search: { new: "", template: revisedTemplate.hashedId } },
  events: [
    { type: "xstate.snapshot.form", snapshot: { context: { values: namedCampaign } } },
    { type: "retry.pressed" },
    { type: "change.pressed" },
    { type: "create.pressed" },
    { type: "leave.asked", to: "/sms" },
    { type: "leave.confirmed" },
    { type: "leave.cancelled" },
  ],
  outcomes: {
    prepare: [{ output: sampleChoices }, { error: unreachable() }],
    form: [
      { output: { discarded: false, value: sampleCheck } },
      { output: { discarded: false, value: { ...sampleCheck, eligible: 0 } } },
    ],
    create: [
      { output: { campaignHashedId: "c".repeat(20) } },
      { error: problem("AlreadyExists", "A campaign with this name already exists.") },
    ],
  },
  key: ({ context }) => [context.values?.name, context.check?.eligible, context.problem?.problem],
}

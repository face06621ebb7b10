import { newCampaignMachine } from "#machines/outreach/newCampaign.machine.ts"
import { isLeft } from "#machines/session/form.machine.ts"
import { emptyCampaignForm } from "#schemas/outreach/campaignForm.ts"
import { problem } from "#schemas/problem.ts"
import { unreachable } from "#schemas/session/problems.ts"
import { revisedTemplate, sampleCheck, sampleChoices } from "#tests/support/outreachSamples.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { leftForm, formShows } from "../session/form.walk.ts"

/** The values of a campaign that was given a name. */
export const namedCampaign = { ...emptyCampaignForm, campaignId: 73, name: "Recall" }

/** Everything that can happen while a campaign is put together. */
export const newCampaignWalk: ChartWalk = {
  machine: newCampaignMachine,
  input: { search: { new: "", template: revisedTemplate.hashedId } },
  events: [formShows(namedCampaign), { type: "retry.pressed" }, { type: "change.pressed" }, { type: "create.pressed" }],
  // The form is out of sight once it was checked: it can only be left.
  allows: (snapshot, event) =>
    snapshot.matches({ drafting: "filling" }) ||
    (event.type !== "xstate.snapshot.form" && (event.type !== "xstate.done.actor.form" || isLeft({ event }))),
  outcomes: {
    prepare: [{ output: sampleChoices }, { error: unreachable() }],
    form: [
      { output: { discarded: false, value: sampleCheck } },
      { output: { discarded: false, value: { ...sampleCheck, eligible: 0 } } },
      leftForm,
    ],
    create: [
      { output: { campaignHashedId: "c".repeat(20) } },
      { error: problem("AlreadyExists", "A campaign with this name already exists.") },
    ],
  },
  key: ({ context }) => [context.values?.name, context.check?.eligible, context.problem?.problem],
}

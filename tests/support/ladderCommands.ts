import fc from "fast-check"
import { CampaignId, ListId } from "#schemas/ids.ts"
import { MultiCampaignId } from "#schemas/outreach/multiCampaign.ts"
import type { MultiCampaignCommand } from "#server/outreach/multiCampaigns/multiCampaign.decider.ts"
import { ladderDraft, ladderStep } from "./ladderSamples.ts"

/** Commands to a multi-campaign, in no order: what its chart does not take is refused. */
export const ladderCommands = (id: number, names: fc.Arbitrary<string>): fc.Arbitrary<MultiCampaignCommand> => {
  const multiCampaignId = MultiCampaignId.make(id)
  const step = ladderStep(1)
  const campaigns = [{ stepId: 1, campaignId: CampaignId.make(1) }]
  return fc.oneof(
    names.map((called) => ({
      _tag: "SaveMultiCampaign" as const,
      multiCampaignId,
      facts: ladderDraft(ListId.make(1), [step], { name: called }),
    })),
    fc.constantFrom<MultiCampaignCommand>(
      { _tag: "ScheduleMultiCampaign", startAt: "2026-11-19T17:00:00.000Z" },
      { _tag: "LaunchMultiCampaign", campaigns },
      { _tag: "StartMultiCampaign", campaigns },
      {
        _tag: "ChangeLadder",
        ladder: { steps: [step, ladderStep(2)], stops: ["booked"], mostTouches: 4, closeAfterMinutes: 60 },
        campaigns: [{ stepId: 2, campaignId: CampaignId.make(2) }],
      },
      { _tag: "JudgeVariants", stepId: 2, outcome: "better", winner: 1, variants: [] },
      { _tag: "ChooseVariant", stepId: 2, variant: 0, variants: [] },
      { _tag: "PauseMultiCampaign" },
      { _tag: "ResumeMultiCampaign" },
      { _tag: "CancelMultiCampaign" },
      { _tag: "CompleteMultiCampaign" },
      { _tag: "DeleteMultiCampaign" },
    ),
  )
}

import { CampaignId, ListId, SenderId, TemplateId, UserId, type CompanyId } from "#schemas/ids.ts"
import type { LadderStep } from "#schemas/outreach/ladder.ts"
import { MultiCampaignId, type MultiCampaignFacts } from "#schemas/outreach/multiCampaign.ts"
import { playCommands, type StreamRows } from "#server/demo/streams.ts"
import { multiCampaignStream } from "#server/outreach/multiCampaigns/multiCampaign.commands.ts"
import type { MultiCampaignCommand } from "#server/outreach/multiCampaigns/multiCampaign.decider.ts"
import type { By } from "./goldenSetUp.ts"

const step = (stepId: number, channel: LadderStep["channel"]): LadderStep => ({
  ...{ stepId, channel, templateId: TemplateId.make(1), senderId: SenderId.make(3), start: "afterPrevious" },
  ...{ waitMinutes: 2_880, onlyIf: "notBooked", retries: channel === "SMS" ? 1 : 0, retryMinutes: 30 },
})

const facts: MultiCampaignFacts = {
  ...{ name: "Flu shots, winter round", purpose: "Reminder", listId: ListId.make(2), startAt: null },
  ...{ steps: [step(1, "SMS"), step(2, "IVR")], stops: ["replied", "booked"], mostTouches: 6 },
  closeAfterMinutes: 1_440,
}

/** Multi-campaigns with each of their events, for the corpus of a release. */
export const playLadders = (companyId: CompanyId, by: By): ReadonlyArray<StreamRows> => {
  const ladder = (id: number, ...commands: ReadonlyArray<MultiCampaignCommand>): StreamRows =>
    playCommands(
      multiCampaignStream,
      companyId,
      id,
      commands.map((command, place) => by(90 + place, command)),
    )
  const save = (id: number, name: string): MultiCampaignCommand => ({
    _tag: "SaveMultiCampaign",
    ...{ multiCampaignId: MultiCampaignId.make(id), facts: { ...facts, name } },
  })
  const campaigns = [
    { stepId: 1, campaignId: CampaignId.make(1) },
    { stepId: 2, campaignId: CampaignId.make(2) },
  ]
  const { steps, stops, mostTouches, closeAfterMinutes } = facts
  const test = { templateIds: [TemplateId.make(2)], minimumPeople: 50, judgeBy: "replied", afterHours: 24 } as const
  const tested = [1, 2].map((stepId) => ({ ...step(stepId, "SMS"), test }))
  const numbers = [
    { variant: 0, people: 60, reached: 57, measured: 9 },
    { variant: 1, people: 60, reached: 58, measured: 24 },
  ]
  return [
    ladder(
      1,
      save(1, "Flu shots"),
      save(1, facts.name),
      { _tag: "LaunchMultiCampaign", campaigns },
      { _tag: "PauseMultiCampaign" },
      {
        _tag: "ChangeLadder",
        ladder: { steps: [...steps, step(3, "SMS")], stops, mostTouches, closeAfterMinutes },
        campaigns: [{ stepId: 3, campaignId: CampaignId.make(3) }],
      },
      { _tag: "ResumeMultiCampaign" },
      { _tag: "CompleteMultiCampaign" },
      { _tag: "DeleteMultiCampaign" },
    ),
    ladder(
      2,
      save(2, "Check-ups, spring"),
      { _tag: "SubmitMultiCampaign", people: 2_400, by: UserId.make(4) },
      { _tag: "ReturnMultiCampaign" },
      { _tag: "ScheduleMultiCampaign", startAt: "2026-10-12T13:00:00.000Z" },
      { _tag: "CancelMultiCampaign" },
    ),
    ladder(
      3,
      {
        _tag: "SaveMultiCampaign",
        ...{
          multiCampaignId: MultiCampaignId.make(3),
          facts: { ...facts, name: "Check-ups, two texts", steps: tested },
        },
      },
      {
        _tag: "LaunchMultiCampaign",
        campaigns: [1, 2].flatMap((stepId) => [
          { stepId, campaignId: CampaignId.make(2 + 2 * stepId) },
          { stepId, campaignId: CampaignId.make(3 + 2 * stepId), variant: 1 },
        ]),
      },
      { _tag: "JudgeVariants", stepId: 1, outcome: "better", winner: 1, variants: numbers },
      { _tag: "ChooseVariant", stepId: 2, variant: 0, variants: numbers },
    ),
  ]
}

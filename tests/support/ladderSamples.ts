import { ListId, SenderId, TemplateId } from "#schemas/ids.ts"
import type { LadderStep } from "#schemas/outreach/ladder.ts"
import type { MultiCampaignDraft } from "#schemas/outreach/multiCampaign.ts"

/** A step by its number: the first at once, each later one two days after the one before. */
export const ladderStep = (stepId: number, more: Partial<LadderStep> = {}): LadderStep => ({
  ...{ stepId, channel: "SMS", templateId: TemplateId.make(1), senderId: SenderId.make(1), start: "afterPrevious" },
  ...{ waitMinutes: stepId === 1 ? 0 : 2_880, onlyIf: "always", retries: 0, retryMinutes: 30 },
  ...more,
})

/** A ladder for a list, with what a test says otherwise. */
export const ladderDraft = (
  listId: ListId,
  steps: ReadonlyArray<LadderStep>,
  more: Partial<MultiCampaignDraft> = {},
): MultiCampaignDraft => ({
  ...{ name: "Flu shots, winter round", purpose: "Reminder", listId, startAt: null, steps },
  ...{ stops: ["replied", "booked"], mostTouches: 6, closeAfterMinutes: 1_440 },
  ...more,
})

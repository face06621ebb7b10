import type { StepChoices } from "#schemas/outreach/multiCampaign.ts"
import { sampleLadder, sampleSteps } from "#tests/support/multiCampaignSamples.ts"
import { ask, campaignParts, freshName, get, longestList, type Place } from "./things.ts"

/**
 * Saves a multi-campaign of one text, or one that tests two, to one of the demo's smaller lists or, to be confirmed, its longest, and brings
 * it to a state; its first step is a month after the launch, so that it sends nothing meanwhile. Gives its public id.
 */
export const newMultiCampaign = async (
  stage: Place,
  state: "draft" | "unconfirmed" | "running" | "testing" | "paused",
): Promise<string> => {
  const { senderId, listId: smaller } = await campaignParts(stage)
  const listId = state === "unconfirmed" ? await longestList(stage) : smaller
  const { templates } = await get<StepChoices>(stage, "MultiCampaign/GetSmsIvrList")
  const [templateId, other] = templates
    .filter(({ channel, optsOut }) => channel === "SMS" && optsOut)
    .map((one) => one.templateId)
  const test = { templateIds: [other], minimumPeople: 50, judgeBy: "replied", afterHours: 24 }
  const { hashedId } = await ask<{ readonly hashedId: string }>(stage, "POST", "MultiCampaign/SaveMultiCampaign", {
    hashedId: null,
    draft: {
      ...sampleLadder,
      name: freshName("Flu shots"),
      listId,
      steps: sampleSteps.slice(0, 1).map((step) => ({
        ...{ ...step, templateId, senderId, waitMinutes: 43_200 },
        ...(state === "testing" ? { test } : {}),
      })),
    },
  })
  const change = (action: string) => ask(stage, "POST", "MultiCampaign/ChangeState", { hashedId, action })
  if (state !== "draft") await change("launch")
  if (state === "paused") await change("pause")
  return hashedId
}

import type { Campaign } from "#schemas/outreach/campaign.ts"
import type { OperationWords } from "../operation.ts"

/** What a launch says when it ends: with so many people it only came to a second person's confirmation. */
export const launchWords = (_: unknown, launched: Pick<Campaign, "state"> | null): OperationWords => ({
  success: launched?.state === "unconfirmed" ? "campaign.submitted" : "campaign.launched",
  failure: "campaign.notChanged",
})

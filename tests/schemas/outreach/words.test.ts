import { describe, expect, it } from "vitest"
import { campaignWords } from "#schemas/outreach/campaignWords.ts"
import { templateWords } from "#schemas/outreach/templateWords.ts"

describe("the toasts of templates and campaigns", () => {
  it("are the specification's, to the letter, odd ones too", () => {
    const words = { ...templateWords, ...campaignWords }
    const specified = {
      "template.saved": "Template Data Save Successfully",
      "template.notSaved": "Unable to Save Data. Please try again",
      "template.published": "Template Published Successfully",
      "template.notPublished": "Unable to Publish Template.",
      "template.deleted": "Template Deleted Successfully",
      "template.notDeleted": "Unable to Delete Template.",
      "campaign.created": "Campaign Created Successfully",
      "campaign.notCreated": "Unable to Create Campaign",
      "campaign.deleted": "Campaign Deleted Successfully",
      "campaign.notDeleted": "Unable to Delete Template",
    }
    expect(words).toMatchObject(specified)
  })
})

import { describe, expect, it } from "vitest"
import { sharedOutreachWords } from "#schemas/outreach/sharedWords.ts"

describe("the toasts of templates, links, response files and campaigns", () => {
  it("are the specification's, to the letter, odd ones too", () => {
    const specified = {
      "template.saved": "Template Data Save Successfully",
      "template.notSaved": "Unable to Save Data. Please try again",
      "template.published": "Template Published Successfully",
      "template.notPublished": "Unable to Publish Template.",
      "template.deleted": "Template Deleted Successfully",
      "template.notDeleted": "Unable to Delete Template.",
      "link.saved": "Campaign link parameters save successfully",
      "link.notSaved": "Failed",
      "link.deleted": "Link Payload Deleted Successfully",
      "link.notDeleted": "Unable to delete link payload",
      "response.saved": "Response File Save Successfully",
      "response.notSaved": "Unable to Save Response File.",
      "response.deleted": "Response File Deleted Successfully",
      "response.notDeleted": "Unable to Deleted Response File.",
      "campaign.created": "Campaign Created Successfully",
      "campaign.notCreated": "Unable to Create Campaign",
      "campaign.deleted": "Campaign Deleted Successfully",
      "campaign.notDeleted": "Unable to Delete Template",
    }
    expect(sharedOutreachWords).toMatchObject(specified)
  })
})

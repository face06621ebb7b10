import { describe, expect, it } from "vitest"
import { CampaignId, ListId, SenderId, TemplateId } from "#schemas/ids.ts"
import { problem } from "#schemas/problem.ts"
import {
  checkCampaignForm,
  draftOf,
  emptyCampaignForm,
  inFormFields,
  instantOf,
} from "#schemas/outreach/campaignForm.ts"
import { progressOf } from "#schemas/outreach/progress.ts"
import { recipientStates } from "#schemas/outreach/recipient.ts"

const filled = {
  ...emptyCampaignForm,
  campaignId: CampaignId.make(73),
  name: " Flu shots ",
  templateId: TemplateId.make(41),
  listId: ListId.make(5),
  senderId: SenderId.make(1),
}

describe("the campaign form", () => {
  it("names the fields of a refusal as the form has them", () => {
    const refusal = problem("Invalid", "Too late.", { errors: [{ field: "startAt", message: "Too late." }] })
    expect(inFormFields(refusal).errors).toEqual([{ field: "startOn", message: "Too late." }])
    expect(inFormFields(problem("NotFound", "Gone."))).toEqual(problem("NotFound", "Gone."))
  })

  it("asks for what is missing, in the words of the field", () => {
    expect(checkCampaignForm(emptyCampaignForm)).toEqual([
      { field: "name", message: "Enter a name of 3 to 80 characters." },
      { field: "templateId", message: "Choose a template." },
      { field: "listId", message: "Choose a list." },
      { field: "senderId", message: "Choose a sending number." },
    ])
    expect(checkCampaignForm(filled)).toEqual([])
    expect(checkCampaignForm({ ...filled, when: "later" })).toEqual([
      { field: "startOn", message: "Enter a date and a time." },
    ])
  })

  it("sends a start as the instant of its wall time, and none for at once", () => {
    expect(draftOf(filled).startAt).toBeNull()
    expect(
      draftOf({ ...filled, when: "later", startOn: "2026-11-24T09:00", zone: "America/Los_Angeles" }).startAt,
    ).toBe("2026-11-24T17:00:00.000Z")
  })

  it.each([
    ["2026-03-08T02:30", "America/New_York", "2026-03-08T07:30:00.000Z"],
    ["2026-11-01T01:30", "America/New_York", "2026-11-01T05:30:00.000Z"],
    ["2026-07-01T12:00", "UTC", "2026-07-01T12:00:00.000Z"],
    ["2026-07-01T12:00", "Nowhere/Land", null],
    ["2026-07-01", "UTC", null],
    ["2026-02-31T12:00", "UTC", null],
  ])("reads %s in %s as %s", (wallTime, zone, instant) => {
    expect(instantOf(wallTime, zone)).toBe(instant)
  })

  it("puts every state of a recipient into exactly one share of the bar", () => {
    for (const state of [...recipientStates, "stoppedBefore", "stoppedUnderway"]) {
      expect(progressOf({ [state]: 7 }).filter(({ people }) => people > 0)).toHaveLength(1)
    }
    expect(progressOf({ delivered: 3, replied: 2, optedOut: 1 })[0]).toEqual({ part: "delivered", people: 6 })
  })
})

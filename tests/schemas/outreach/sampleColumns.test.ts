import { describe, expect, it } from "vitest"
import { columnsOfSample } from "#schemas/outreach/sampleColumns.ts"
import { sampleHeaders } from "#tests/support/outreachSamples.ts"

describe("the columns of a sample file", () => {
  it("hold what they are called like, in any spelling", () => {
    const row = [
      "MRN",
      "First Name",
      "Last_Name",
      "Mobile phone",
      "Status",
      "Response",
      "Doctor",
      "Sent Date",
      "Notes",
      "",
    ]
    expect(columnsOfSample(row, sampleHeaders).map(({ header, source }) => [header, source])).toEqual([
      ["MRN", "externalId"],
      ["First Name", "firstName"],
      ["Last_Name", "lastName"],
      ["Mobile phone", "phone"],
      ["Status", "state"],
      ["Response", "replyText"],
      ["Doctor", "list:doctor"],
      ["Sent Date", "sentAt"],
      ["Notes", ""],
    ])
  })
})

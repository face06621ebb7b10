import { expect, it } from "vitest"
import { sensitivityOf } from "#schemas/people/sensitive.ts"

it("knows the columns that no one should carry into messages by their headers", () => {
  const kinds = [
    "SSN",
    "Social Security No.",
    "Driver's License",
    "Card number",
    "PIN",
    "Race",
    "Ethnicity",
    "Phone",
    "Spin",
  ]
  expect(kinds.map(sensitivityOf)).toEqual([
    "identity",
    "identity",
    "identity",
    "secret",
    "secret",
    "personal",
    "personal",
    undefined,
    undefined,
  ])
})

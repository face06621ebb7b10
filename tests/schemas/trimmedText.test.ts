import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { IvrDraft } from "#schemas/outreach/ivr.ts"
import { TrimmedText } from "#schemas/trimmedText.ts"
import { fluShotCall } from "#tests/support/callFlows.ts"

const spaced = {
  name: " Flu shot call ",
  purpose: "Reminder",
  flow: { ...fluShotCall, steps: fluShotCall.steps.map((step) => ({ ...step, name: `${step.name} ` })) },
} as const

describe("a text that is trimmed", () => {
  it("is sent as a form has it, and read without the space around it", () => {
    const Named = Schema.Struct({ name: TrimmedText.check(Schema.isMinLength(1)) })
    expect(Schema.encodeUnknownSync(Named)({ name: " Bye " })).toEqual({ name: " Bye " })
    expect(Schema.decodeUnknownSync(Named)({ name: " Bye " })).toEqual({ name: "Bye" })
    expect(() => Schema.decodeUnknownSync(Named)({ name: "  " })).toThrow("length")
  })

  it("lets a call flow be saved whose names end with a space", () => {
    const sent = Schema.encodeUnknownSync(IvrDraft)(spaced)
    const read = Schema.decodeUnknownSync(IvrDraft)(sent)
    expect([read.name, read.flow]).toEqual(["Flu shot call", fluShotCall])
  })
})

it("a call flow whose steps share a number is refused", () => {
  const [first, ...rest] = fluShotCall.steps
  const doubled = {
    ...spaced,
    flow: { ...fluShotCall, steps: [first, { ...rest[0], stepId: first?.stepId }, ...rest.slice(1)] },
  }
  expect(() => Schema.decodeUnknownSync(IvrDraft)(doubled)).toThrow("Each step needs a number of its own.")
})

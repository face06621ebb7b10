import { Result } from "effect"
import { expect, it } from "vitest"
import { PatientId } from "#schemas/ids.ts"
import { callChannel } from "#server/delivery/channels/callChannel.ts"
import type { Addressee } from "#server/outreach/recipients/assess.rule.ts"
import { lawRules, readyRules } from "#server/outreach/sendingHours/sendingRules.rule.ts"
import { fluShotCall } from "#tests/support/callFlows.ts"

const person: Addressee = {
  ...{ patientId: PatientId.make(1), firstName: "Maria", lastName: "Lopez", externalId: null, language: null },
  ...{ zip: null, phone: "+14155550123", phoneKind: "landline", timezone: "America/New_York", addressCountry: null },
  ...{ custom: {}, consent: "unknown" },
}
const said = (custom: Addressee["custom"]) => {
  const steps = fluShotCall.steps.map((step) =>
    "prompt" in step ? { ...step, prompt: { _tag: "Speech", text: "{{ companyName }} {{ news }}" } } : step,
  )
  const message = Result.getOrThrow(
    callChannel.read({ text: JSON.stringify({ ...fluShotCall, steps }), parameters: [], translations: [] }),
  )
  const when = { now: Date.parse("2026-06-01T16:00:00Z"), rules: readyRules(lawRules) }
  return callChannel.assess(
    message,
    { ...person, custom },
    { companyName: "Northwind", bookingLink: "" },
    when,
    new Set(),
  )
}

it.each([
  ["reaches a landline, which a text does not", "Flu shots are in.", { eligible: true, cost: 1 }],
  ["may be long as a whole", "word ".repeat(400), { eligible: true }],
  [
    "leaves out a person with whose values a step gets too long",
    "word ".repeat(600),
    { eligible: false, reason: "tooLong" },
  ],
] as const)("a call %s", (_, news, expected) => {
  expect(said({ news })).toMatchObject(expected)
})

import { describe, expect, it } from "vitest"
import { PatientId } from "#schemas/ids.ts"
import { factsOf } from "#schemas/outreach/channels.ts"
import { channelOf, findChannel } from "#server/delivery/channels/channels.ts"
import { assessBy, type Addressee } from "#server/outreach/recipients/assess.rule.ts"
import type { ReadyMessage } from "#server/outreach/templates/message.rule.ts"
import { lawRules, readyRules } from "#server/outreach/sendingHours/sendingRules.rule.ts"

const person: Addressee = {
  patientId: PatientId.make(1),
  firstName: "Maria",
  lastName: "Lopez",
  externalId: null,
  language: null,
  zip: null,
  phone: "+14155550123",
  phoneKind: "landline",
  timezone: "America/New_York",
  addressCountry: null,
  custom: {},
  consent: "unknown",
}
const when = { now: Date.parse("2026-06-01T16:00:00Z"), rules: readyRules(lawRules) }
const origin = { companyName: "Northwind", bookingLink: "" }

/** Calls, as a channel might have them: landlines are as good as any, mobiles are left alone, and seconds count. */
const byCall = assessBy({
  unreached: (kind) => (kind === "mobile" ? "landline" : undefined),
  unfit: (body) => (body.length > 30 ? "tooLong" : undefined),
  cost: (body) => body.length * 2,
})
const message: ReadyMessage = {
  text: "Hello",
  variables: ["firstName"],
  render: ({ firstName }) => ({ text: `Hello ${firstName}, this is a call`, missing: [] }),
}

describe("a channel", () => {
  const judge = (over: Partial<Addressee>) => byCall(message, { ...person, ...over }, origin, when, new Set())

  it("says itself which numbers it reaches, what it writes and what that costs", () => {
    const body = "Hello Maria, this is a call"
    expect(judge({})).toMatchObject({ eligible: true, phone: person.phone, body, cost: body.length * 2 })
    expect(judge({ phoneKind: "mobile" })).toEqual({ eligible: false, reason: "landline" })
    expect(judge({ firstName: "Maria-Magdalena" })).toEqual({ eligible: false, reason: "tooLong" })
  })

  it("leaves out for consent and numbers as every other does", () => {
    expect(judge({ consent: "revoked" })).toEqual({ eligible: false, reason: "optedOut" })
    expect(judge({ phone: null })).toEqual({ eligible: false, reason: "noPhone" })
  })

  it("that is not built is found by no name", () => {
    expect(findChannel("MSIC")).toBeUndefined()
    expect(() => channelOf("MSIC")).toThrow("There is no channel called MSIC")
    expect(() => factsOf("MSIC")).toThrow("There is no channel called MSIC")
  })
})

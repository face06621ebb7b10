import { expect, it } from "vitest"
import { CompanyDraft } from "#schemas/administration/companyDraft.ts"
import { validatorOf } from "#schemas/validate.ts"
import { company } from "#tests/support/contractRequests.ts"

const validate = validatorOf(CompanyDraft)
const errorsOf = (changed: object) => validate({ ...company, ...changed })

it.each([
  [{ callingFrom: "07:59" }, "callingFrom", "Calls may be made from 08:00 to 21:00 only."],
  [{ callingTo: "21:01" }, "callingFrom", "Calls may be made from 08:00 to 21:00 only."],
  [{ callingFrom: "10:00", callingTo: "10:00" }, "callingTo", "The last time must be after the first."],
  [{ sendingFrom: "07:59" }, "sendingFrom", "Texts may be sent from 08:00 to 21:00 only."],
])("hours of a company outside the law are refused at their field: %j", (changed, field, message) => {
  expect(errorsOf(changed)).toEqual([{ field, message }])
})

it.each([
  [50, []],
  [51, [{ field: "senders.0.segmentsPerSecond", message: "Enter 1 to 50 calls a second." }]],
])("a number begins up to 50 calls a second: %i", (segmentsPerSecond, errors) => {
  const sender = {
    senderId: 0,
    channel: "IVR",
    e164: "+12125550123",
    label: "Calls",
    concurrentCalls: 1,
    carrier: "twilio",
    standIn: null,
  }
  expect(errorsOf({ senders: [{ ...sender, segmentsPerSecond }] })).toEqual(errors)
})

it.each([
  ["another text number", "+12125550124", "SMS", []],
  ["none", null, "SMS", []],
  ["itself", "+12125550123", "SMS", ["+12125550123"]],
  ["a number that is not there", "+12125550199", "SMS", ["+12125550199"]],
  ["a number for calls", "+12125550125", "SMS", ["+12125550125"]],
  ["a number, which a number for calls does not use", "+12125550199", "IVR", []],
])("a text number is stood in for by another one of the company: %s", (_, standIn, channel, refused) => {
  const one = { senderId: 0, label: "Main", concurrentCalls: 1, carrier: "twilio", segmentsPerSecond: 1 }
  const senders = [
    { ...one, channel, e164: "+12125550123", standIn },
    { ...one, channel: "SMS", e164: "+12125550124", standIn: null },
    { ...one, channel: "IVR", e164: "+12125550125", standIn: null },
  ]
  expect(errorsOf({ senders })).toEqual(
    refused.map((number) => ({
      field: "senders.0.standIn",
      message: `${number} is not another text number of this company. Choose another one, or none.`,
    })),
  )
})

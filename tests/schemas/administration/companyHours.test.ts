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
  }
  expect(errorsOf({ senders: [{ ...sender, segmentsPerSecond }] })).toEqual(errors)
})

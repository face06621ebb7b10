import { Effect } from "effect"
import type { Person } from "#schemas/caller.ts"
import { CompanyId, UserId } from "#schemas/ids.ts"
import { storeCompany } from "#server/administration/companies/company.commands.ts"
import { systemContext } from "#server/handle.ts"
import { MovableClock } from "#server/store/MovableClock.ts"
import { company } from "./contractRequests.ts"
import { noon, senderNumber } from "./outreach.ts"

/** Someone who may delete companies, and belongs to none of a test's. */
export const superAdmin: Person = {
  userId: UserId.make(1),
  userType: 1,
  accessIds: [13],
  companyId: CompanyId.make(900),
  actingCompanyId: CompanyId.make(900),
  country: "US",
  sessionId: "s",
  address: "127.0.0.1",
  correlationId: "correlation",
}

let made = 0

/** A company with one number, as the editor sets it up at noon; `withoutNumber` removes the number. */
export const companyWithNumber = Effect.gen(function* () {
  yield* (yield* MovableClock).move(noon)
  const companyId = CompanyId.make((made += 1))
  const sender = {
    senderId: 0,
    channel: "SMS" as const,
    e164: senderNumber(companyId),
    label: "Main",
    segmentsPerSecond: 1,
    concurrentCalls: 50,
    carrier: "twilio" as const,
    standIn: null,
  }
  const draft = { ...company, code: `M${companyId}`, senders: [sender] }
  const context = systemContext(companyId, `company-${companyId}`)
  const { hashedId } = yield* storeCompany(context, companyId, draft)
  const withoutNumber = Effect.asVoid(storeCompany(context, companyId, { ...draft, senders: [] }))
  return { companyId, hashedId, withoutNumber }
})

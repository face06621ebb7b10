import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { CurrentTransformer, type Transformer } from "effect/sql/Statement"
import type { Person } from "#schemas/api.ts"
import { deleteCompany, storeCompany } from "#server/companies.ts"
import { createCampaign } from "#server/campaigns.ts"
import { readCompany } from "#server/administration/companies.ts"
import { systemContext } from "#server/handle.ts"
import { Database } from "#server/store/Database.ts"
import { MovableClock } from "#server/store/MovableClock.ts"
import { asCompany } from "#tests/support/callingAs.ts"
import { company } from "#tests/support/contractRequests.ts"
import { noon, senderNumber } from "#tests/support/outreach.ts"
import { created, handlers, wanted } from "#tests/support/outreachCalls.ts"

const superAdmin: Person = {
  userId: 1,
  userType: 1,
  accessIds: [13],
  companyId: 900,
  actingCompanyId: 900,
  sessionId: "s",
  address: "127.0.0.1",
  correlationId: "correlation",
}

let made = 0

/** A company with one number, as the editor sets it up. */
const setUp = Effect.gen(function* () {
  yield* (yield* MovableClock).move(noon)
  const companyId = (made += 1)
  const sender = { senderId: 0, e164: senderNumber(companyId), label: "Main", segmentsPerSecond: 1 }
  const draft = { ...company, code: `M${companyId}`, senders: [sender] }
  const context = systemContext(companyId, `company-${companyId}`)
  const { hashedId } = yield* storeCompany(context, companyId, draft)
  const withoutNumber = Effect.asVoid(storeCompany(context, companyId, { ...draft, senders: [] }))
  return { companyId, hashedId, withoutNumber }
})

/** Lets a statement take effect just before the first other one that fits, as what somebody else commits at that moment. */
const meanwhile =
  (fits: RegExp, happens: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) => {
    let isDue = true
    const transformer: Transformer = (statement, sql) =>
      Effect.gen(function* () {
        if (isDue && fits.test(statement.compile()[0])) {
          isDue = false
          yield* Effect.orDie(sql.unsafe(happens))
          expect(isDue).toBe(false)
        }
        return statement
      })
    return Effect.ensuring(
      Effect.provideService(effect, CurrentTransformer, transformer),
      Effect.sync(() => expect(isDue).toBe(false)),
    )
  }

layer(handlers, { excludeTestServices: true, timeout: 60_000 })("two deeds at the same moment", (it) => {
  it.effect("do not delete a company whose campaign was just launched", () =>
    Effect.gen(function* () {
      const { companyId, hashedId } = yield* setUp
      const { campaignId } = yield* asCompany(companyId)(created(companyId))
      const refused = yield* Effect.flip(
        deleteCompany(superAdmin, hashedId, "Company", {}).pipe(
          meanwhile(
            /^\s*update companies set status/,
            `update campaign_runs set state = 'running' where company_id = ${companyId} and campaign_id = ${campaignId}`,
          ),
        ),
      )
      expect(refused.message).toBe("One campaign of this company is still open. Cancel it first.")
      expect((yield* readCompany(companyId))?.state).toBe("active")
    }),
  )

  it.effect("do not create a campaign for a number that was just removed", () =>
    Effect.gen(function* () {
      const { companyId } = yield* setUp
      const payload = yield* asCompany(companyId)(wanted(companyId, 2))
      const person = { ...superAdmin, companyId, actingCompanyId: companyId }
      const answer = yield* createCampaign(person, payload, {}).pipe(
        meanwhile(/from senders .* for key share/s, `delete from senders where company_id = ${companyId}`),
      )
      expect(answer).toMatchObject({ message: "Choose a number to send from." })
    }),
  )

  it.effect("do not remove a number that a campaign was just created for", () =>
    Effect.gen(function* () {
      const { companyId, withoutNumber } = yield* setUp
      const { campaignId } = yield* asCompany(companyId)(created(companyId))
      const { sql, company: within } = yield* Database
      const [run] = yield* within(companyId)(sql<{ sender_id: number }>`
        update campaign_runs set sender_id = 0 where company_id = ${companyId} and campaign_id = ${campaignId}
        returning (select sender_id from senders where company_id = ${companyId}) as sender_id`)
      const refused = yield* Effect.flip(
        withoutNumber.pipe(
          meanwhile(
            /from senders .* for update/s,
            `update campaign_runs set sender_id = ${run?.sender_id ?? 0} where company_id = ${companyId}`,
          ),
        ),
      )
      expect(refused.message).toContain("was used by campaigns, so it cannot be removed.")
    }),
  )
})

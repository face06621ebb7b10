import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { Person } from "#schemas/caller.ts"
import { CompanyId, UserId } from "#schemas/ids.ts"
import { makeActingLog } from "#server/http/acting.ts"
import { recordAudit } from "#server/http/audit.ts"
import { Database } from "#server/store/Database.ts"
import { MovableClock } from "#server/store/MovableClock.ts"
import { embeddedDatabase } from "#tests/support/embeddedDatabase.ts"
import { makeCompany, noon, storeOn } from "#tests/support/outreach.ts"

const person: Person = {
  userId: UserId.make(1),
  userType: 1,
  accessIds: [13],
  companyId: CompanyId.make(900),
  actingCompanyId: CompanyId.make(1),
  country: "US",
  sessionId: "first",
  address: "127.0.0.1",
  correlationId: "correlation",
}

layer(storeOn(embeddedDatabase), { excludeTestServices: true })("the work for another company", (it) => {
  it.effect(
    "is recorded once by several processes, once a session, and again after an end that another one wrote",
    () =>
      Effect.gen(function* () {
        yield* makeCompany(CompanyId.make(1))
        const clock = yield* MovableClock
        yield* clock.move(noon)
        const [one, other] = [makeActingLog(), makeActingLog()]
        yield* Effect.all([one.log(person), other.log(person), one.log(person)], { concurrency: "unbounded" })
        yield* other.log({ ...person, sessionId: "second" })
        yield* recordAudit(person, { _tag: "ActingEnded" })
        yield* one.forget(person)
        yield* clock.move(noon + 31_000)
        yield* other.log(person)
        yield* one.log(person)
        const { sql, company } = yield* Database
        const rows = yield* company(CompanyId.make(1))(sql<{ type: string; session: string }>`
        select type, meta ->> 'sessionId' as session from events where company_id = 1 and type like 'Acting%' order by pos`)
        expect(rows.map(({ type, session }) => `${type} ${session}`)).toEqual([
          "ActingBegan first",
          "ActingBegan second",
          "ActingEnded first",
          "ActingBegan first",
        ])
      }),
  )
})

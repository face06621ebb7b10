import { expect, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { Database } from "#server/store/Database.ts"
import { EventStore } from "#server/store/EventStore.ts"
import { sealFacts, verifySeals } from "#server/store/seals.ts"
import { asOwner } from "#tests/support/asOwner.ts"
import { freshPostgresql } from "#tests/support/freshPostgresql.ts"
import { postgresqlServer, testDatabases } from "#tests/support/testDatabases.ts"
import { CompanyId } from "#schemas/ids.ts"

const at = "2026-11-21T09:30:00.125Z"

const addFacts = Effect.fnUntraced(function* (companyId: CompanyId, count: number) {
  const { sql, company } = yield* Database
  yield* company(companyId)(sql`
    insert into deliveries (company_id, campaign_id, recipient_id, type, data, at)
    select ${companyId}::int, 1 + n % 3, n, 'MessageDelivered', jsonb_build_object('n', n), ${at}::timestamptz
    from generate_series(1, ${count}::int) n`)
  yield* company(companyId)(sql`
    insert into opt_outs (company_id, phone, channel, consent, at, source, evidence)
    values (${companyId}, '+14155550100', 'SMS', 'revoked', ${at}::timestamptz, 'reply', 'STOP')`)
})

/** Runs a change that the application itself may not make, looks, and takes it back. */
const tampered = Effect.fnUntraced(function* (change: string, back: string) {
  yield* asOwner((owner) => owner.unsafe(change))
  const { broken } = yield* verifySeals
  yield* asOwner((owner) => owner.unsafe(back))
  return broken
})

for (const [name, database] of testDatabases) {
  const services = Layer.provideMerge(EventStore.layer, database)
  layer(services, { excludeTestServices: true })(`the seals of facts on ${name}`, (it) => {
    it.effect("cover what became of texts and who opted out, and show what was changed, removed or added", () =>
      Effect.gen(function* () {
        yield* addFacts(CompanyId.make(1), 12)
        expect(yield* verifySeals).toEqual({ facts: 0, unsealed: 13, broken: undefined })
        yield* sealFacts
        yield* addFacts(CompanyId.make(2), 3)
        expect(yield* verifySeals).toEqual({ facts: 13, unsealed: 4, broken: undefined })
        yield* sealFacts
        yield* sealFacts
        expect(yield* verifySeals).toEqual({ facts: 17, unsealed: 0, broken: undefined })
        const first = { table: "deliveries", after: 0, to: 12 }
        const where = "where company_id = 1 and recipient_id = 4"
        expect(
          yield* tampered(
            `update deliveries set type = 'MessageFailed' ${where}`,
            `update deliveries set type = 'MessageDelivered' ${where}`,
          ),
        ).toEqual({ ...first, reason: "changed" })
        const copy = "company_id, campaign_id, recipient_id, type, data, at"
        expect(
          yield* tampered(
            `insert into deliveries (${copy}, pos) select ${copy}, 5 from deliveries ${where} and pos <> 5`,
            `delete from deliveries ${where} and pos = 5`,
          ),
        ).toEqual({ ...first, reason: "slipped in" })
        expect(
          yield* tampered(`update deliveries set pos = 1000 ${where}`, `update deliveries set pos = 4 ${where}`),
        ).toEqual({ ...first, reason: "removed" })
        expect(
          yield* tampered(
            `update opt_outs set consent = 'granted' where company_id = 2`,
            `update opt_outs set consent = 'revoked' where company_id = 2`,
          ),
        ).toMatchObject({ table: "opt_outs", reason: "changed" })
        expect(yield* verifySeals).toEqual({ facts: 17, unsealed: 0, broken: undefined })
      }),
    )
  })
}

if (postgresqlServer !== undefined) {
  const services = Layer.provideMerge(EventStore.layer, freshPostgresql(postgresqlServer))
  layer(services, { excludeTestServices: true })("a seal on PostgreSQL", (it) => {
    it.effect("waits for facts whose transaction is under way, while others go on writing", () =>
      Effect.gen(function* () {
        const { sql, company } = yield* Database
        const [written, ending] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
        const late = company(CompanyId.make(1))(
          sql`insert into deliveries (company_id, campaign_id, recipient_id, type, at) values (1, 1, 1, 'Late', ${at}::timestamptz)`.pipe(
            Effect.andThen(Deferred.succeed(written, undefined)),
            Effect.andThen(Deferred.await(ending)),
          ),
        )
        const writing = yield* Effect.forkChild(late)
        yield* Deferred.await(written)
        yield* addFacts(CompanyId.make(2), 5)
        const sealing = yield* Effect.forkChild(sealFacts)
        yield* Effect.forEach(Array.from({ length: 20 }), () => addFacts(CompanyId.make(3), 1))
        yield* Deferred.succeed(ending, undefined)
        yield* Fiber.join(writing)
        yield* Fiber.join(sealing)
        yield* sealFacts
        expect(yield* verifySeals).toEqual({ facts: 47, unsealed: 0, broken: undefined })
      }),
    )
  })
}

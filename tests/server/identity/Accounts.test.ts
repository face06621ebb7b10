import { describe, expect, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { GroupId } from "#schemas/administration/group.ts"
import { Accounts } from "#server/identity/Accounts.ts"
import { createAccount } from "#server/identity/createAccount.ts"
import { embeddedIssuer } from "#server/identity/IdentityConfig.ts"
import { SignInUsers } from "#server/identity/SignInUsers.ts"
import { Database } from "#server/store/Database.ts"
import type { embeddedDatabase } from "#tests/support/embeddedDatabase.ts"
import { testDatabases } from "#tests/support/testDatabases.ts"
import { CompanyId } from "#schemas/ids.ts"

const on = (database: typeof embeddedDatabase) =>
  Layer.mergeAll(Accounts.layer, SignInUsers.layer).pipe(Layer.provideMerge(database))

const company = Effect.fnUntraced(function* (companyId: CompanyId) {
  const database = yield* Database
  yield* database.everyCompany(database.sql`
    insert into companies (company_id, hashed_id, name, code, timezone, contract_start, contract_end)
    values (${companyId}, ${`hashed-company-${companyId}`}, ${`Company ${companyId}`}, ${`C${companyId}`}, 'Europe/Berlin', '2026-01-01', '2026-12-31')`)
})
const person = (companyId: CompanyId, email: string) => ({
  companyId,
  email,
  displayName: "A Person",
  userType: 2 as const,
  accessIds: [1, 14],
  password: { hash: "none" },
})

describe.each(testDatabases)("on %s", (_name, database) => {
  layer(on(database), { timeout: "60 seconds", excludeTestServices: true })("accounts", (it) => {
    it.effect("are found by issuer and subject, with the company's contract", () =>
      Effect.gen(function* () {
        const companyId = CompanyId.make(11)
        yield* company(companyId)
        const accounts = yield* Accounts
        const users = yield* SignInUsers
        const userId = yield* createAccount(person(companyId, "One@clinic.test"))
        const database = yield* Database
        const [row] = yield* database.sql<{ id: string }>`select id from idp_users where email = 'one@clinic.test'`
        const subject = row?.id ?? ""
        expect(yield* users.find(subject)).toMatchObject({ email: "one@clinic.test" })
        const found = yield* accounts.find(embeddedIssuer, subject)
        expect(found).toMatchObject({
          userId,
          userName: "one@clinic.test",
          userType: 2,
          accessIds: [1, 14],
          isActive: true,
          locked: false,
          company: {
            companyId: 11,
            name: "Company 11",
            timezone: "Europe/Berlin",
            contractStart: "2026-01-01",
            contractEnd: "2026-12-31",
          },
        })
        expect(yield* accounts.find("https://elsewhere.test", subject)).toBeUndefined()
        expect(yield* accounts.find(embeddedIssuer, "one@clinic.test")).toBeUndefined()
      }),
    )

    it.effect("are not found from inside another company's transaction", () =>
      Effect.gen(function* () {
        const companyId = CompanyId.make(14)
        yield* company(companyId)
        const accounts = yield* Accounts
        const database = yield* Database
        const subject = crypto.randomUUID()
        yield* accounts.create({ ...person(companyId, "four@clinic.test"), issuer: "x", subject })
        const seen = yield* database.company(CompanyId.make(13))(
          Effect.gen(function* () {
            yield* accounts.find("x", subject)
            const rows = yield* database.sql`select 1 from accounts where company_id <> 13`
            return [yield* accounts.find("x", subject), rows.length] as const
          }),
        )
        expect(seen).toEqual([undefined, 0])
        expect(yield* database.company(companyId)(accounts.find("x", subject))).toBeDefined()
        expect(yield* database.sql`select 1 from accounts`).toHaveLength(0)
      }),
    )

    it.effect("have their own rights and those of their groups, as far as the company has bought them", () =>
      Effect.gen(function* () {
        const companyId = CompanyId.make(12)
        yield* company(companyId)
        const database = yield* Database
        const { sql } = database
        const run = database.company(companyId)
        yield* run(sql`update companies set features = '{1,4,14,17}' where company_id = ${companyId}`)
        for (const [id, state, ids] of [
          [1, "active", "[4, 5]"],
          [2, "deleted", "[17]"],
          [3, "active", "[]"],
        ] as const)
          yield* run(sql`
            insert into read_models (company_id, category, id, version, stream_version, state, row, updated_at)
            values (${companyId}, 'group', ${id}, 1, 1, ${state}, jsonb_build_object('accessIds', ${ids}::text::jsonb), now())`)
        const accounts = yield* Accounts
        const subject = crypto.randomUUID()
        const groupIds = [1, 2, 3].map((id) => GroupId.make(id))
        yield* accounts.create({ ...person(companyId, "two@clinic.test"), groupIds, issuer: "x", subject })
        const found = yield* accounts.findFor("x", subject)
        expect(found?.account.accessIds).toEqual([1, 4, 14])
        const holds = Effect.map(
          database.everyCompany(sql<{ holds: boolean }>`select ${found!.isUnchanged(sql)} as holds`),
          ([row]) => row?.holds,
        )
        expect(yield* holds).toBe(true)
        yield* run(sql`update read_models set row = '{"accessIds": [1]}' where company_id = ${companyId} and id = 1`)
        expect(yield* holds).toBe(false)
        expect((yield* accounts.find("x", subject))?.accessIds).toEqual([1, 14])
      }),
    )

    it.effect("of one e-mail address sign in once: the second leaves nothing behind", () =>
      Effect.gen(function* () {
        const companyId = CompanyId.make(13)
        yield* company(companyId)
        yield* createAccount(person(companyId, "three@clinic.test"))
        const failure = yield* Effect.flip(createAccount(person(companyId, "THREE@clinic.test ")))
        expect(failure).toMatchObject({ problem: "AlreadyExists" })
        const database = yield* Database
        const rows = yield* database.company(companyId)(database.sql`select 1 from accounts where company_id = 13`)
        expect(rows).toHaveLength(1)
      }),
    )
  })
})

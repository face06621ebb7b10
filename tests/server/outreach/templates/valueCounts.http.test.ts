import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { ListId } from "#schemas/ids.ts"
import type { ValueCounts } from "#schemas/outreach/valueCounts.ts"
import { Database } from "#server/store/Database.ts"
import { asCompany } from "#tests/support/callingAs.ts"
import { makeList } from "#tests/support/outreach.ts"
import { freshCompany, handlers, makeClient } from "#tests/support/outreachCalls.ts"

const has = ({ values }: ValueCounts, name: string) => values.find((one) => one.name === name)?.people

layer(handlers, { excludeTestServices: true, timeout: 60_000 })("the values of variables", (it) => {
  it.effect("are counted by people, of the company or of a list, and what is blank is none", () =>
    Effect.gen(function* () {
      const companyId = yield* freshCompany()
      const listId = yield* makeList(companyId, 7)
      yield* Effect.gen(function* () {
        const client = yield* makeClient
        const { sql, company } = yield* Database
        const [first] = yield* company(companyId)(
          sql<{ id: number }>`select min(patient_id) as id from patients where company_id = ${companyId}`,
        )
        const id = first?.id ?? 0
        yield* company(companyId)(sql`
          insert into list_variables (company_id, list_id, name)
          values (${companyId}, ${listId}, 'clinic'), (${companyId}, ${listId}, 'constructor')`)
        yield* company(companyId)(sql`
          update patients set first_name = case when patient_id = ${id} then ' ' else first_name end,
            custom = case when patient_id <= ${id + 1} then '{"clinic": "Mission"}'::jsonb else '{"clinic": ""}'::jsonb end
          where company_id = ${companyId}`)
        const everyone = (yield* client.Template.CountValues({ query: {} })).data
        expect([everyone.people, everyone.isPartial]).toEqual([7, false])
        expect([has(everyone, "firstName"), has(everyone, "lastName"), has(everyone, "clinic")]).toEqual([6, 7, 2])
        expect(has(everyone, "constructor")).toBe(0)
        yield* company(companyId)(
          sql`delete from list_members where company_id = ${companyId} and list_id = ${listId} and patient_id = ${id}`,
        )
        const listed = (yield* client.Template.CountValues({ query: { listId } })).data
        expect([listed.people, has(listed, "firstName"), has(listed, "clinic")]).toEqual([6, 6, 1])
        const gone = client.Template.CountValues({ query: { listId: ListId.make(999_997) } })
        expect(yield* Effect.flip(gone)).toMatchObject({ problem: "NotFound" })
      }).pipe(asCompany(companyId))
    }),
  )
})

import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { CompanyId } from "#schemas/ids.ts"
import { importJob } from "#server/people/imports/import.job.ts"
import { Database } from "#server/store/Database.ts"
import { asCompany } from "#tests/support/callingAs.ts"
import { check, handlers, makeClient, run, upload } from "../calling.ts"
import { makeCompany } from "../importing.ts"

layer(handlers, { excludeTestServices: true, timeout: 60_000 })("the order of the dates of a list file", (it) => {
  it.effect("is asked for where the dates do not say it, stored with the mapping, and kept by every row", () =>
    Effect.gen(function* () {
      const companyId = CompanyId.make(1)
      yield* makeCompany(companyId)
      const client = yield* makeClient
      const file = (...dates: ReadonlyArray<string>) =>
        `MRN,DOB\n${dates.map((date, index) => `D${index},${date}\n`).join("")}`
      const asked = {
        statusCode: "422",
        errors: [
          {
            field: "mapping.1.dateOrder",
            message: "Which comes first in dates like 03/04/1980: the month or the day?",
          },
        ],
      }
      const both = yield* upload(file("03/04/1980", "25/12/1981", "12/25/1982"))
      const { importId } = both
      expect(yield* Effect.flip(check(importId, "Both"))).toMatchObject(asked)
      const neither = yield* upload(file("03/04/1980", "1981-12-25"))
      expect(yield* Effect.flip(check(neither.importId, "Neither"))).toMatchObject(asked)

      const say = (dateOrder: "monthFirst" | "dayFirst") =>
        Effect.andThen(
          client.Database.CheckImport({
            headers: {},
            payload: {
              importId,
              listName: "Both",
              mapping: both.mapping.map((one) => (one.target === "dob" ? { ...one, dateOrder } : one)),
            },
          }),
          importJob({ companyId, importId }),
        )
      const found = Effect.map(client.Database.GetImport({ query: { importId } }), ({ data }) => data)
      yield* say("monthFirst")
      expect((yield* found).reasons.map(({ first }) => first.map(({ value }) => value))).toEqual([["25/12/1981"]])
      yield* say("dayFirst")
      expect(yield* found).toMatchObject({
        import: { mapping: [{ target: "externalId" }, { target: "dob", dateOrder: "dayFirst" }] },
        reasons: [
          {
            column: "DOB",
            reason: "This date has the month first; this column is read with the day first.",
            rows: 1,
            first: [{ line: 4, value: "12/25/1982" }],
          },
        ],
      })
      yield* run(importId)
      yield* importJob({ companyId, importId })
      const { data: patients } = yield* client.Database.GetCustomerPatientList({ query: { pageSize: 10 } })
      expect(patients.map(({ dob }) => dob).toSorted()).toEqual(["1980-04-03", "1981-12-25"])

      const { sql, company } = yield* Database
      const hashes = yield* company(companyId)(
        sql<{ hash: string }>`
          select data ->> 'mappingHash' as hash from events
          where company_id = 1 and type = 'ImportCheckStarted' and stream_id = ${`import-${importId}`}`,
      )
      expect(new Set(hashes.map(({ hash }) => hash)).size).toBe(2)
    }).pipe(asCompany(CompanyId.make(1))),
  )

  it.effect(
    "is the one that the dates say, also of a column that a person names the date of birth, and asked for no other",
    () =>
      Effect.gen(function* () {
        const companyId = CompanyId.make(2)
        yield* makeCompany(companyId)
        const client = yield* makeClient
        const { importId, mapping, dates } = yield* upload(
          "MRN,Born,Visit\nE1,3/4/1980,3/4/2026\nE2,31/12/1981,4/5/2026\n",
        )
        expect(mapping.map(({ target }) => target)).toEqual(["externalId", "custom", "custom"])
        expect(dates[1]).toEqual({ monthFirst: 0, dayFirst: 1, either: 1 })
        const named = mapping.map(({ header, target }) => ({
          header,
          target: header === "Born" ? ("dob" as const) : target,
        }))
        const { data } = yield* client.Database.CheckImport({
          headers: {},
          payload: { importId, listName: "Later", mapping: named },
        })
        expect(data.mapping).toEqual([
          { header: "MRN", target: "externalId" },
          { header: "Born", target: "dob", dateOrder: "dayFirst" },
          { header: "Visit", target: "custom" },
        ])
        yield* importJob({ companyId, importId })
        yield* run(importId)
        yield* importJob({ companyId, importId })
        const { data: patients } = yield* client.Database.GetCustomerPatientList({ query: { pageSize: 10 } })
        expect(patients.map(({ dob }) => dob).toSorted()).toEqual(["1980-04-03", "1981-12-31"])
      }).pipe(asCompany(CompanyId.make(2))),
  )
})

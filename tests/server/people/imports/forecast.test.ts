import { layer } from "@effect/vitest"
import { Effect } from "effect"
import { expect } from "vitest"
import { importJob } from "#server/people/imports/import.job.ts"
import { readImportDetail } from "#server/people/imports/importDetail.queries.ts"
import { Database } from "#server/store/Database.ts"
import { testDatabases } from "#tests/support/testDatabases.ts"
import { askCheck, askRun, importing, importWhole, newCompany, upload } from "../importing.ts"

const smallBatches = { check: 200, run: 100 }

for (const [name, database] of testDatabases) {
  layer(importing(database), { timeout: "60 seconds", excludeTestServices: true })(`an import on ${name}`, (it) => {
    it.effect("says before anything is stored what it will do, and then does just that", () =>
      Effect.gen(function* () {
        const companyId = yield* newCompany(20)
        const known = Array.from({ length: 300 }, (_, row) => `K${row},Ann,Lee ${row},(415) 555-${2000 + row}\n`)
        const head = "MRN,First name,Last name,Cell\n"
        yield* importWhole(companyId, head + known.join(""))
        // Known as they are, known by another name, new, of another country, without a phone, and named twice far apart.
        const changed = known.slice(100, 150).map((row) => row.replace("Ann", "Anna"))
        const added = Array.from({ length: 250 }, (_, row) => `N${row},Bo,Ray ${row},(212) 555-${3000 + row}\n`)
        const others = ["C1,Cy,Fox,+14165550123\n", "C2,Di,Fox,\n", "C3,Ed,Fox,12\n"]
        const file = head + [...known.slice(0, 100), ...changed, ...added, ...others, ...known.slice(0, 5)].join("")
        const importId = yield* upload(companyId, file)
        yield* askCheck(companyId, importId)
        yield* importJob({ companyId, importId }, smallBatches)
        const forecast = (yield* readImportDetail(companyId, importId))?.forecast
        expect(forecast).toEqual({
          added: 252,
          changed: 50,
          unchanged: 100,
          duplicate: 5,
          noPhone: 1,
          landline: 0,
          textable: { US: 400 },
          otherCountry: { CA: 1 },
        })
        yield* askRun(companyId, importId)
        yield* importJob({ companyId, importId }, smallBatches)
        const detail = yield* readImportDetail(companyId, importId)
        expect(detail?.import.progress).toMatchObject({ added: 252, changed: 50, unchanged: 100, duplicate: 5 })
        expect(detail?.reasons.map(({ rows, first }) => [rows, first[0]?.line])).toEqual([
          [5, 405],
          [1, 404],
        ])
        expect(detail?.rejectedRows).toBe(6)
        expect(detail?.history.map(({ type }) => type)).toEqual([
          "ListFileUploaded",
          "ImportCheckStarted",
          "ImportChecked",
          "ImportStarted",
          "ImportCompleted",
        ])
      }),
    )

    it.effect("counts by country who can be texted, and knows the same file again", () =>
      Effect.gen(function* () {
        const companyId = yield* newCompany(21)
        const people = "MRN,Cell\nA1,(415) 555-2671\nA2,415-555-2672\nA2,415-555-2672\n"
        const first = yield* importWhole(companyId, people)
        const { sql, company } = yield* Database
        yield* company(companyId)(sql`update companies set text_countries = '["CA"]' where company_id = ${companyId}`)
        const second = yield* importWhole(companyId, people)
        const details = yield* Effect.forEach([first, second], ({ importId }) => readImportDetail(companyId, importId))
        expect(details.map((one) => [one?.forecast?.textable, one?.forecast?.otherCountry])).toEqual([
          [{ US: 2 }, {}],
          [{}, { US: 2 }],
        ])
        expect(details.map((one) => one?.earlier?.importId)).toEqual([undefined, first.importId])
      }),
    )
  })
}

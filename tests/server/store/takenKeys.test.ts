import { expect, layer } from "@effect/vitest"
import { Cause, Effect, Exit } from "effect"
import { orStaleVersion } from "#server/handle.ts"
import { saveTemplateVersion } from "#server/outreach/templates/template.queries.ts"
import { Database } from "#server/store/Database.ts"
import { testDatabases } from "#tests/support/testDatabases.ts"
import { CompanyId, TemplateId } from "#schemas/ids.ts"

const draft = (version: number) => ({ version, text: "", variables: [], at: "2026-11-21T00:00:00Z" })
const companyId = CompanyId.make(1)
const first = TemplateId.make(901)
const second = TemplateId.make(902)
const save = (templateId: TemplateId, version: number) =>
  Effect.flatMap(Database, ({ company }) =>
    company(companyId)(orStaleVersion(saveTemplateVersion(companyId, templateId, draft(version)))),
  )
/** Takes a public id, which no two things have. */
const takePublicId = (templateId: TemplateId) =>
  Effect.flatMap(Database, ({ sql, company }) =>
    company(companyId)(
      orStaleVersion(sql`
        insert into hashed_ids (company_id, kind, id, hashed_id)
        values (${companyId}, 'template', ${templateId}, 'onePublicIdForTwo00000')`),
    ),
  )

for (const [name, database] of testDatabases) {
  layer(database, { excludeTestServices: true })(`a row next to an event whose key is taken, on ${name}`, (it) => {
    it.effect("says that someone was first where the key is the version, and is a defect where it is another", () =>
      Effect.gen(function* () {
        yield* save(first, 1)
        expect(yield* Effect.flip(save(first, 1))).toMatchObject({ problem: "StaleVersion" })
        yield* takePublicId(first)
        const other = yield* Effect.exit(takePublicId(second))
        expect(Exit.isFailure(other) && Cause.hasDies(other.cause)).toBe(true)
        yield* save(second, 1)
      }),
    )
  })
}

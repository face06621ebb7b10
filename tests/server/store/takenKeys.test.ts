import { expect, layer } from "@effect/vitest"
import { Cause, Effect, Exit } from "effect"
import { orStaleVersion } from "#server/handle.ts"
import { saveTemplateVersion } from "#server/outreach/templates/template.queries.ts"
import { Database } from "#server/store/Database.ts"
import { testDatabases } from "#tests/support/testDatabases.ts"
import { CompanyId, TemplateId } from "#schemas/ids.ts"

const draft = (version: number) => ({ version, text: "", variables: [], at: "2026-11-21T00:00:00Z" })
const ids = { first: "TakenTakenTakenTaken01", second: "TakenTakenTakenTaken02" }
const save = (templateId: TemplateId, version: number, hashedId: string) =>
  Effect.flatMap(Database, ({ company }) =>
    company(CompanyId.make(1))(
      orStaleVersion(saveTemplateVersion(CompanyId.make(1), templateId, draft(version), hashedId)),
    ),
  )

for (const [name, database] of testDatabases) {
  layer(database, { excludeTestServices: true })(`a row next to an event whose key is taken, on ${name}`, (it) => {
    it.effect("says that someone was first where the key is the version, and is a defect where it is another", () =>
      Effect.gen(function* () {
        yield* save(TemplateId.make(901), 1, ids.first)
        expect(yield* Effect.flip(save(TemplateId.make(901), 1, ids.first))).toMatchObject({ problem: "StaleVersion" })
        const other = yield* Effect.exit(save(TemplateId.make(902), 1, ids.first))
        expect(Exit.isFailure(other) && Cause.hasDies(other.cause)).toBe(true)
        yield* save(TemplateId.make(902), 1, ids.second)
      }),
    )
  })
}

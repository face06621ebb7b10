import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TemplateId } from "#schemas/ids.ts"
import { readStepChoices } from "#server/outreach/multiCampaigns/stepTemplates.queries.ts"
import { Database } from "#server/store/Database.ts"
import { rowsOf } from "#server/store/readModels.ts"
import { templateProjection } from "#server/outreach/templates/template.projection.ts"
import { embeddedDatabase } from "#tests/support/embeddedDatabase.ts"
import { ladderCompany } from "#tests/support/ladders.ts"
import { engineOn, makeTemplate } from "#tests/support/outreach.ts"

layer(engineOn(embeddedDatabase), { excludeTestServices: true })("what a step can send", (it) => {
  it.effect("is what is published, with how many of each channel are not, and why; nothing of what was deleted", () =>
    Effect.gen(function* () {
      const { companyId, text } = yield* ladderCompany(1, 1)
      const { sql, company } = yield* Database
      for (const [id, state] of [
        [101, "draft"],
        [102, "retired"],
        [103, "retired"],
        [104, "deleted"],
        [105, "revised"],
      ] as const) {
        yield* makeTemplate(companyId, TemplateId.make(id))
        yield* company(companyId)(sql`
          update read_models t set state = ${state}
          where t.company_id = ${companyId} and ${rowsOf(sql, "t", templateProjection)} and t.id = ${id}`)
      }
      const { templates, notOffered } = yield* readStepChoices(companyId)
      const texts = templates.filter(({ channel }) => channel === "SMS").map(({ templateId }) => templateId)
      expect(texts.toSorted((one, other) => one - other)).toEqual([text, 105])
      expect(notOffered).toEqual({
        SMS: { draft: 1, retired: 2, appointment: 0 },
        IVR: { draft: 0, retired: 0, appointment: 0 },
      })
    }),
  )
})

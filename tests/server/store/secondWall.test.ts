import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { CurrentTransformer, type Transformer } from "effect/sql/Statement"
import { readActivity } from "#server/administration/activity/activity.queries.ts"
import { campaignProjection } from "#server/outreach/campaigns/campaign.projection.ts"
import { readCampaigns, readSenders } from "#server/outreach/campaigns/campaign.queries.ts"
import { findThing } from "#server/store/hashedIds.ts"
import { foundTemplate, readTemplates } from "#server/outreach/templates/template.queries.ts"
import { makeDashboard } from "#server/reporting/dashboard/dashboard.queries.ts"
import { Database } from "#server/store/Database.ts"
import { streams } from "#server/streams.ts"
import { readImports } from "#server/people/imports/import.queries.ts"
import { readLists } from "#server/people/lists/list.queries.ts"
import { readPatients } from "#server/people/patients/patient.queries.ts"
import { demoIds, seededOn } from "#tests/support/seededDemo.ts"
import { testDatabases } from "#tests/support/testDatabases.ts"
import { TemplateId, noneOf } from "#schemas/ids.ts"

const { northwind, harbor } = demoIds
const rights = { userType: 2 as const, accessIds: Array.from({ length: 17 }, (_, index) => index + 1) }

/** The build whose first wall is off: no statement asks any more whose company a row is. */
const withoutFirstWall = (opened: { statements: number }): Transformer => {
  const own = /\b(?:\w+\.)?company_id = (\$\d+)(?:::int)?/g
  return (statement, sql) =>
    Effect.sync(() => {
      const [text, values] = statement.compile()
      if (!own.test(text)) return statement
      opened.statements += 1
      return sql.unsafe(text.replaceAll(own, "($1::int is not null)"), values)
    })
}

/** What a company's people read, by name. */
const reads = {
  templates: readTemplates(northwind, { pageSize: 200 }),
  campaigns: readCampaigns(northwind, { pageSize: 200 }),
  senders: readSenders(northwind),
  patients: readPatients(northwind, { pageSize: 200 }),
  lists: readLists(northwind),
  imports: readImports(northwind, { pageSize: 200 }),
  activity: readActivity(streams, { of: northwind, acting: northwind }, { pageSize: 200 }, "UTC"),
  dashboard: Effect.map(makeDashboard(northwind, rights), ({ asOf: _, ...figures }) => figures),
} as const

for (const [name, database] of testDatabases) {
  layer(seededOn(database), { excludeTestServices: true, timeout: 60_000 })(
    `row-level security, with the program's own check switched off, on ${name}`,
    (it) => {
      it.effect.each(Object.entries(reads))("keeps companies apart: %s", ([, read]) =>
        Effect.gen(function* () {
          const opened = { statements: 0 }
          const before = yield* read as Effect.Effect<unknown, unknown, Database>
          const after = yield* (read as Effect.Effect<unknown, unknown, Database>).pipe(
            Effect.provideService(CurrentTransformer, withoutFirstWall(opened)),
          )
          expect(opened.statements).toBeGreaterThan(0)
          expect(after).toEqual(before)
        }),
      )

      it.effect("answers another company's thing like one that no one has", () =>
        Effect.gen(function* () {
          const { sql, company } = yield* Database
          const [theirs] = yield* company(harbor)(
            sql<{ hashed_id: string; template_id: TemplateId }>`
              select h.hashed_id, (select min(id) from read_models where company_id = ${harbor} and category = 'template') as template_id
              from hashed_ids h where h.company_id = ${harbor} and h.kind = 'campaign' limit 1`,
          )
          const open = Effect.provideService(CurrentTransformer, withoutFirstWall({ statements: 0 }))
          expect(yield* open(findThing(northwind, campaignProjection, theirs?.hashed_id ?? ""))).toBeUndefined()
          const template = foundTemplate(northwind, theirs?.template_id ?? noneOf(TemplateId))
          expect(yield* Effect.flip(open(template))).toMatchObject({ problem: "NotFound" })
          expect(yield* open(findThing(harbor, campaignProjection, theirs?.hashed_id ?? ""))).toBeGreaterThan(0)
        }),
      )
    },
  )
}

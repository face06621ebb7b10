import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { CampaignId, CompanyId, TemplateId } from "#schemas/ids.ts"
import { Database } from "#server/store/Database.ts"
import { MovableClock } from "#server/store/MovableClock.ts"
import { testDatabases } from "#tests/support/testDatabases.ts"
import {
  awaitEvent,
  engine,
  engineOn,
  launchCampaign,
  makeCampaign,
  makeCompany,
  makeDraft,
  makeList,
  makeTemplate,
  noon,
  recordedCarrier,
} from "#tests/support/outreach.ts"

for (const [name, database] of testDatabases) {
  const carrier = recordedCarrier()
  const parts = engineOn(database, carrier)
  layer(parts, { excludeTestServices: true })(`work that was left on ${name}`, (it) => {
    it.effect("a campaign whose planning was given up is planned at the next start", () =>
      Effect.gen(function* () {
        const companyId = CompanyId.make(1)
        const { campaignId } = yield* makeDraft(companyId, 3)
        yield* launchCampaign(companyId, campaignId)
        const { sql, everyCompany } = yield* Database
        // The subscription has passed the launch; its job is gone.
        yield* everyCompany(sql`
          insert into checkpoints (name, tx, pos) select 'outreach-work', tx, pos from events order by events.tx desc, pos desc limit 1`)
        yield* awaitEvent(companyId, campaignId, "CampaignCompleted").pipe(Effect.provide(engine()))
        expect(carrier.sent).toHaveLength(3)
      }),
    )

    it.effect("one campaign that cannot be moved on does not hold up the others", () =>
      Effect.gen(function* () {
        const [companyId, templateId] = [CompanyId.make(2), TemplateId.make(2)]
        yield* (yield* MovableClock).move(noon)
        yield* makeCompany(companyId)
        const listId = yield* makeList(companyId, 3)
        yield* makeTemplate(companyId, templateId)
        const startAt = new Date(noon + 1_000).toISOString()
        for (const campaignId of [CampaignId.make(1), CampaignId.make(2)]) {
          yield* makeCampaign(companyId, { campaignId, listId, templateId, startAt })
          yield* launchCampaign(companyId, campaignId)
        }
        const { sql, company } = yield* Database
        // No one launches this one: its stream has an event that no release knows.
        yield* company(companyId)(sql`
          insert into events (company_id, stream_id, version, type, schema_version, data, meta, at)
          select company_id, stream_id, 3, 'CampaignUnknown', 1, '{}', meta, at from events
          where company_id = 2 and stream_id = 'campaign-1' and version = 2`)
        yield* (yield* MovableClock).move(noon + 2_000)
        yield* awaitEvent(companyId, CampaignId.make(2), "CampaignCompleted").pipe(
          Effect.provide(engine({ tickMillis: 1_000 })),
        )
        expect(carrier.sent.filter(({ to }) => to.startsWith("+1213300"))).toHaveLength(3)
      }),
    )
  })
}

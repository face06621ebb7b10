import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { UserId } from "#schemas/ids.ts"
import { readCampaignDetail } from "#server/outreach/campaigns/campaign.queries.ts"
import { Database } from "#server/store/Database.ts"
import { ladderCompany, launchLadder, minute, runNow } from "#tests/support/ladders.ts"
import { ladderDraft } from "#tests/support/ladderSamples.ts"
import { engineOn, noon } from "#tests/support/outreach.ts"
import { testDatabases } from "#tests/support/testDatabases.ts"

for (const [name, database] of testDatabases) {
  layer(engineOn(database), { excludeTestServices: true })(`the campaign of a step on ${name}`, (it) => {
    it.effect("names the multi-campaign of which it carries a step", () =>
      Effect.gen(function* () {
        const { companyId, listId, step, senders } = yield* ladderCompany(1, 1)
        const id = yield* launchLadder(companyId, 1, ladderDraft(listId, [step(1, "SMS")]))
        const [sent] = yield* runNow(companyId, senders, noon + minute, () => [])
        const { sql, company } = yield* Database
        yield* company(companyId)(sql`
          insert into hashed_ids (company_id, kind, id, hashed_id)
          values (${companyId}, 'multiCampaign', ${id}, 'hashed-ladder-1') on conflict do nothing`)
        const detail = yield* readCampaignDetail(companyId, sent!.campaignId, UserId.make(1))
        expect(detail?.stepOf?.name).toBe(ladderDraft(listId, []).name)
        expect(detail?.stepOf?.hashedId.length).toBeGreaterThan(0)
      }),
    )
  })
}

import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { CampaignId, CompanyId, TemplateId, UserId } from "#schemas/ids.ts"
import { readCampaignDetail } from "#server/outreach/campaigns/campaign.queries.ts"
import { Database } from "#server/store/Database.ts"
import { MovableClock } from "#server/store/MovableClock.ts"
import {
  awaitEvent,
  engine,
  engineOn,
  eventually,
  launchCampaign,
  makeCampaign,
  makeCompany,
  makeList,
  makeTemplate,
  noon,
  recordedCarrier,
  sidOf,
} from "#tests/support/outreach.ts"
import { testDatabases } from "#tests/support/testDatabases.ts"

for (const [name, database] of testDatabases) {
  const carrier = recordedCarrier()
  const [companyId, campaignId] = [CompanyId.make(1), CampaignId.make(1)]

  layer(engineOn(database, carrier), { excludeTestServices: true, timeout: 60_000 })(
    `a number in trouble on ${name}`,
    (it) => {
      it.effect("is said with the carrier's words while people wait, until the carrier takes a text again", () =>
        Effect.gen(function* () {
          yield* (yield* MovableClock).move(noon)
          yield* makeCompany(companyId)
          const [listId, templateId] = [yield* makeList(companyId, 8), TemplateId.make(1)]
          yield* makeTemplate(companyId, templateId)
          yield* makeCampaign(companyId, { campaignId, listId, templateId })
          const { sql, company } = yield* Database
          const stored = company(companyId)(
            sql<{ code: string | null; since: Date | null }>`
              select trouble_code as code, trouble_since as since from senders where company_id = ${companyId}`,
          )
          const said = Effect.map(readCampaignDetail(companyId, campaignId, UserId.make(1)), (one) => one?.trouble)
          carrier.answer = () => Effect.succeed({ _tag: "Deferred", code: "20003" })
          yield* launchCampaign(companyId, campaignId)
          yield* Effect.scoped(
            Effect.gen(function* () {
              yield* Effect.forkScoped(Effect.provide(Effect.never, engine()))
              yield* eventually(Effect.map(said, (trouble) => trouble !== null))
              const trouble = yield* said
              expect(trouble?.words).toBe("The carrier did not accept our sign-in")
              const [{ since } = { since: null }] = yield* stored
              expect(trouble?.since).toBe(since?.toISOString())
              // Another reason of the same trouble is said, and it began when it began.
              carrier.answer = () => Effect.succeed({ _tag: "Deferred", code: "unreachable" })
              yield* eventually(Effect.map(said, (now) => now?.words === "The carrier could not be reached"))
              expect(yield* stored).toEqual([{ code: "unreachable", since }])
              carrier.answer = (_message, place) => Effect.succeed({ _tag: "Accepted", sid: sidOf(place) })
              yield* awaitEvent(companyId, campaignId, "CampaignCompleted")
              yield* eventually(Effect.map(stored, ([one]) => one?.code === null && one.since === null))
            }),
          )
          // Trouble that is stored is not said of a campaign in which no one waits.
          yield* company(companyId)(sql`update senders set trouble_code = 'unreachable', trouble_since = now()`)
          expect(yield* said).toBeNull()
        }),
      )
    },
  )
}

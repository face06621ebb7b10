import { expect, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { saveLinkParameters } from "#server/outreach/linkParameters/linkParameters.queries.ts"
import { Database } from "#server/store/Database.ts"
import { MovableClock } from "#server/store/MovableClock.ts"
import { testDatabases } from "#tests/support/testDatabases.ts"
import {
  awaitEvent,
  carrierOf,
  countsOf,
  engine,
  engineParts,
  makeCampaign,
  makeCompany,
  makeList,
  makeTemplate,
  noon,
  phoneOf,
  recordedCarrier,
  sendCommand,
  storeOn,
} from "#tests/support/outreach.ts"

for (const [name, database] of testDatabases) {
  const carrier = recordedCarrier()
  const parts = engineParts.pipe(Layer.provideMerge(Layer.mergeAll(storeOn(database), carrierOf(carrier))))
  layer(parts, { excludeTestServices: true })(`a campaign's run on ${name}`, (it) => {
    it.effect("sends to everyone once and completes", () =>
      Effect.gen(function* () {
        yield* (yield* MovableClock).move(noon)
        yield* makeCompany(1)
        const listId = yield* makeList(1, 1_200)
        yield* makeTemplate(1, 1)
        yield* makeCampaign(1, { campaignId: 1, listId, templateId: 1 })
        yield* sendCommand(1, 1, { _tag: "LaunchCampaign", now: new Date(noon).toISOString() })
        yield* awaitEvent(1, 1, "CampaignCompleted").pipe(Effect.provide(engine()))
        expect(carrier.sent).toHaveLength(1_200)
        expect(new Set(carrier.sent.map(({ to }) => to)).size).toBe(1_200)
        const first = carrier.sent.find(({ to }) => to === phoneOf(1, 1))
        expect(first?.body).toBe("Hi Person1, Clinic 1 asks how your visit was. Reply STOP to opt out.")
        expect(yield* countsOf(1, 1)).toEqual({ rows: { sent: 1_200 }, counters: { sent: 1_200 } })
      }),
    )

    it.effect("writes the link parameters of its template's version for each person", () =>
      Effect.gen(function* () {
        yield* makeCompany(2)
        const listId = yield* makeList(2, 2)
        yield* makeTemplate(2, 2, "{{ companyName }}: https://clinic.example/visit. Reply STOP to opt out.")
        const parameter = {
          primaryId: 1,
          templateId: 2,
          key: "who",
          value: "{{ firstName }}.{{ campaignId }}",
          in: "query",
          order: 1,
        } as const
        const { company } = yield* Database
        yield* company(2)(
          Effect.andThen(
            saveLinkParameters(2, 2, 1, [parameter]),
            saveLinkParameters(2, 2, 2, [{ ...parameter, key: "x" }]),
          ),
        )
        yield* makeCampaign(2, { campaignId: 2, listId, templateId: 2 })
        yield* sendCommand(2, 2, { _tag: "LaunchCampaign", now: new Date(noon).toISOString() })
        yield* awaitEvent(2, 2, "CampaignCompleted").pipe(Effect.provide(engine()))
        const bodies = carrier.sent.filter(({ to }) => to === phoneOf(2, 1)).map(({ body }) => body)
        expect(bodies).toEqual(["Clinic 2: https://clinic.example/visit?who=Person1.2. Reply STOP to opt out."])
      }),
    )
  })
}

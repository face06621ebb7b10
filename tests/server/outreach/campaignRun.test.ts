import { expect, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
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
  })
}

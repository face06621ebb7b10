import { expect, layer } from "@effect/vitest"
import { Clock, Effect, Stream } from "effect"
import { CampaignId, CompanyId, TemplateId } from "#schemas/ids.ts"
import { countsChanged, LiveCounts } from "#server/delivery/LiveCounts.ts"
import { EventStore } from "#server/store/EventStore.ts"
import { MovableClock } from "#server/store/MovableClock.ts"
import { embeddedDatabase } from "#tests/support/embeddedDatabase.ts"
import {
  awaitEvent,
  engine,
  engineOn,
  launchCampaign,
  makeCampaign,
  makeCompany,
  makeList,
  makeTemplate,
  noon,
  recordedCarrier,
  sidOf,
} from "#tests/support/outreach.ts"

const carrier = recordedCarrier()
const parts = engineOn(embeddedDatabase, carrier)

/** The most of these moments that fall into one second, in nanoseconds of one clock. */
const maxPerSecond = (moments: ReadonlyArray<bigint>): number =>
  Math.max(...moments.map((from) => moments.filter((at) => at >= from && at < from + 1_000_000_000n).length))

layer(parts, { excludeTestServices: true, timeout: 60_000 })("a sender", (it) => {
  it.effect("never gives the carrier more in a second than it takes, with two campaigns and a slow carrier", () =>
    Effect.gen(function* () {
      const [companyId, templateId] = [CompanyId.make(1), TemplateId.make(1)]
      const cap = 40
      const moments: Array<bigint> = []
      carrier.answer = (_message, place) =>
        Effect.gen(function* () {
          yield* Effect.sleep(place % 7)
          moments.push(yield* Clock.monotonicTimeNanos)
          yield* Effect.sleep(place % 11)
          return { _tag: "Accepted", sid: sidOf(place) } as const
        })
      yield* (yield* MovableClock).move(noon)
      yield* makeCompany(companyId, cap)
      yield* makeTemplate(companyId, templateId)
      for (const campaignId of [CampaignId.make(1), CampaignId.make(2)]) {
        const listId = yield* makeList(companyId, 50, { name: `List ${campaignId}`, first: campaignId * 1_000 })
        yield* makeCampaign(companyId, { campaignId, listId, templateId })
        yield* launchCampaign(companyId, campaignId)
      }
      yield* Effect.all(
        [
          awaitEvent(companyId, CampaignId.make(1), "CampaignCompleted"),
          awaitEvent(companyId, CampaignId.make(2), "CampaignCompleted"),
        ],
        { concurrency: 2 },
      ).pipe(Effect.provide(engine()))
      expect(moments).toHaveLength(100)
      expect(maxPerSecond(moments)).toBeLessThanOrEqual(cap)
    }),
  )

  it.effect("notifies watchers of moved numbers at once, and at most once a second", () =>
    Effect.gen(function* () {
      const counts = yield* LiveCounts
      const store = yield* EventStore
      const touch = Effect.sync(() => counts.changed(CompanyId.make(7), CampaignId.make(70))).pipe(
        Effect.andThen(Effect.sleep(5)),
        Effect.forever,
      )
      const heard = store.changes.pipe(
        Stream.filter(({ type, companyId }) => type === countsChanged && companyId === 7),
        Stream.mapEffect(({ stream }) =>
          Effect.map(Clock.monotonicTimeNanos, (at) => ({ stream, millis: Number(at / 1_000_000n) })),
        ),
        Stream.take(3),
        Stream.runCollect,
      )
      const [first, second, third] = yield* Effect.raceFirst(heard, touch)
      expect(first?.stream).toBe("campaign-70")
      for (const [earlier, later] of [
        [first, second],
        [second, third],
      ] as const) {
        // The notices come over one connection, each within a few milliseconds.
        expect((later?.millis ?? 0) - (earlier?.millis ?? 0)).toBeGreaterThan(900)
      }
    }),
  )
})

import { expect, layer } from "@effect/vitest"
import { Effect, Exit, Layer, PubSub, Stream } from "effect"
import { CompanyId, UserId } from "#schemas/ids.ts"
import { Feed } from "#server/http/Feed.ts"
import { type Change, EventStore } from "#server/store/EventStore.ts"
import { embeddedDatabase } from "#tests/support/embeddedDatabase.ts"

/** What is heard of the store, kept for a slow listener as the store itself does. */
const heard = Effect.runSync(PubSub.sliding<Change>(4096))
const hearing = Layer.effect(
  EventStore,
  Effect.map(EventStore, (store) => EventStore.of({ ...store, changes: Stream.fromPubSub(heard) })),
)

layer(
  Feed.layer.pipe(
    Layer.provide(hearing.pipe(Layer.provideMerge(EventStore.layer), Layer.provideMerge(embeddedDatabase))),
  ),
  {
    excludeTestServices: true,
  },
)("feeds while more happens than can wait in line", (it) => {
  it.effect("end for a person who is locked meanwhile", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const feed = yield* Feed
        const [companyId, other] = [CompanyId.make(12), CompanyId.make(13)]
        const happened = (of: CompanyId, stream: string, type: string): Change => ({
          companyId: of,
          stream,
          type,
          version: 1,
          pos: 1,
        })
        const campaigns = (times: number) =>
          Array.from({ length: times }, (_, place) => happened(companyId, `campaign-${place}`, "Happened"))
        const turns = Effect.repeat(Effect.yieldNow, { times: 20 })
        // From here on all lines are listened to.
        const begun = yield* Effect.forkChild(yield* feed.closing({ userId: UserId.make(35), companyIds: [other] }))
        while (begun.pollUnsafe() === undefined) {
          yield* PubSub.publish(heard, happened(other, "company-13", "CompanySuspended"))
          yield* turns
        }
        const end = yield* feed.closing({ userId: UserId.make(34), companyIds: [companyId] })
        // Each is looked up in the database, one after the other; meanwhile the oldest of those that wait is given up.
        yield* PubSub.publishAll(heard, campaigns(2_000))
        yield* turns
        yield* PubSub.publish(heard, happened(companyId, "user-34", "UserLocked"))
        yield* turns
        yield* PubSub.publishAll(heard, campaigns(6_000))
        expect(yield* Effect.exit(end)).toEqual(Exit.void)
      }),
    ),
  )
})

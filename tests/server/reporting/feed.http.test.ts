import { expect, layer } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Layer, Stream } from "effect"
import { HttpServerRequest } from "effect/http"
import { HttpApiTest } from "effect/http-api"
import { Api } from "#schemas/api.ts"
import { maxFeeds } from "#schemas/constants.ts"
import { CompanyId, UserId } from "#schemas/ids.ts"
import type { Change } from "#schemas/reporting/feed.ts"
import { loginMessages } from "#schemas/session/words.ts"
import { repliesChanged } from "#server/delivery/replyNews.ts"
import { Feed } from "#server/http/Feed.ts"
import { feedText } from "#server/http/feed.http.ts"
import { perCall } from "#server/http/handlers.ts"
import { feedHandlers } from "#server/program/contract.ts"
import { Listener } from "#server/http/Listener.ts"
import { signedInLayer } from "#server/http/authentication.ts"
import { Accounts } from "#server/identity/Accounts.ts"
import { embeddedIdentity, Identity } from "#server/identity/IdentityConfig.ts"
import { byTokenAlone, TokenVerifier } from "#server/identity/TokenVerifier.ts"
import { listeningAgain, notifyChanges } from "#server/store/changes.ts"
import { Database } from "#server/store/Database.ts"
import { EventStore } from "#server/store/EventStore.ts"
import { asCompany, callingAs } from "#tests/support/callingAs.ts"
import { systemMetadata } from "#tests/support/facts.ts"
import { testDatabases } from "#tests/support/testDatabases.ts"

const partsOn = (database: (typeof testDatabases)[number][1], stopping: Deferred.Deferred<void>) =>
  Layer.mergeAll(callingAs, Feed.layer, Layer.succeed(Listener, { stopping, serve: () => Effect.void })).pipe(
    Layer.provideMerge(EventStore.layer.pipe(Layer.provideMerge(database))),
  )
const feedCalls = feedHandlers.pipe(Layer.provideMerge(perCall(Feed, Listener)))
const handlersOn = (...on: Parameters<typeof partsOn>) => Layer.provideMerge(feedCalls, partsOn(...on))
const reader = { issuer: "tests", subject: "reader" }
const makeClient = HttpApiTest.groups(Api, ["Feed"])

const append = (companyId: CompanyId, stream: string, type = "Happened", data: object = {}) =>
  Effect.gen(function* () {
    const store = yield* EventStore
    return yield* store.appendNext({
      companyId,
      stream,
      events: [{ type, data }],
      metadata: systemMetadata(companyId),
    })
  })

const named = (changes: ReadonlyArray<Change>) => changes.map(({ thing, id }) => `${thing} ${id}`)

/** Follows a company until `last` is named, having begun `act` once the first element came. */
const followUntil = <E, R>(
  companyId: CompanyId,
  last: string,
  act: Effect.Effect<unknown, E, R>,
  lastEventId?: string,
) =>
  Effect.gen(function* () {
    const feed = yield* Feed
    const begun = yield* Deferred.make<void>()
    const following = yield* feed.follow(companyId, UserId.make(1), lastEventId).pipe(
      Stream.tap(() => Deferred.succeed(begun, undefined)),
      Stream.takeUntil(({ thing, id }) => `${thing} ${id}` === last),
      Stream.runCollect,
      Effect.forkChild,
    )
    yield* Deferred.await(begun)
    yield* act
    return yield* Fiber.join(following)
  })

/** An account of company 1 that is locked right after it was looked up for the first time, and the lock is heard. */
const lockedAfterALook = Layer.effect(
  Accounts,
  Effect.gen(function* () {
    const accounts = yield* Accounts
    const feed = yield* Feed
    const store = yield* EventStore
    const { sql, everyCompany } = yield* Database
    yield* everyCompany(
      sql`insert into companies (company_id, hashed_id, name, code, timezone) values (1, 'abcdefghabcdefgh', 'Clinic', 'C', 'UTC')`,
    )
    const person = { email: "one@clinic.test", displayName: "One", userType: 3 as const, accessIds: [] }
    const userId = yield* accounts.create({ companyId: CompanyId.make(1), ...reader, ...person })
    const lock = Effect.gen(function* () {
      const heard = yield* feed.closing({ userId, companyIds: [CompanyId.make(1)] })
      yield* everyCompany(sql`update accounts set locked = true where user_id = ${userId}`)
      yield* Effect.provideService(append(CompanyId.make(1), "user-1", "UserLocked"), EventStore, store)
      yield* heard
    })
    const locking = yield* Effect.cached(Effect.orDie(Effect.scoped(lock)))
    return Accounts.of({
      ...accounts,
      findFor: (...asked) => Effect.tap(accounts.findFor(...asked), () => locking),
    })
  }),
)

for (const [name, database] of testDatabases) {
  const parts = partsOn(database, Deferred.makeUnsafe<void>())
  const door = signedInLayer.pipe(
    Layer.provide(lockedAfterALook.pipe(Layer.provide(Accounts.layer))),
    Layer.provide([
      Layer.succeed(
        TokenVerifier,
        byTokenAlone(() => Effect.succeed({ ...reader, roles: [], sessionId: "session" })),
      ),
      Layer.succeed(Identity, embeddedIdentity({ publicUrl: "http://localhost" })),
    ]),
  )
  layer(feedCalls.pipe(Layer.provideMerge(door), Layer.provideMerge(parts)), { excludeTestServices: true })(
    `the feed of someone who is locked while it opens, on ${name}`,
    (it) => {
      it.effect("is refused", () =>
        Effect.gen(function* () {
          const client = yield* makeClient
          const answer = yield* client.Feed.GetChanges({ headers: {}, responseMode: "response-only" })
          expect(answer.status).toBe(403)
          expect(yield* answer.json).toMatchObject({ problem: "Forbidden", message: loginMessages.locked })
        }),
      )
    },
  )
}

for (const [name, database] of testDatabases) {
  const stopping = Deferred.makeUnsafe<void>()
  layer(handlersOn(database, stopping), { excludeTestServices: true })(`the feed of changes on ${name}`, (it) => {
    it.effect("ends for a person whose sign-in ended, and for all of a company that stopped", () =>
      Effect.scoped(
        Effect.gen(function* () {
          const companyId = CompanyId.make(1)
          const feed = yield* Feed
          const [one, other, elsewhere] = yield* Effect.all([
            feed.closing({ userId: UserId.make(31), companyIds: [companyId] }),
            feed.closing({ userId: UserId.make(32), companyIds: [companyId] }),
            feed.closing({ userId: UserId.make(33), companyIds: [CompanyId.make(2)] }),
          ])
          const ends: Array<string> = []
          const noting = (name: string, end: Effect.Effect<void>) =>
            Effect.forkChild(
              Effect.andThen(
                end,
                Effect.sync(() => ends.push(name)),
              ),
            )
          const [first, second, third] = [
            yield* noting("one", one),
            yield* noting("other", other),
            yield* noting("elsewhere", elsewhere),
          ]
          yield* append(companyId, "audit-1-202611", "SignedOut", { userId: 31 })
          yield* Fiber.join(first)
          yield* append(companyId, "company-1", "CompanySuspended")
          yield* Fiber.join(second)
          yield* append(CompanyId.make(2), "audit-2-202611", "PasswordChanged", { userId: 33 })
          yield* Fiber.join(third)
          expect(ends).toEqual(["one", "other", "elsewhere"])
        }),
      ),
    )

    it.effect("ends for everyone once changes are heard again, since an ending may be among the missed ones", () =>
      Effect.scoped(
        Effect.gen(function* () {
          const feed = yield* Feed
          const { sql } = yield* Database
          const ends = yield* Effect.all([
            feed.closing({ userId: UserId.make(41), companyIds: [CompanyId.make(1)] }),
            feed.closing({ userId: UserId.make(42), companyIds: [CompanyId.make(2)] }),
          ])
          yield* notifyChanges(sql, [listeningAgain])
          expect(yield* Effect.all(ends)).toHaveLength(2)
        }),
      ),
    )

    it.effect("begins with an element at once and names what changed by its public id", () =>
      Effect.gen(function* () {
        const companyId = CompanyId.make(1)
        const { sql, company } = yield* Database
        yield* company(companyId)(sql`insert into hashed_ids values (1, 'campaign', 7, 'public-id-of-campaign-7')`)
        const act = Effect.all([
          append(companyId, "campaign-7"),
          append(companyId, "campaign-8"),
          append(companyId, "audit-1-202611"),
          append(companyId, "import-3"),
        ])
        const changes = yield* followUntil(companyId, "import 3", act)
        // Campaign 8 has no public id, and no one watches the audit stream.
        expect(named(changes)).toEqual(["clock clock", "campaign public-id-of-campaign-7", "import 3"])
      }),
    )

    it.effect("carries nothing of another company, but the clock for everyone", () =>
      Effect.gen(function* () {
        const feed = yield* Feed
        const act = Effect.gen(function* () {
          yield* append(CompanyId.make(1), "import-4")
          yield* feed.announce(CompanyId.make(1), "handset", "handset")
          yield* feed.announce(null, "clock", "moved")
          yield* append(CompanyId.make(2), "import-5")
        })
        const changes = yield* followUntil(CompanyId.make(2), "import 5", act)
        expect(named(changes)).toEqual(["clock clock", "clock moved", "import 5"])
      }),
    )

    it.effect("names replies where they belong to no campaign, to their company alone", () =>
      Effect.gen(function* () {
        const { sql } = yield* Database
        const companyId = CompanyId.make(12)
        const act = notifyChanges(sql, [repliesChanged(CompanyId.make(13)), repliesChanged(companyId)])
        const changes = yield* followUntil(companyId, "replies replies", act)
        expect(named(changes)).toEqual(["clock clock", "replies replies"])
      }),
    )

    it.effect("says once what happens many times in a moment", () =>
      Effect.gen(function* () {
        const companyId = CompanyId.make(3)
        const feed = yield* Feed
        const act = Effect.gen(function* () {
          for (let time = 0; time < 300; time += 1) yield* feed.announce(companyId, "campaign", "busy")
          yield* feed.announce(companyId, "clock", "end")
        })
        const changes = yield* followUntil(companyId, "clock end", act)
        expect(named(changes).filter((name) => name === "campaign busy").length).toBeLessThan(10)
        expect(named(changes)).toContain("campaign busy")
      }),
    )

    it.effect("says of a person's own rights before what happened ahead of them", () =>
      Effect.gen(function* () {
        const companyId = CompanyId.make(11)
        const userId = UserId.make(91)
        const feed = yield* Feed
        const { sql, everyCompany } = yield* Database
        yield* everyCompany(sql`insert into companies (company_id, hashed_id, name, code, timezone)
          values (11, 'elevenelevenelev', 'Eleven', 'ELEVEN', 'UTC')`)
        yield* everyCompany(sql`insert into accounts (company_id, user_id, issuer, subject, email, display_name, user_type,
          access_ids) values (11, 91, 'tests', 'ninety-one', 'ninety.one@clinic.test', 'Ninety-one', 3, '{14}')`)
        yield* feed.enter(userId)
        const begun = yield* Deferred.make<void>()
        const following = yield* feed.follow(companyId, userId).pipe(
          Stream.tap(() => Deferred.succeed(begun, undefined)),
          Stream.takeUntil(({ thing }) => thing === "import"),
          Stream.runCollect,
          Effect.forkChild,
        )
        yield* Deferred.await(begun)
        // Each of these campaigns is looked up and found to be none, which takes its time.
        const ahead = ["import-9", ...Array.from({ length: 3_000 }, (_, place) => `campaign-${1_000 + place}`)]
        yield* notifyChanges(
          sql,
          ahead.map((stream) => ({ companyId, stream, type: "Happened", version: 1, pos: 1 })),
        )
        yield* append(companyId, "user-91", "UserRevised", { userId, changed: ["accessIds"] })
        expect(named(yield* Fiber.join(following))).toEqual(["clock clock", "rights own", "import 9"])
      }).pipe(
        Effect.scoped,
        Effect.provideService(HttpServerRequest.HttpServerRequest, {} as HttpServerRequest.HttpServerRequest),
      ),
    )

    it.effect("names what was missed when it is resumed, and only that", () =>
      Effect.gen(function* () {
        const companyId = CompanyId.make(4)
        const before = yield* append(companyId, "import-10")
        yield* append(companyId, "import-11")
        yield* append(companyId, "import-12")
        yield* append(companyId, "import-11")
        const { tx, pos } = before.position
        const changes = yield* followUntil(companyId, "import 11", Effect.void, `${tx}-${pos}`)
        expect(named(changes)).toEqual(["clock clock", "import 12", "import 11"])
      }),
    )

    it.effect("misses nothing when resumed from its own positions, whatever happens meanwhile", () =>
      Effect.gen(function* () {
        const companyId = CompanyId.make(5)
        const first = yield* followUntil(companyId, "import 1", append(companyId, "import-1"))
        const pos = first.at(-1)?.pos
        yield* Effect.forEach([2, 3, 4], (id) => append(companyId, `import-${id}`), { concurrency: 3 })
        const changes = yield* followUntil(companyId, "import 9", append(companyId, "import-9"), pos)
        for (const id of [2, 3, 4, 9]) expect(named(changes)).toContain(`import ${id}`)
      }),
    )

    it.effect("takes a position it never gave for none", () =>
      Effect.gen(function* () {
        for (const id of ["", "x", "1; drop table events", "99999999999999999999-1"]) {
          const changes = yield* followUntil(CompanyId.make(1), "clock clock", Effect.void, id)
          expect(named(changes)).toEqual(["clock clock"])
        }
      }),
    )

    it.effect("is written as server-sent events that carry their position, with comments between", () =>
      Effect.gen(function* () {
        const change: Change = { pos: "7-12", thing: "campaign", id: "abc", at: "2026-11-21T15:00:00Z" }
        const [text] = yield* feedText(Stream.make(change)).pipe(Stream.take(1), Stream.runCollect)
        expect(text).toBe(`id: 7-12\ndata: ${JSON.stringify(change)}\n\n`)
      }),
    )

    it.effect("ends when an account is locked or its company stops, and not by what happens to others", () =>
      Effect.gen(function* () {
        const companyId = CompanyId.make(6)
        const client = yield* makeClient
        for (const type of ["UserLocked", "CompanySuspended", "CompanyRetired", "ContractEnded"]) {
          const { stream } = yield* client.Feed.GetChanges({ headers: {}, responseMode: "response-only" })
          const began = yield* Deferred.make<void>()
          const reading = yield* stream.pipe(
            Stream.tap(() => Deferred.succeed(began, undefined)),
            Stream.runDrain,
            Effect.forkChild,
          )
          yield* Deferred.await(began)
          yield* append(CompanyId.make(7), "audit-7-202611", type)
          yield* append(companyId, "audit-6-202611", "SignedOut", { userId: 4_711 })
          expect(reading.pollUnsafe()).toBeUndefined()
          yield* append(companyId, "audit-6-202611", type)
          yield* Fiber.join(reading)
        }
      }).pipe(asCompany(CompanyId.make(6))),
    )

    it.effect("ends by what happens before its first byte, and to the company that a Super Admin works for", () =>
      Effect.gen(function* () {
        const client = yield* makeClient
        for (const [companyId, type] of [
          [CompanyId.make(6), "UserLocked"],
          [CompanyId.make(9), "CompanyRetired"],
        ] as const) {
          const { stream } = yield* client.Feed.GetChanges({ headers: {}, responseMode: "response-only" })
          const act = Effect.andThen(
            append(companyId, `audit-${companyId}-202611`, type),
            append(companyId, `import-${companyId}`),
          )
          // Heard by everyone who listened.
          yield* followUntil(companyId, `import ${companyId}`, act)
          expect(yield* Effect.exit(Stream.runDrain(stream))).toEqual(Exit.void)
        }
      }).pipe(asCompany(CompanyId.make(6), { actingCompanyId: CompanyId.make(9) })),
    )

    it.effect("is open ten times at most for a person", () =>
      Effect.gen(function* () {
        const companyId = CompanyId.make(8)
        const client = yield* makeClient
        const begin = Effect.gen(function* () {
          const response = yield* client.Feed.GetChanges({ headers: {}, responseMode: "response-only" })
          const began = yield* Deferred.make<void>()
          const tap = Stream.tap(() => Deferred.succeed(began, undefined))
          const reading = yield* Effect.forkChild(Stream.runDrain(tap(response.stream)))
          yield* Deferred.await(began)
          return { reading, status: response.status, retryAfter: response.headers["retry-after"] }
        })
        const open = yield* Effect.forEach(Array(maxFeeds).fill(0), () => begin)
        expect(open.map(({ status }) => status)).toEqual(Array(maxFeeds).fill(200))
        expect(yield* begin).toMatchObject({ status: 429, retryAfter: "60" })
        expect((yield* asCompany(companyId, { userId: UserId.make(78) })(begin)).status).toBe(200)
        yield* Fiber.interrupt(open[0]?.reading ?? (yield* Effect.die("No feed is open.")))
        expect((yield* begin).status).toBe(200)
      }).pipe(asCompany(CompanyId.make(8), { userId: UserId.make(77) })),
    )

    it.effect("goes through the contract uncached, and ends when the server begins to stop", () =>
      Effect.gen(function* () {
        const client = yield* makeClient
        const response = yield* client.Feed.GetChanges({ headers: {}, responseMode: "response-only" })
        expect(response.headers).toMatchObject({ "content-type": "text/event-stream", "cache-control": "no-store" })
        const began = yield* Deferred.make<void>()
        const reading = yield* response.stream.pipe(
          Stream.decodeText,
          Stream.tap(() => Deferred.succeed(began, undefined)),
          Stream.mkString,
          Effect.forkChild,
        )
        yield* Deferred.await(began)
        yield* Deferred.succeed(stopping, undefined)
        expect(yield* Fiber.join(reading)).toContain('"thing":"clock"')
      }).pipe(asCompany(CompanyId.make(1))),
    )
  })
}

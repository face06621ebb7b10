import { expect, layer } from "@effect/vitest"
import { Effect, Exit, Fiber, Layer, Stream } from "effect"
import { CompanyId } from "#schemas/ids.ts"
import { problem } from "#schemas/problem.ts"
import { Database } from "#server/store/Database.ts"
import { EventStore, type NewEvent } from "#server/store/EventStore.ts"
import { openNotes } from "#server/store/notes.ts"
import { systemMetadata } from "#tests/support/facts.ts"
import { testDatabases } from "#tests/support/testDatabases.ts"

const launched = { type: "CampaignLaunched", data: { templateId: 4 } }
const fact = (companyId: CompanyId, stream: string, events: ReadonlyArray<NewEvent> = [launched]) => ({
  companyId,
  stream,
  events,
  metadata: systemMetadata(companyId),
})
const row = (id: number, uniqueKey: string | null, state = "draft") => ({
  category: "campaign",
  version: 1,
  id,
  uniqueKey,
  state,
  row: { id, state },
})

for (const [name, database] of testDatabases) {
  layer(EventStore.layer.pipe(Layer.provideMerge(database)), { excludeTestServices: true })(
    `the event store on ${name}`,
    (it) => {
      it.effect("gives back what was appended", () =>
        Effect.gen(function* () {
          const companyId = CompanyId.make(1)
          const store = yield* EventStore
          const events = [launched, { type: "CampaignPaused", schemaVersion: 3, data: { reason: null } }]
          const appended = yield* store.append({ ...fact(companyId, "campaign-1", events), expectedVersion: 0 })
          const stored = yield* store.readStream(companyId, "campaign-1")
          expect(appended).toEqual({ version: 2, position: stored[1]?.position })
          expect(stored).toMatchObject([
            { ...launched, companyId: 1, stream: "campaign-1", version: 1, schemaVersion: 1 },
            { ...events[1], version: 2, metadata: systemMetadata(companyId), at: systemMetadata(companyId).at },
          ])
          expect(yield* store.readStream(companyId, "campaign-1", 2)).toEqual(stored.slice(1))
          expect(yield* store.readStream(CompanyId.make(2), "campaign-1")).toEqual([])
        }),
      )

      it.effect("lets one of eight racing appends win", () =>
        Effect.gen(function* () {
          const companyId = CompanyId.make(1)
          const store = yield* EventStore
          const race = Array.from({ length: 8 }, (_, id) =>
            store
              .append({ ...fact(companyId, "campaign-2"), expectedVersion: 0, readModel: row(200 + id, null) })
              .pipe(Effect.exit),
          )
          const exits = yield* Effect.all(race, { concurrency: "unbounded" })
          expect(exits.filter(Exit.isSuccess)).toHaveLength(1)
          const losers = yield* Effect.forEach(exits.filter(Exit.isFailure), Effect.flip)
          expect(losers.map((loser) => loser.problem)).toEqual(Array(7).fill("StaleVersion"))
          expect(yield* store.readStream(companyId, "campaign-2")).toHaveLength(1)
          const { sql, company } = yield* Database
          const rows = yield* company(companyId)(
            sql`select id from read_models where company_id = 1 and id between 200 and 207`,
          )
          expect(rows).toHaveLength(1)
        }),
      )

      it.effect("refuses a version the stream has not reached, and leaves no hole", () =>
        Effect.gen(function* () {
          const companyId = CompanyId.make(1)
          const store = yield* EventStore
          const early = store.append({
            ...fact(companyId, "campaign-3"),
            expectedVersion: 5,
            readModel: row(300, null),
          })
          expect(yield* Effect.flip(early)).toMatchObject({ problem: "StaleVersion" })
          expect(yield* store.readStream(companyId, "campaign-3")).toEqual([])
          const { sql, company } = yield* Database
          expect(yield* company(companyId)(sql`select from read_models where company_id = 1 and id = 300`)).toEqual([])
        }),
      )

      it.effect("writes the read model with the events, and keeps its unique keys", () =>
        Effect.gen(function* () {
          const store = yield* EventStore
          const { sql, company } = yield* Database
          const append = (companyId: CompanyId, id: number, version: number, readModel: ReturnType<typeof row>) =>
            store.append({ ...fact(companyId, `campaign-${id}`), expectedVersion: version, readModel })
          yield* append(CompanyId.make(1), 400, 0, row(400, "spring"))
          yield* append(CompanyId.make(1), 400, 1, row(400, "spring", "running"))
          const taken = yield* Effect.flip(append(CompanyId.make(1), 401, 0, row(401, "spring")))
          expect(taken).toMatchObject({ problem: "AlreadyExists" })
          yield* append(CompanyId.make(2), 401, 0, row(401, "spring"))
          expect(yield* store.readStream(CompanyId.make(1), "campaign-401")).toEqual([])
          const rows = yield* company(CompanyId.make(1))(
            sql`select stream_version, unique_key, state, row from read_models where company_id = 1 and id in (400, 401)`,
          )
          expect(rows).toEqual([
            { stream_version: 2, unique_key: "spring", state: "running", row: { id: 400, state: "running" } },
          ])
        }),
      )

      it.effect("leaves nothing of an append that was rolled back", () =>
        Effect.gen(function* () {
          const companyId = CompanyId.make(1)
          const store = yield* EventStore
          const { company } = yield* Database
          const refused = problem("NotAllowedNow", "Only a draft can be launched.")
          const failing = Effect.gen(function* () {
            yield* store.append({ ...fact(companyId, "campaign-5"), expectedVersion: 0 })
            expect(yield* store.readStream(companyId, "campaign-5")).toHaveLength(1)
            return yield* Effect.fail(refused)
          })
          expect(yield* Effect.flip(company(companyId)(failing))).toEqual(refused)
          expect(yield* store.readStream(companyId, "campaign-5")).toEqual([])
        }),
      )

      it.effect("does not write for another company than the transaction's", () =>
        Effect.gen(function* () {
          const companyId = CompanyId.make(2)
          const store = yield* EventStore
          const { company, everyCompany } = yield* Database
          const foreign = store.append({ ...fact(companyId, "campaign-6"), expectedVersion: 0 })
          expect(Exit.hasDies(yield* Effect.exit(company(CompanyId.make(1))(foreign)))).toBe(true)
          expect(yield* store.readStream(companyId, "campaign-6")).toEqual([])
          yield* everyCompany(foreign)
          expect(yield* store.readStream(companyId, "campaign-6")).toHaveLength(1)
        }),
      )

      it.effect("appends after whatever is there, however many do so at once", () =>
        Effect.gen(function* () {
          const companyId = CompanyId.make(1)
          const store = yield* EventStore
          const { company } = yield* Database
          const next = store.appendNext(fact(companyId, "audit-2026-11", [launched, launched]))
          const alone = Array.from({ length: 6 }, () => next)
          const within = Array.from({ length: 6 }, () => company(companyId)(next))
          yield* Effect.all([...alone, ...within], { concurrency: "unbounded" })
          const versions = (yield* store.readStream(companyId, "audit-2026-11")).map((event) => event.version)
          expect(versions).toEqual(Array.from({ length: 24 }, (_, index) => index + 1))
        }),
      )

      it.effect(
        "notes what many say at once in few statements, the same thing once a minute, for several processes",
        () =>
          Effect.gen(function* () {
            const companyId = CompanyId.make(9)
            const { sql, company } = yield* Database
            const writers = [yield* openNotes(sql), yield* openNotes(sql)]
            const note = (which: number, same: string) =>
              writers[which % 2]?.({ ...fact(companyId, "audit-9-202611"), same }) ?? Effect.void
            const all = Array.from({ length: 200 }, (_, number) => note(number, `page ${number % 100}`))
            yield* Effect.all(all, { concurrency: "unbounded" })
            const rows = yield* company(companyId)(sql<{ stream_id: string; version: number; tx: string }>`
            select stream_id, version, tx::text as tx from events where company_id = 9 order by stream_id, version`)
            // Pages are of one parity, so each is said by one process only.
            expect(rows).toHaveLength(100)
            const streams = [...Map.groupBy(rows, ({ stream_id }) => stream_id).values()]
            expect(streams).toHaveLength(2)
            for (const one of streams)
              expect(one.map(({ version }) => version)).toEqual(one.map((_, index) => index + 1))
            expect(new Set(rows.map(({ tx }) => tx)).size).toBeLessThan(10)
          }),
      )

      it.effect("fails everyone whose note could not be written, and goes on under another name", () =>
        Effect.gen(function* () {
          const companyId = CompanyId.make(10)
          const store = yield* EventStore
          const { sql, company } = yield* Database
          const good = { ...fact(companyId, "audit-10-202611"), same: "one" }
          const bad = {
            ...fact(companyId, "audit-10-202611", [{ ...launched, schemaVersion: 99_999 }]),
            same: "two",
          }
          const exits = yield* Effect.all(
            [good, bad].map((one) => Effect.exit(store.note(one))),
            { concurrency: "unbounded" },
          )
          expect(exits.some(Exit.isFailure)).toBe(true)
          yield* Effect.all([store.note(good), store.note({ ...good, same: "three" })], { concurrency: "unbounded" })
          const [row] = yield* company(companyId)(
            sql<{ count: number }>`select count(*)::int as count from events where company_id = 10`,
          )
          expect(row?.count).toBe(2)
        }),
      )

      it.effect("remembers a thousand streams of notes, and begins again the one it has forgotten", () =>
        Effect.gen(function* () {
          const companyId = CompanyId.make(11)
          const store = yield* EventStore
          const { sql, company } = yield* Database
          const note = (stream: string, same: string) => store.note({ ...fact(companyId, stream), same })
          yield* note("audit-11-202611", "one")
          yield* note("audit-11-202611", "two")
          const others = Array.from({ length: 1_000 }, (_, number) => note(`other-${number}`, "one"))
          yield* Effect.all(others, { concurrency: "unbounded" })
          yield* note("audit-11-202611", "three")
          const rows = yield* company(companyId)(sql<{ stream_id: string; version: number }>`
            select stream_id, version from events where company_id = 11 and stream_id like 'audit-11-202611-%' order by pos`)
          expect(rows.map(({ version }) => version)).toEqual([1, 2, 1])
          expect(new Set(rows.map(({ stream_id }) => stream_id)).size).toBe(2)
        }),
      )

      it.effect("notifies listeners of what was committed, in order", () =>
        Effect.gen(function* () {
          const companyId = CompanyId.make(1)
          const store = yield* EventStore
          const { company } = yield* Database
          const heard = yield* store.changes.pipe(
            Stream.filter((change) => change.stream === "campaign-8"),
            Stream.take(3),
            Stream.runCollect,
            Effect.forkChild({ startImmediately: true }),
          )
          const append = (version: number, count: number) =>
            store.append({
              ...fact(companyId, "campaign-8", Array(count).fill(launched)),
              expectedVersion: version,
            })
          yield* Effect.exit(company(companyId)(Effect.andThen(append(0, 1), Effect.fail("rolled back"))))
          yield* append(0, 2)
          yield* append(2, 1)
          const changes = yield* Fiber.join(heard)
          expect(changes).toMatchObject(
            [1, 2, 3].map((version) => ({ companyId: 1, type: "CampaignLaunched", version })),
          )
        }),
      )
    },
  )
}

import { readdirSync, readFileSync } from "node:fs"
import { expect, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer, Schema } from "effect"
import fc from "fast-check"
import { CampaignId, CompanyId, ImportId, ListId, SenderId, TemplateId, UserId } from "#schemas/ids.ts"
import type { CampaignEvent } from "#schemas/outreach/events.ts"
import { campaignStream } from "#server/outreach/campaigns/campaign.commands.ts"
import type { Projection } from "#server/decider.ts"
import { insertRows } from "#server/demo/bulk.ts"
import { eventColumns, playCommands, readModelColumns, type StreamRows } from "#server/demo/streams.ts"
import { handle, systemContext } from "#server/handle.ts"
import { importStream } from "#server/people/imports/import.commands.ts"
import { Database } from "#server/store/Database.ts"
import { EventStore } from "#server/store/EventStore.ts"
import { readRow } from "#server/store/readModels.ts"
import { rebuildLayer } from "#server/store/rebuild.ts"
import { beginReplay, continueReplay, progressOf, replay, type Heard } from "#server/store/replay.ts"
import { anyStream, type AnyStream } from "#server/store/stream.ts"
import { CampaignRow } from "#server/outreach/campaigns/campaign.projection.ts"
import { streams } from "#server/streams.ts"
import { templateStream } from "#server/outreach/templates/template.commands.ts"
import { histories } from "#tests/support/histories.ts"
import { collectLog } from "#tests/support/logged.ts"
import { testDatabases } from "#tests/support/testDatabases.ts"

const all = <A extends object>(text: string) =>
  Effect.flatMap(Database, ({ sql, everyCompany }) => everyCompany(sql.unsafe<A>(text)))

/** Every row with every column, as the database writes them. */
const rows = Effect.map(
  all<{ line: string }>(`select read_models::text as line from read_models order by company_id, category, id`),
  (found) => found.map(({ line }) => line),
)

const empty = Effect.gen(function* () {
  yield* all("delete from read_models")
  yield* all("delete from projections")
})

const nothing = () => Effect.void

const rebuild = (stream: AnyStream, hear: (heard: Heard) => Effect.Effect<void, never, never> = nothing) =>
  Effect.gen(function* () {
    yield* continueReplay(stream)
    yield* replay(stream, hear)
    return yield* progressOf(stream)
  })
const template = anyStream(templateStream)
/** Leaves a replay behind that was cut off when the first page was done. */
const cutAfterOnePage = Effect.gen(function* () {
  yield* continueReplay(template)
  const reached = yield* Deferred.make<void>()
  const cut = yield* Effect.forkChild(
    replay(template, () => Effect.andThen(Deferred.succeed(reached, undefined), Effect.never)),
  )
  yield* Deferred.await(reached)
  yield* Fiber.interrupt(cut)
})
const rebuildAll = Effect.forEach(streams, (stream) => rebuild(stream))

const at = Date.UTC(2026, 9, 5, 14)
const companyId = CompanyId.make(1)
const by = <A>(command: A) => ({ at, actorId: UserId.make(4), command })
const save = (id: number, name: string) => {
  const templateId = TemplateId.make(id)
  return by({ _tag: "SaveTemplate", templateId, channel: "SMS", name, purpose: "Survey", textHash: "a" } as const)
}

const store = (made: ReadonlyArray<StreamRows>) =>
  Effect.gen(function* () {
    const { everyCompany } = yield* Database
    yield* everyCompany(
      Effect.andThen(
        insertRows(
          "events",
          eventColumns,
          made.flatMap(({ events }) => events),
        ),
        insertRows(
          "read_models",
          readModelColumns,
          made.map(({ readModel }) => readModel),
        ),
      ),
    )
  })

/** So many templates of a company, more than a page holds. */
const many = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    playCommands(templateStream, companyId, index + 1, [save(index + 1, `Template ${index + 1}`)]),
  )

/** What is done to a row before its stream is replayed. */
const damages = [
  ["there", 'update read_models set row = row || \'{"purpose": "Reminder"}\''],
  ["gone", "delete from read_models"],
] as const

for (const [name, database] of testDatabases) {
  const fresh = Layer.fresh(EventStore.layer.pipe(Layer.provideMerge(database)))

  layer(fresh, { excludeTestServices: true })(`rebuilt rows on ${name}`, (it) => {
    it.effect("are the live ones, byte for byte, after any history", () =>
      Effect.gen(function* () {
        const services = yield* Effect.context<Database | EventStore>()
        const holds = fc.asyncProperty(histories, (asked) =>
          Effect.gen(function* () {
            yield* Effect.forEach(asked, ({ ask }) => ask(), { discard: true })
            const live = yield* rows
            const again = yield* rebuildAll
            expect(again.map((progress) => progress?.differed)).toEqual(streams.map(() => 0))
            expect(yield* rows).toEqual(live)
            yield* empty
            yield* rebuildAll
            expect(yield* rows).toEqual(live)
          }).pipe(Effect.runPromiseWith(services)),
        )
        const kinds = Effect.map(
          all<{ kinds: number }>("select count(distinct category)::int as kinds from read_models"),
          ([found]) => found?.kinds,
        )
        // A decider may refuse what chance asks of a kind of thing, so it goes on until each has left a row.
        for (let rounds = 0; rounds < 5 && (rounds === 0 || (yield* kinds) !== streams.length); rounds += 1)
          yield* Effect.promise(() => fc.assert(holds, { numRuns: 12 }))
        expect(yield* kinds).toBe(streams.length)
      }),
    )
  })

  layer(fresh, { excludeTestServices: true })(`the replay of every release's events on ${name}`, (it) => {
    const golden = new URL("../../golden/", import.meta.url)
    const lines = (file: string) =>
      readFileSync(new URL(file, golden), "utf8")
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line) as Record<string, unknown>)
    const releases = readdirSync(golden).flatMap((file) => /^events-v(\d+)\.jsonl$/.exec(file)?.[1] ?? [])

    it.effect("gives the rows that were written then", () =>
      Effect.gen(function* () {
        const { sql, everyCompany } = yield* Database
        for (const release of releases) {
          const events = lines(`events-v${release}.jsonl`).map((event) => ({
            ...event,
            companyId: 100 + Number(release),
          }))
          yield* everyCompany(sql`
            insert into events (company_id, stream_id, version, type, schema_version, data, meta, at)
            select "companyId", stream, version, type, "schemaVersion", data, metadata, at
            from jsonb_to_recordset(${sql.json(events)}) as given ("companyId" int, stream text, version int, type text,
              "schemaVersion" int, data jsonb, metadata jsonb, at timestamptz)`)
        }
        yield* rebuildAll
        for (const release of releases) {
          const found = yield* all(`
            select category, id, stream_version, unique_key, state, row, updated_at from read_models
            where company_id = ${100 + Number(release)}`)
          const written = lines(`read-models-v${release}.jsonl`)
          expect(found).toHaveLength(written.length)
          for (const { company_id: _company, version: _version, category, updated_at, ...row } of written) {
            expect(found).toContainEqual({
              ...row,
              category: String(category).replace(/\.v\d+$/, ""),
              updated_at: new Date(String(updated_at)),
            })
          }
        }
      }),
    )
  })

  layer(fresh, { excludeTestServices: true })(`a replay on ${name}`, (it) => {
    const count = 450

    it.effect("finds each row by its key, however many there are and without statistics of them", () =>
      Effect.gen(function* () {
        const unnamed = playCommands(importStream, companyId, 1, [
          by({ _tag: "UploadListFile", importId: ImportId.make(1), bytes: 9 }),
        ]).readModel
        const imports = Array.from({ length: count }, (_, index) => ({ ...unnamed, id: index + 1 }))
        const { everyCompany } = yield* Database
        yield* everyCompany(insertRows("read_models", readModelColumns, imports))
        const plan = yield* all<{ "QUERY PLAN": string }>(
          "explain select from read_models where company_id = 1 and category = 'import' and id = 7",
        )
        expect(plan.map((line) => line["QUERY PLAN"]).join("\n")).toContain("using read_models_pkey")
        yield* empty
      }),
    )

    it.effect("goes on where it was cut off, and makes no row twice", () =>
      Effect.gen(function* () {
        yield* store(many(count))
        const live = yield* rows
        yield* empty
        yield* cutAfterOnePage
        const before = yield* progressOf(template)
        expect(before).toMatchObject({ state: "replaying", streams: 200 })
        expect(yield* rows).toHaveLength(200)
        expect(yield* rebuild(template)).toMatchObject({ state: "complete", streams: count, differed: count })
        expect(yield* rows).toEqual(live)
      }),
    )

    it.effect("looks again at what it had passed when it is begun again on purpose", () =>
      Effect.gen(function* () {
        const live = yield* rows
        yield* cutAfterOnePage
        yield* all(
          `update read_models set row = row || '{"purpose": "Reminder"}' where category = 'template' and id = 1`,
        )
        yield* beginReplay(template)
        yield* replay(template, nothing)
        expect(yield* progressOf(template)).toMatchObject({ state: "complete", streams: count, differed: 1 })
        expect(yield* rows).toEqual(live)
      }),
    )

    it.effect("comes to the same rows however often it is interrupted", () =>
      Effect.gen(function* () {
        const live = yield* rows
        yield* empty
        yield* continueReplay(template)
        for (let moments = 1; (yield* progressOf(template))?.state !== "complete"; moments = (moments * 2) % 257) {
          const cut = yield* Effect.forkChild(replay(template, nothing))
          yield* Effect.repeat(Effect.yieldNow, { times: moments })
          yield* Effect.forEach(Array.from({ length: moments % 7 }), () => all("select 1"), { discard: true })
          yield* Fiber.interrupt(cut)
        }
        expect(yield* progressOf(template)).toMatchObject({ streams: count, differed: count })
        expect(yield* rows).toEqual(live)
      }),
    )

    it.effect("takes turns with changes, and loses none", () =>
      Effect.gen(function* () {
        const change = (id: number) =>
          handle(templateStream, id, save(id, `Meanwhile ${id}`).command, systemContext(companyId, "meanwhile"))
        yield* all("delete from read_models where id % 2 = 0")
        yield* continueReplay(template)
        const asked = Array.from({ length: 120 }, (_, index) => change(2 + ((index * 37) % (count - 2))))
        yield* Effect.all([replay(template, nothing), Effect.all(asked, { concurrency: 4 })], {
          concurrency: "unbounded",
        })
        const live = yield* rows
        expect(live.filter((line) => line.includes("Meanwhile"))).toHaveLength(120)
        expect(yield* rebuild(template)).toMatchObject({ streams: count, differed: 0 })
        expect(yield* rows).toEqual(live)
      }),
    )

    // The embedded engine has one connection: two transactions are never open at once.
    for (const [what, damage] of name === "PostgreSQL" ? damages : [])
      it.effect(`folds in a change that was not committed when it came by, to a row that is ${what}`, () =>
        Effect.gen(function* () {
          const { company } = yield* Database
          yield* all(`${damage} where id = 7`)
          const written = yield* Deferred.make<void>()
          const mayCommit = yield* Deferred.make<void>()
          const change = handle(
            templateStream,
            7,
            save(7, `Late, ${what}`).command,
            systemContext(companyId, "meanwhile"),
          )
          const changing = yield* Effect.forkChild(
            company(companyId)(
              change.pipe(
                Effect.andThen(Deferred.succeed(written, undefined)),
                Effect.andThen(Deferred.await(mayCommit)),
              ),
            ),
          )
          yield* Deferred.await(written)
          const replaying = yield* Effect.forkChild(rebuild(template))
          yield* Effect.repeat(all("select from pg_locks where not granted"), {
            until: (waiting) => waiting.length > 0,
          })
          yield* Deferred.succeed(mayCommit, undefined)
          yield* Fiber.join(changing)
          yield* Fiber.join(replaying)
          expect((yield* rows).filter((line) => line.includes(`Late, ${what}`))).toHaveLength(1)
          expect(yield* rebuild(template)).toMatchObject({ streams: count, differed: 0 })
        }),
      )

    it.effect("is shared by those who replay at once", () =>
      Effect.gen(function* () {
        const live = yield* rows
        yield* empty
        yield* continueReplay(template)
        yield* Effect.all([replay(template, nothing), replay(template, nothing)], { concurrency: "unbounded" })
        expect(yield* progressOf(template)).toMatchObject({ state: "complete", streams: count, differed: count })
        expect(yield* rows).toEqual(live)
      }),
    )

    it.effect("names what was otherwise, and corrects it", () =>
      Effect.gen(function* () {
        const live = yield* rows
        yield* all("delete from read_models where id = 9")
        yield* all(
          'update read_models set row = row || \'{"purpose": "Care", "more": 1}\', state = \'retired\' where id = 11',
        )
        yield* all("update read_models set stream_version = 99 where id = 12")
        yield* all(
          "insert into read_models select company_id, category, 9000, stream_version, 'x', state, row, updated_at, version from read_models where id = 13",
        )
        const heard: Array<unknown> = []
        yield* rebuild(template, ({ differences }) => Effect.sync(() => void heard.push(...differences)))
        expect(heard).toEqual([
          { companyId: 1, id: 11, fields: ["state", "more", "purpose"] },
          { companyId: 1, id: 12, fields: ["version"] },
          { companyId: 1, id: 9, fields: [] },
          { companyId: 1, id: 9000, fields: ["stream"] },
        ])
        expect(yield* rows).toEqual(live)
      }),
    )

    it.effect("reads a long stream a page at a time", () =>
      Effect.gen(function* () {
        const counts = { rows: 1, valid: 1, rejected: 0 }
        const batches = Array.from({ length: 2_300 }, (_, index) =>
          by({ _tag: "StoreCheckedBatch", batch: index + 1, line: index + 2, bytes: index + 1, ...counts } as const),
        )
        yield* store([
          playCommands(importStream, companyId, 1, [
            by({ _tag: "UploadListFile", importId: ImportId.make(1), bytes: 2_300 }),
            by({ _tag: "CheckImport", mappingHash: "m" }),
            ...batches,
          ]),
          playCommands(importStream, companyId, 2, [
            by({ _tag: "UploadListFile", importId: ImportId.make(2), bytes: 9 }),
          ]),
        ])
        const live = yield* rows
        yield* empty
        yield* rebuildAll
        expect(yield* rows).toEqual(live)
        expect(live.some((line) => line.includes('""valid"": 2300'))).toBe(true)
      }),
    )
  })

  layer(fresh, { excludeTestServices: true })(`a stream that cannot be replayed on ${name}`, (it) => {
    it.effect("keeps its row, is named, and holds up no other", () =>
      Effect.gen(function* () {
        const made = many(30)
        const [strange] = playCommands(templateStream, companyId, 31, [save(31, "Strange")]).events
        yield* store(made)
        yield* store([playCommands(templateStream, CompanyId.make(2), 1, [save(1, "Other")])])
        const { everyCompany } = yield* Database
        yield* everyCompany(
          insertRows("events", eventColumns, [
            { ...strange, type: "NoSuchEvent" } as NonNullable<typeof strange>,
            // Without its row a second one could take the name.
            ...playCommands(templateStream, companyId, 32, [save(32, "Template 30")]).events,
          ]),
        )
        const live = yield* rows
        const { lines, layer: logging } = collectLog()
        yield* Effect.scoped(
          Effect.andThen(
            Layer.build(rebuildLayer([template])),
            Effect.repeat(progressOf(template), { until: (progress) => progress?.state === "incomplete" }),
          ),
        ).pipe(Effect.provide(logging))
        expect(yield* rows).toEqual(live)
        expect(yield* progressOf(template)).toMatchObject({ streams: 33, leftOut: 2, differed: 0 })
        const said = lines.join("\n")
        expect(said).toContain("template-31 of company 1 keeps its row")
        expect(said).toContain("template-32 of company 1 keeps its row: Another row has its key.")
      }),
    )
  })

  layer(fresh, { excludeTestServices: true })(`a projection of a new version on ${name}`, (it) => {
    const { projection } = campaignStream
    type Changed = typeof projection.initialRow & { readonly changes: number }
    const counting: Projection<Changed, CampaignEvent> = {
      ...projection,
      version: 2,
      row: Schema.Struct({ ...CampaignRow.fields, changes: Schema.Int }),
      initialRow: { ...projection.initialRow, changes: 0 },
      evolve: (row, event, facts) => ({ ...projection.evolve(row, event, facts), changes: row.changes + 1 }),
    }
    const second = anyStream({ ...campaignStream, projection: counting })
    const started = Effect.scoped(
      Effect.andThen(
        Layer.build(rebuildLayer([second])),
        Effect.repeat(progressOf(second), {
          until: (progress) => progress?.version === 2 && progress.state === "complete",
        }),
      ),
    )
    const campaign = {
      campaignId: CampaignId.make(1),
      campaignType: "SMS",
      name: "Autumn",
      purpose: "Survey",
      templateId: TemplateId.make(1),
      templateVersion: 2,
      listId: ListId.make(2),
      senderId: SenderId.make(3),
      startAt: null,
    } as const

    it.effect("gives old rows its new field at the next start, and only then", () =>
      Effect.gen(function* () {
        const ask = (command: Parameters<typeof campaignStream.decider.decide>[1]) =>
          handle(campaignStream, 1, command, systemContext(companyId, "before"))
        yield* ask({ _tag: "CreateCampaign", campaign })
        yield* ask({ _tag: "LaunchCampaign", now: new Date(at).toISOString() })
        yield* rebuild(anyStream(campaignStream))
        const seen = all(
          "select version, row ->> 'changes' as changes, row ->> 'name' as name, xmin::text from read_models",
        )
        expect(yield* seen).toMatchObject([{ version: 1, changes: null, name: "Autumn" }])
        const [old] = yield* all<{ row: unknown }>("select row from read_models")
        expect(readRow(counting)(old?.row)).toMatchObject({ name: "Autumn", state: "running", changes: 0 })
        yield* started
        const [row] = yield* seen
        expect(row).toMatchObject({ version: 2, changes: "2", name: "Autumn" })
        yield* started
        expect(yield* seen).toEqual([row])
      }),
    )
  })
}

import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gunzipSync, gzipSync } from "node:zlib"
import { expect, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Option, Queue } from "effect"
import { describe } from "vitest"
import { CompanyId, TemplateId } from "#schemas/ids.ts"
import { backup } from "#server/store/backup.ts"
import { chainLayer, verifyChain } from "#server/store/Chain.ts"
import { Database } from "#server/store/Database.ts"
import { EventStore } from "#server/store/EventStore.ts"
import { restore } from "#server/store/restore.ts"
import { asOwner } from "#tests/support/asOwner.ts"
import { systemMetadata } from "#tests/support/facts.ts"
import { makeCompany, makeList, makeTemplate } from "#tests/support/outreach.ts"
import { everyDatabase, testDatabases } from "#tests/support/testDatabases.ts"

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "admin-view-backup-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true })),
)

/** Rows of every table, by name. */
const counts = Effect.gen(function* () {
  const tables = yield* asOwner(
    (owner) => owner<{ name: string }>`
      select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and not relispartition order by relname`,
  )
  const { sql, everyCompany } = yield* Database
  const found: Array<readonly [string, number]> = []
  for (const { name } of tables.filter(({ name: one }) => one !== "migrations")) {
    const [row] = yield* everyCompany(sql<{ rows: number }>`select count(*)::int as rows from ${sql(name)}`)
    found.push([name, row?.rows ?? 0])
  }
  return Object.fromEntries(found)
})

const append = Effect.fnUntraced(function* (expectedVersion: number, count: number) {
  const store = yield* EventStore
  const events = Array.from({ length: count }, (_, index) => ({
    type: "Counted",
    data: { n: expectedVersion + index },
  }))
  yield* store.append({
    companyId: CompanyId.make(1),
    stream: "counter-1",
    expectedVersion,
    events,
    metadata: systemMetadata(CompanyId.make(1)),
  })
})

/** What the subscriber of this name is handed next: so many events, by their numbers. */
const handed = Effect.fnUntraced(function* (name: string, count: number) {
  const store = yield* EventStore
  const seen = yield* Queue.unbounded<string>()
  const following = yield* Effect.forkChild(
    store.subscribe(name, (events) =>
      Queue.offerAll(
        seen,
        events.map(({ stream, version }) => `${stream}.${version}`),
      ),
    ),
  )
  const taken = yield* Queue.takeN(seen, count)
  yield* Fiber.interrupt(following)
  return [...taken]
})

/** Repeats a look at all companies' rows until it says so. */
const until = Effect.fnUntraced(function* (condition: string) {
  const { sql, everyCompany } = yield* Database
  const look = everyCompany(sql<{ done: boolean }>`select ${sql.literal(condition)} as done`)
  yield* Effect.repeat(look, { until: ([row]) => row?.done === true })
})

/** A subscriber that has handled all there is. */
const handleAll = Effect.fnUntraced(function* (name: string) {
  const store = yield* EventStore
  const following = yield* Effect.forkChild(store.subscribe(name, () => Effect.void))
  yield* until(`(select max(pos) from events) = (select pos from checkpoints where name = '${name}')`)
  yield* Fiber.interrupt(following)
})

const chained = Effect.scoped(
  Effect.andThen(Layer.build(chainLayer), until("(select count(*) from events) = (select count(*) from event_chain)")),
)

const servicesOn = <E>(database: Layer.Layer<Database, E>) =>
  Layer.fresh(Layer.provideMerge(EventStore.layer, database))

/** Data in which a subscriber lies behind the chain, and one event is behind both. */
const filled = Effect.gen(function* () {
  const { sql, company } = yield* Database
  yield* makeCompany(CompanyId.make(1))
  yield* makeList(CompanyId.make(1), 3)
  yield* makeTemplate(CompanyId.make(1), TemplateId.make(7))
  yield* company(CompanyId.make(1))(sql`
    insert into import_chunks (company_id, import_id, chunk, bytes, at)
    values (1, 1, 0, decode('00ff0a23', 'hex'), '2026-11-18T17:00:00.123456Z')`)
  yield* sql`insert into mailbox (to_address, subject, text, at) values ('a@b.test', '# no control', 'é "\\', '2026-11-18T17:00:00Z')`
  yield* append(0, 3)
  yield* handleAll("behind")
  yield* append(3, 2)
  yield* chained
  yield* append(5, 1)
  // As on a server that has been at work for years.
  for (const table of ["events", "checkpoints"]) {
    yield* asOwner((owner) =>
      owner.withTransaction(
        Effect.andThen(
          owner`select set_config('app.company_id', '*', true)`,
          owner`update ${owner(table)} set tx = (tx::text::bigint + 1000000000000)::text::xid8`,
        ),
      ),
    )
  }
})

for (const [from, source] of everyDatabase) {
  for (const [to, target] of everyDatabase) {
    it.live(`what was backed up from ${from} lives on in ${to}`, () =>
      Effect.gen(function* () {
        const companyId = CompanyId.make(1)
        const file = join(yield* folder, "data.backup")
        const before = yield* Effect.gen(function* () {
          yield* filled
          const rows = yield* backup(file)
          const found = yield* counts
          expect(Object.values(found).reduce((sum, one) => sum + one, 0)).toBe(rows)
          return found
        }).pipe(Effect.provide(servicesOn(source), { local: true }))

        yield* Effect.gen(function* () {
          yield* restore(file)
          expect(yield* counts).toEqual(before)
          expect(yield* verifyChain).toEqual(Option.none())
          const { sql, company } = yield* Database
          const [chunk] = yield* company(companyId)(
            sql<{ bytes: Uint8Array; at: string }>`select bytes, at::text as at from import_chunks`,
          )
          expect([Buffer.from(chunk?.bytes ?? []).toString("hex"), chunk?.at]).toEqual([
            "00ff0a23",
            expect.stringContaining("17:00:00.123456"),
          ])

          // Every subscriber goes on where it stood, and what is new comes last.
          yield* append(6, 1)
          expect(yield* handed("behind", 4)).toEqual(["counter-1.4", "counter-1.5", "counter-1.6", "counter-1.7"])
          expect((yield* handed("new", 9)).at(-1)).toBe("counter-1.7")
          yield* chained
          expect(yield* verifyChain).toEqual(Option.none())

          // Numbers go on behind the last one.
          yield* makeList(companyId, 1, { name: "Another" })
          const [list] = yield* company(companyId)(sql<{ id: number }>`select max(list_id) as id from patient_lists`)
          expect(list?.id).toBe(2)
        }).pipe(Effect.provide(servicesOn(target), { local: true }))
      }),
    )
  }
}

describe("a restore", () => {
  const [[, database]] = testDatabases
  const prepared = Effect.gen(function* () {
    const path = yield* folder
    const file = join(path, "data.backup")
    yield* Effect.gen(function* () {
      yield* makeCompany(CompanyId.make(1))
      yield* append(0, 1)
      yield* backup(file)
      expect((yield* Effect.flip(backup(file))).message).toBe(`${file} is there already. Choose another name.`)
      expect((yield* Effect.flip(restore(file))).message).toBe(
        "There is data in this database already. Restore into an empty one.",
      )
    }).pipe(Effect.provide(servicesOn(database), { local: true }))
    return { path, file, text: gunzipSync(readFileSync(file)).toString() }
  })
  const refusal = (file: string) =>
    Effect.gen(function* () {
      const { message } = yield* Effect.flip(restore(file))
      expect((yield* counts)["events"]).toBe(0)
      return message
    }).pipe(Effect.provide(servicesOn(database), { local: true }))

  // Nine databases are made one after the other.
  it.live(
    "refuses in one line what it cannot restore whole, and leaves nothing behind",
    () =>
      Effect.gen(function* () {
        const { path, file, text } = yield* prepared
        const changed = (content: string | Buffer) => {
          const other = join(path, "other.backup")
          writeFileSync(other, typeof content === "string" ? gzipSync(content) : content)
          return other
        }
        expect(yield* refusal(path)).toBe(`${path} is a folder. Name the file of a backup. Nothing was restored.`)
        expect(yield* refusal(join(path, "absent"))).toBe(`There is no file ${join(path, "absent")}.`)
        expect(yield* refusal(changed(text.replace(/"schema":\d+/, '"schema":9000')))).toMatch(
          /^The backup was written by a newer Admin View \(its schema is at 9000, .*\)\./,
        )
        expect(yield* refusal(changed(text.replace(/"schema":\d+/, '"schema":1')))).toMatch(
          /^The backup was written by an older Admin View/,
        )
        expect(yield* refusal(changed(text.split("\n").slice(0, -2).join("\n")))).toBe(
          "The backup is cut off or damaged. Nothing was restored.",
        )
        expect(yield* refusal(changed(readFileSync(file).subarray(0, 400)))).toMatch(/Nothing was restored\.$/)
        expect(yield* refusal(changed(Buffer.from("hello")))).toMatch(/Nothing was restored\.$/)
        expect(yield* refusal(changed("hello\n"))).toBe("This is not a backup of Admin View.")
      }),
    90_000,
  )
})

describe("a backup", () => {
  const [[, database]] = testDatabases

  it.live("is not written when it would hold fewer events than the audit log has", () =>
    Effect.gen(function* () {
      const path = yield* folder
      yield* append(0, 3)
      yield* chained
      yield* asOwner((owner) =>
        owner.withTransaction(
          Effect.andThen(
            owner`select set_config('app.company_id', '*', true)`,
            owner`delete from events where version = 2`,
          ),
        ),
      )
      expect((yield* Effect.flip(backup(join(path, "data.backup")))).message).toMatch(
        /^The copy would hold 2 events where the audit log has 3, so nothing was written\./,
      )
      expect(readdirSync(path)).toEqual([])
    }).pipe(Effect.provide(servicesOn(database), { local: true })),
  )
})

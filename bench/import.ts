/**
 * How fast a list of 200,000 people is imported, end to end: the file arrives,
 * is checked row by row, and its people are stored, by the program's own
 * worker and job queue; held against the database's own `COPY` of the same file in
 * the same run. Run: `npm run bench -- import [rows]`; with
 * `DATABASE_URL` (a server on which a database may be made) also on PostgreSQL.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { loadavg, tmpdir } from "node:os"
import { join } from "node:path"
import { monitorEventLoopDelay } from "node:perf_hooks"
import { Effect, Layer, Scope, Stream } from "effect"
import { importLogLayer } from "#server/people/imports/import.commands.ts"
import { importWorkerLayer } from "#server/people/imports/importWorker.job.ts"
import { Database } from "#server/store/Database.ts"
import { EventStore } from "#server/store/EventStore.ts"
import { JobQueue } from "#server/store/JobQueue.ts"
import { readImport } from "#server/people/imports/import.queries.ts"
import { askCheck, askRun, makeCompany, uploadPieces } from "#tests/server/people/importing.ts"
import { freshDatabaseUrl } from "#tests/support/freshPostgresql.ts"
import { copyToEngine, copyToServer } from "./bareImport.ts"
import { CompanyId, type ImportId } from "#schemas/ids.ts"

const rows = Number(process.argv[2] ?? 200_000)
const firstNames = ["Maria", "James", "Aisha", "Wei", "José", "Emma", "Olga", "Liam", "Fatima", "Noah"]
const lastNames = ["Lopez", "Smith", "Khan", "Chen", "García", "Jones", "Ivanova", "Murphy", "Haddad", "Brown"]
const areaCodes = ["415", "212", "312", "206", "305", "617", "713", "602"]
const zips = ["94110", "10001", "60601", "98101", "33101", "02139", "77002", "85001"]

/** One person in fifty has a number no one can have. */
const line = (index: number): string => {
  const phone =
    index % 50 === 0
      ? "12"
      : `(${areaCodes[index % 8]}) ${200 + (index % 700)}-${String(index % 10_000).padStart(4, "0")}`
  const born = `${1 + (index % 12)}/${1 + (index % 28)}/${1930 + (index % 80)}`
  return `MRN-${index},${firstNames[index % 10]},${lastNames[Math.floor(index / 10) % 10]} ${index % 997},${phone},${born},${index % 3 === 0 ? "Spanish" : "en"},${zips[index % 8]},person${index}@example.com,Clinic ${index % 12}\n`
}

/** The file, made as it is read, so that making it costs the measurement no memory. */
const file = (count: number, from: number) =>
  Stream.fromIterable(
    (function* () {
      const encoder = new TextEncoder()
      yield encoder.encode("MRN,First name,Last name,Cell phone,Date of birth,Language,Zip,E-mail,Clinic\n")
      for (let at = 0; at < count; at += 1_000) {
        yield encoder.encode(
          Array.from({ length: Math.min(1_000, count - at) }, (_, index) => line(from + at + index)).join(""),
        )
      }
    })(),
  )

const seconds = (from: number) => (performance.now() - from) / 1000

const waitFor = (importId: ImportId, state: string) =>
  Effect.gen(function* () {
    for (;;) {
      const found = yield* readImport(CompanyId.make(1), importId)
      if (found?.state === state) return found
      if (found?.state === "failed") return yield* Effect.die(new Error(found.problem ?? "failed"))
      yield* Effect.sleep(20)
    }
  })

const importOnce = (count: number, from: number) =>
  Effect.gen(function* () {
    const start = performance.now()
    const importId = yield* uploadPieces(CompanyId.make(1), file(count, from))
    const uploaded = seconds(start)
    yield* askCheck(CompanyId.make(1), importId)
    yield* waitFor(importId, "checked")
    const checked = seconds(start)
    yield* askRun(CompanyId.make(1), importId)
    const done = yield* waitFor(importId, "done")
    return { uploaded, checked, whole: seconds(start), progress: done.progress }
  })

const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024)

/** The most memory the process holds while `effect` runs, over what it held before. */
const withMemory = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    globalThis.gc?.()
    const before = process.memoryUsage.rss()
    let most = before
    const timer = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 20)
    const delay = monitorEventLoopDelay({ resolution: 5 })
    delay.enable()
    const busy = process.cpuUsage()
    const result = yield* effect
    const { user, system } = process.cpuUsage(busy)
    clearInterval(timer)
    delay.disable()
    return {
      ...result,
      processor: (user + system) / 1e6,
      growth: megabytes(most - before),
      before: megabytes(before),
      delay: delay.percentile(99) / 1e6,
    }
  })

const measure = (name: string, copy: (file: AsyncIterable<Uint8Array>) => Promise<number>) =>
  Effect.gen(function* () {
    yield* makeCompany(CompanyId.make(1))
    yield* importOnce(20_000, 10_000_000)
    const first = yield* withMemory(importOnce(rows, 0))
    const again = yield* withMemory(importOnce(rows, 0))
    const copied = yield* Effect.promise(() => copy(Stream.toAsyncIterable(file(rows, 0))))
    for (const [what, run] of [
      ["new people", first],
      ["same file again", again],
    ] as const) {
      const { progress } = run
      console.log(
        [
          name.padEnd(11),
          what.padEnd(16),
          `${Math.round(rows / run.whole)
            .toLocaleString("en-US")
            .padStart(
              7,
            )} rows/s; COPY ${Math.round(rows / copied).toLocaleString("en-US")}: ratio ${(copied / run.whole).toFixed(2)}`,
          `upload ${run.uploaded.toFixed(1)} s, check ${(run.checked - run.uploaded).toFixed(1)} s, run ${(run.whole - run.checked).toFixed(1)} s`,
          `processor ${run.processor.toFixed(1)} s`,
          `memory +${run.growth} MB on ${run.before} (target 128)`,
          `event loop p99 ${run.delay.toFixed(0)} ms`,
          `${progress.added}+${progress.changed}+${progress.unchanged} stored, ${progress.rejected} rejected`,
        ].join("  "),
      )
    }
  })

const program = importWorkerLayer.pipe(
  Layer.provideMerge(importLogLayer),
  Layer.provideMerge(Layer.mergeAll(EventStore.layer, JobQueue.layer)),
)

const embedded = Effect.gen(function* () {
  const folder = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "admin-view-bench-"))),
    (made) => Effect.sync(() => rmSync(made, { recursive: true, force: true })),
  )
  yield* measure("embedded", copyToEngine).pipe(
    Effect.provide(program.pipe(Layer.provideMerge(Database.layer({ dataDir: folder })))),
  )
})

const postgresql = (server: string) =>
  Effect.gen(function* () {
    const url = yield* freshDatabaseUrl(server)
    yield* measure("PostgreSQL", (made) => copyToServer(url, made)).pipe(
      Effect.provide(program.pipe(Layer.provideMerge(Database.layer({ url })))),
    )
  })

console.log(
  `${rows.toLocaleString("en-US")} rows, 2 % of them wrong; load average ${loadavg()[0]?.toFixed(1)}, Node ${process.version}`,
)
const server = process.env.DATABASE_URL ?? process.env.ADMIN_VIEW_TEST_DATABASE_URL
const only = process.env.BENCH_ONLY
const runs: ReadonlyArray<Effect.Effect<void, unknown, Scope.Scope>> = [
  ...(only === "postgresql" ? [] : [embedded]),
  ...(server === undefined ? [] : [postgresql(server)]),
]
await Effect.runPromise(Effect.forEach(runs, (run) => Effect.scoped(run), { discard: true }) as Effect.Effect<void>)

/**
 * How many texts a second a campaign sends: from launch to completion, planning,
 * recording and reports included, with the simulated carrier in a process of
 * its own; held against a bare loop that sends the same bytes to the same carrier
 * in the same run. Run: `npm run bench -- campaign [people]`; with `DATABASE_URL` (a
 * server on which a database may be made) also on PostgreSQL.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { loadavg, tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Layer, Scope } from "effect"
import { Database } from "#server/store/Database.ts"
import { MovableClock } from "#server/store/MovableClock.ts"
import { freshDatabaseUrl } from "#tests/support/freshPostgresql.ts"
import {
  awaitEvent,
  countsOf,
  makeCampaign,
  makeCompany,
  makeList,
  makeTemplate,
  messageText,
  noon,
  sendCommand,
} from "#tests/support/outreach.ts"
import { sendBare } from "./bareSending.ts"
import { sendingProgram } from "#tests/support/sendingProgram.ts"
import { askSimulator, startSimulatorProcess, type SimulatorCounts } from "./sending.ts"
import { CampaignId, CompanyId, type ListId, TemplateId } from "#schemas/ids.ts"

const people = Number(process.argv[2] ?? 20_000)
const only = process.argv[3]

/** A text as the template below makes it. */
const body = messageText.replace("{{ firstName }}", "Person12345").replace("{{ companyName }}", "Clinic 1")
const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024)
const seconds = (from: number) => (performance.now() - from) / 1000
const perSecond = (count: number, time: number) => Math.round(count / time).toLocaleString("en-US")

const launchAndWait = (campaignId: CampaignId, listId: ListId) =>
  Effect.gen(function* () {
    yield* makeCampaign(CompanyId.make(1), { campaignId, listId, templateId: TemplateId.make(1) })
    const started = performance.now()
    yield* sendCommand(CompanyId.make(1), campaignId, { _tag: "LaunchCampaign", now: new Date(noon).toISOString() })
    yield* awaitEvent(CompanyId.make(1), campaignId, "CampaignCompleted")
    return { started, sent: seconds(started) }
  })

const reported = (port: number, texts: number, started: number) =>
  Effect.promise(async () => {
    for (;;) {
      const counts = await askSimulator<SimulatorCounts>(port, "counts")
      if (counts.open === 0 && counts.distinctKeys >= texts) return { counts, reported: seconds(started) }
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  })

const measure = (simulatorPort: number) =>
  Effect.gen(function* () {
    yield* (yield* MovableClock).move(noon)
    yield* makeCompany(CompanyId.make(1), 1_000_000)
    yield* makeTemplate(CompanyId.make(1), TemplateId.make(1))
    const warm = yield* makeList(CompanyId.make(1), 1_000, { name: "Warm-up", first: 500_000 })
    yield* launchAndWait(CampaignId.make(1), warm)
    const listId = yield* makeList(CompanyId.make(1), people)
    const busy = process.cpuUsage()
    const before = process.memoryUsage.rss()
    const { started, sent } = yield* launchAndWait(CampaignId.make(2), listId)
    const after = yield* reported(simulatorPort, people + 1_000, started)
    const { user, system } = process.cpuUsage(busy)
    const { rows } = yield* countsOf(CompanyId.make(1), CampaignId.make(2))
    return {
      sent,
      reported: after.reported,
      processor: (user + system) / 1e6,
      before,
      grown: process.memoryUsage.rss() - before,
      counts: after.counts,
      rows,
    }
  })

const on = <E>(name: string, database: Layer.Layer<Database, E>, first: number) => {
  const ports = { own: first, simulator: first + 1 }
  return Effect.gen(function* () {
    yield* startSimulatorProcess(ports, ["--speed", "Infinity", "--remember", "2000000", "--callbacks", "256"])
    const run = yield* measure(ports.simulator).pipe(Effect.provide(sendingProgram(database, ports)))
    const bare = yield* Effect.promise(() => sendBare(ports, { texts: people, body }))
    console.log(
      [
        name.padEnd(11),
        `${perSecond(people, run.sent).padStart(6)} texts/s until complete, ${perSecond(people, run.reported)} until all reports are in; bare loop ${perSecond(people, bare.sent)} and ${perSecond(people, bare.reported)}: ratio ${(bare.reported / run.reported).toFixed(2)}`,
        `${people.toLocaleString("en-US")} people in ${run.sent.toFixed(1)} s, reports in after ${run.reported.toFixed(1)} s`,
        `processor ${run.processor.toFixed(1)} s`,
        `memory +${megabytes(run.grown)} MB on ${megabytes(run.before)}`,
        `sent twice ${run.counts.repeatedKeys}, reports dropped ${run.counts.callbacksDropped}`,
        JSON.stringify(run.rows),
      ].join("  "),
    )
  }).pipe(Effect.scoped)
}

const temporaryFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "admin-view-bench-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true })),
)

const port = () => 20_000 + Math.floor(Math.random() * 20_000)

const embedded = Effect.gen(function* () {
  const folder = yield* temporaryFolder
  yield* on("embedded", Database.layer({ dataDir: folder }), port())
})

const server = process.env["DATABASE_URL"] ?? process.env["ADMIN_VIEW_TEST_DATABASE_URL"]
const postgresql = Effect.gen(function* () {
  if (server === undefined) return
  const url = yield* freshDatabaseUrl(server)
  yield* on("PostgreSQL", Database.layer({ url }), port())
})

console.log(`campaign: load ${loadavg()[0]?.toFixed(1)}, Node ${process.version}`)
void Scope
await Effect.runPromise(
  Effect.scoped(
    Effect.andThen(only === "postgresql" ? Effect.void : embedded, only === "embedded" ? Effect.void : postgresql),
  ),
)
process.exit(0)

/**
 * How much longer a campaign of ten texts takes behind a ladder with a backlog by the same number: from its launch until it
 * is complete, next to the same campaign alone. Run: `npm run bench -- behind [backlog]`, a million for the whole measure.
 */
import { Effect } from "effect"
import pg from "pg"
import { CampaignId, CompanyId, TemplateId, type ListId } from "#schemas/ids.ts"
import { Database } from "#server/store/Database.ts"
import { MovableClock } from "#server/store/MovableClock.ts"
import { freshDatabaseUrl } from "#tests/support/freshPostgresql.ts"
import { queueBehindStep } from "#tests/support/ladderBacklog.ts"
import { ladderDraft, ladderStep } from "#tests/support/ladderSamples.ts"
import { launchLadder } from "#tests/support/ladders.ts"
import {
  awaitEvent,
  eventually,
  makeCampaign,
  makeCompany,
  makeList,
  makeTemplate,
  noon,
  senderIdOf,
  sendCommand,
} from "#tests/support/outreach.ts"
import { sendingProgram, type Ports } from "#tests/support/sendingProgram.ts"
import { settleMultiCampaigns } from "#server/outreach/multiCampaigns/multiCampaign.job.ts"
import { askSimulator, startSimulatorProcess, type SimulatorCounts } from "./sending.ts"

const backlog = Number(process.argv[2] ?? 20_000)
const companyId = CompanyId.make(1)
/** Texts a second: what a number of a company may send at most. */
const cap = 100

/** Seconds from the launch of a campaign to these people until it is complete. */
const tenTexts = Effect.fnUntraced(function* (campaignId: CampaignId, listId: ListId) {
  yield* makeCampaign(companyId, { campaignId, listId, templateId: TemplateId.make(1) })
  const began = performance.now()
  yield* sendCommand(companyId, campaignId, { _tag: "LaunchCampaign", now: new Date(noon).toISOString() })
  yield* awaitEvent(companyId, campaignId, "CampaignCompleted")
  return (performance.now() - began) / 1_000
})

/** Gathers what the planner goes by, as PostgreSQL does by itself within a minute. */
const analyze = (url: string) =>
  Effect.promise(async () => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query("analyze")
    await client.end()
  })

const measure = (ports: Ports, url: string) =>
  Effect.gen(function* () {
    yield* (yield* MovableClock).move(noon)
    yield* makeCompany(companyId, cap)
    yield* makeTemplate(companyId, TemplateId.make(1))
    const lists = [1, 2, 3].map((n) => makeList(companyId, n === 1 ? 1 : 10, { name: `List ${n}`, first: n * 100 }))
    const [walkers, first, second] = yield* Effect.all(lists)
    if (walkers === undefined || first === undefined || second === undefined) return yield* Effect.die("no lists")
    const alone = yield* tenTexts(CampaignId.make(1_000), first)
    const step = ladderStep(1, { senderId: yield* senderIdOf(companyId) })
    yield* launchLadder(companyId, 1, ladderDraft(walkers, [step]))
    yield* settleMultiCampaigns
    yield* queueBehindStep(companyId, backlog)
    yield* analyze(url)
    const { distinctKeys } = yield* Effect.promise(() => askSimulator<SimulatorCounts>(ports.simulator, "counts"))
    const taken = Effect.promise(() => askSimulator<SimulatorCounts>(ports.simulator, "counts"))
    yield* eventually(Effect.map(taken, (counts) => counts.distinctKeys > distinctKeys + cap))
    const behind = yield* tenTexts(CampaignId.make(1_001), second)
    console.log(
      `PostgreSQL  ten texts alone ${alone.toFixed(2)} s, behind ${backlog.toLocaleString("en-US")} of a ladder ${behind.toFixed(2)} s: ${(behind - alone).toFixed(2)} s later (at most 2)`,
    )
  })

const server = process.env["DATABASE_URL"] ?? process.env["ADMIN_VIEW_TEST_DATABASE_URL"]
if (server === undefined) throw new Error("Run it below scripts/postgres.ts, as `npm run bench` does.")
const own = 20_000 + Math.floor(Math.random() * 20_000)
const ports = { own, simulator: own + 1 }
const run = Effect.gen(function* () {
  const url = yield* freshDatabaseUrl(server)
  yield* startSimulatorProcess(ports, ["--speed", "Infinity", "--callbacks", "64"])
  yield* measure(ports, url).pipe(Effect.provide(sendingProgram(Database.layer({ url }), ports)))
})
await Effect.runPromise(Effect.scoped(run))
process.exit(0)

import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
import { CampaignId, CompanyId, TemplateId } from "#schemas/ids.ts"
import { Database } from "#server/store/Database.ts"
import { MovableClock } from "#server/store/MovableClock.ts"
import { checkUpCall } from "#tests/support/checkUpCall.ts"
import { freshDatabaseUrl } from "#tests/support/freshPostgresql.ts"
import { makeCampaign, makeCompany, makeList, makeTemplate, noon, sendCommand } from "#tests/support/outreach.ts"
import { askSimulator, type SimulatorCounts } from "./sending.ts"

const companyId = CompanyId.make(1)
const templateId = TemplateId.make(1)

/** A company that makes so many calls a second and holds so many at once; each person is called once. */
export const callingCompany = Effect.fnUntraced(function* (perSecond: number, atOnce: number) {
  const { sql, company } = yield* Database
  yield* (yield* MovableClock).move(noon)
  yield* makeCompany(companyId, perSecond, "IVR")
  yield* company(companyId)(sql`update senders set concurrent_calls = ${atOnce}`)
  yield* makeTemplate(companyId, templateId, JSON.stringify({ ...checkUpCall, retries: [] }), "IVR")
})

/** Begins a campaign of calls to so many people, the first of them the given one; gives when, by `performance.now`. */
export const beginCalls = Effect.fnUntraced(function* (campaignId: CampaignId, people: number, first: number) {
  const listId = yield* makeList(companyId, people, { name: `List of ${campaignId}`, first })
  yield* makeCampaign(companyId, { campaignId, listId, templateId, channel: "IVR" })
  const began = performance.now()
  yield* sendCommand(companyId, campaignId, { _tag: "LaunchCampaign", now: new Date(noon).toISOString() })
  return began
})

/** Looks at the simulated carrier's counts again and again until they are as they should be; gives when, by `performance.now`. */
export const untilCounts = (port: number, are: (counts: SimulatorCounts) => boolean) =>
  Effect.promise(async () => {
    while (!are(await askSimulator<SimulatorCounts>(port, "counts"))) {
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    return performance.now()
  })

/** Measures on a new embedded database, and on PostgreSQL where the environment names a server. */
export const callingOnEach = async <E>(
  only: string | undefined,
  measure: (name: string, database: ReturnType<typeof Database.layer>) => Effect.Effect<void, E>,
) => {
  const embedded = Effect.gen(function* () {
    const folder = yield* Effect.acquireRelease(
      Effect.sync(() => mkdtempSync(join(tmpdir(), "admin-view-bench-"))),
      (made) => Effect.sync(() => rmSync(made, { recursive: true, force: true })),
    )
    yield* measure("embedded", Database.layer({ dataDir: folder }))
  })
  const server = process.env["DATABASE_URL"] ?? process.env["ADMIN_VIEW_TEST_DATABASE_URL"]
  const postgresql = Effect.gen(function* () {
    if (server !== undefined) yield* measure("PostgreSQL", Database.layer({ url: yield* freshDatabaseUrl(server) }))
  })
  const chosen = [...(only === "postgresql" ? [] : [embedded]), ...(only === "embedded" ? [] : [postgresql])]
  await Effect.runPromise(Effect.forEach(chosen, (one) => Effect.scoped(one), { discard: true }))
}

/** Two free ports, most likely. */
export const somePorts = () => {
  const own = 20_000 + Math.floor(Math.random() * 20_000)
  return { own, simulator: own + 1 }
}

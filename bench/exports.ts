/**
 * How fast a file of 60,000 people leaves, held against a bare node:http process that writes the same rows, and
 * whether others notice who takes files slowly: one person's reading with no one else there, and next to 28 exports
 * of 60,000 people each, read at 320 kB a second and asked for again while they wait. On PostgreSQL, where exports of this
 * size are; the embedded engine makes everyone wait for each of its statements. Run: `npm run bench -- exports`.
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { request, type IncomingMessage } from "node:http"
import { setTimeout as pause } from "node:timers/promises"
import { Effect, Exit, Scope } from "effect"
import pg from "pg"
import { signInOverHttp } from "#tests/support/calls.ts"
import { freshDatabaseUrl } from "#tests/support/freshPostgresql.ts"
import { freePort, startApp, temporaryData } from "#tests/support/runningApp.ts"

const slow = 28
const rows = 60_000
const calls = 1_000
/** Who takes files, and the companies they take them of. */
const people = ["admin@northwind.test", "admin@harbor.test"]
const companies = [2, 3]

const server = process.env["ADMIN_VIEW_TEST_DATABASE_URL"]
if (server === undefined) {
  console.log("exports: needs PostgreSQL; run it by npm run bench")
  process.exit(0)
}
const scope = Scope.makeUnsafe()
const url = await Effect.runPromise(Scope.provide(freshDatabaseUrl(server), scope))
const data = await temporaryData()
const app = await startApp(data.dataDir, { DATABASE_URL: url, ADMIN_VIEW_DEMO: "1" })

/** Gives each company a campaign of its own in which so many people were reached. */
const seedRecipients = async (): Promise<void> => {
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  await owner.query(`select set_config('app.company_id', '*', false)`)
  for (const company of companies) {
    await owner.query(
      `insert into recipients (company_id, campaign_id, recipient_id, patient_id, phone, zone, state, segments, attempts,
         sent_at, delivered_at, updated_at)
       select $1, 1000000, n, n, '+14155550100', 'America/Los_Angeles', 'delivered', 1, 1, now(), now(), now()
       from generate_series(1, $2::int) n`,
      [company, rows],
    )
  }
  await owner.query("analyze")
  await owner.end()
}
await seedRecipients()
const tokens: Array<string> = []
for (const email of people) tokens.push(await signInOverHttp(app.url, email))

const headersOf = (token: string) => ({ authorization: `Bearer ${token}`, "content-type": "application/json" })

const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const seen = { rows: 0, queued: 0, begun: 0 }
let stopped = false

/** Takes an export slowly, and waits for its turn as a page does. */
const readSlowly = async (token: string): Promise<void> => {
  while (!stopped) {
    const asked = request(`${app.url}/api/Report/DownloadExportData?type=csv`, {
      method: "POST",
      headers: headersOf(token),
      agent: false,
    })
    asked.on("error", () => {})
    asked.end(JSON.stringify({ fileType: "csv", startDate: day(-360), endDate: day(1) }))
    const [answer] = (await once(asked, "response")) as [IncomingMessage]
    if (answer.statusCode === 429) {
      seen.queued += 1
      answer.resume()
      await pause(1_000 * Number(answer.headers["retry-after"]))
      continue
    }
    if (answer.statusCode !== 200) throw new Error(`An export was answered ${answer.statusCode}.`)
    seen.begun += 1
    for await (const part of answer.iterator({ destroyOnReturn: true })) {
      seen.rows += (part as Buffer).toString("latin1").split("\r\n").length - 1
      if (stopped) break
      await pause(200)
    }
  }
}

const percentile = (values: ReadonlyArray<number>, of: number) =>
  values.toSorted((one, other) => one - other)[Math.ceil((values.length * of) / 100) - 1] ?? 0

/** A person's reading, and whether the process stays ready. */
const measure = async () => {
  const times: Array<number> = []
  const ready = new Set<number>()
  for (let made = 0; made < calls; made += 1) {
    const began = performance.now()
    const answer = await fetch(`${app.url}/api/Campaign/GetCampaigns`, { headers: headersOf(tokens[0] ?? "") })
    await answer.text()
    times.push(performance.now() - began)
    if (answer.status !== 200) throw new Error(`Reading was answered ${answer.status}.`)
    if (made % 20 === 0) ready.add((await fetch(`${app.url}/health/ready`)).status)
  }
  return { p50: percentile(times, 50), p99: percentile(times, 99), ready: [...ready].join(", ") }
}

/** Takes a file of 60,000 people as fast as it comes, three times; gives the best time, in seconds. */
const takeFast = async (take: () => Promise<Response>): Promise<number> => {
  const times: Array<number> = []
  for (let turn = 0; turn < 3; turn += 1) {
    const began = performance.now()
    const answer = await take()
    const lines = (await answer.text()).split("\r\n").length - 1
    if (answer.status !== 200 || lines < rows)
      throw new Error(`An export was answered ${answer.status}, ${lines} rows.`)
    times.push((performance.now() - began) / 1000)
  }
  return Math.min(...times)
}
const barePort = await freePort()
const bare = spawn(process.execPath, ["bench/bareExport.ts"], {
  env: { ...process.env, BARE_URL: url, BARE_PORT: String(barePort) },
  stdio: ["ignore", "pipe", "inherit"],
})
await once(bare.stdout, "data")
const ownTime = await takeFast(() =>
  fetch(`${app.url}/api/Report/DownloadExportData?type=csv`, {
    method: "POST",
    headers: headersOf(tokens[0] ?? ""),
    body: JSON.stringify({ fileType: "csv", startDate: day(-1), endDate: day(1) }),
  }),
)
const bareTime = await takeFast(() => fetch(`http://localhost:${barePort}/${companies[0]}/1000000`))
bare.kill()
const perSecond = (seconds: number) => Math.round(rows / seconds).toLocaleString("en-US")
console.log(
  `one export ${perSecond(ownTime)} rows/s; bare process ${perSecond(bareTime)}: ratio ${(bareTime / ownTime).toFixed(2)}`,
)
await measure()
const alone = await measure()
const readers = Array.from({ length: slow }, (_, index) => readSlowly(tokens[index % tokens.length] ?? ""))
await pause(2_000)
const meanwhile = await measure()
stopped = true
await Promise.race([Promise.all(readers), pause(5_000)])
const figure = ({ p50, p99 }: typeof alone) => `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`
console.log(
  `reading alone ${figure(alone)}; next to ${slow} slow exports ${figure(meanwhile)}: × ${(meanwhile.p99 / alone.p99).toFixed(2)}`,
)
console.log(
  `ready: ${meanwhile.ready}; begun ${seen.begun}, sent to their place in the queue ${seen.queued} times, ${seen.rows} rows taken`,
)
await app.kill()
await data.remove()
await Effect.runPromise(Scope.close(scope, Exit.void))
process.exit(0)

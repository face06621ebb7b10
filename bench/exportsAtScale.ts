/**
 * How fast a file of 100,000 and of 1,000,000 people leaves, held against COPY of the same rows over HTTP: rows a second,
 * when the first byte comes, and how much the program grows; how soon the database is free of an export that its reader
 * breaks off; and what a reader holds who takes nothing. On PostgreSQL. Run: `npm run bench -- exportsAtScale`.
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { createServer, request, type IncomingMessage } from "node:http"
import { loadavg } from "node:os"
import { text } from "node:stream/consumers"
import { setTimeout as pause } from "node:timers/promises"
import { Effect, Exit, Scope } from "effect"
import pg from "pg"
import { signInOverHttp } from "#tests/support/calls.ts"
import { freshDatabaseUrl } from "#tests/support/freshPostgresql.ts"
import { freePort, startApp, temporaryData } from "#tests/support/runningApp.ts"

const companyId = 2
/** Exports by how many people they hold, a little less than a file may, as the demo has some of its own; each is of the day so many days ago. */
const sizes = [
  { rows: 100_000, daysAgo: 300, campaign: 1_000_001 },
  { rows: 999_000, daysAgo: 200, campaign: 1_000_002 },
] as const

const server = process.env["ADMIN_VIEW_TEST_DATABASE_URL"]
if (server === undefined) {
  console.log("exportsAtScale: needs PostgreSQL; run it by npm run bench")
  process.exit(0)
}
const scope = Scope.makeUnsafe()
const url = await Effect.runPromise(Scope.provide(freshDatabaseUrl(server), scope))
const data = await temporaryData()
const app = await startApp(data.dataDir, { DATABASE_URL: url, ADMIN_VIEW_DEMO: "1" })

const owner = new pg.Client({ connectionString: url, application_name: "bench" })
await owner.connect()
await owner.query(`select set_config('app.company_id', '*', false)`)
const most = Math.max(...sizes.map(({ rows }) => rows))
await owner.query(
  `insert into patients (company_id, identity, external_id, first_name, last_name, timezone, phone, phone_kind, updated_at)
   select $1, 's:' || n, 'scale-' || n, 'Ann', 'Person ' || n, 'America/Los_Angeles', '+1' || (4150000000 + n), 'mobile', now()
   from generate_series(1, $2::int) n`,
  [companyId, most],
)
for (const { rows, daysAgo, campaign } of sizes)
  await owner.query(
    `insert into recipients (company_id, campaign_id, recipient_id, patient_id, phone, zone, state, segments, attempts,
       sent_at, delivered_at, updated_at)
     select company_id, $2, row_number() over (order by patient_id), patient_id, phone, timezone, 'delivered', 1, 1,
       day, day, day
     from patients, lateral (select now() - $4 * interval '1 day' as day) at
     where company_id = $1 and identity like 's:%' order by patient_id limit $3`,
    [companyId, campaign, rows, daysAgo],
  )
await owner.query("vacuum analyze patients")
await owner.query("vacuum analyze recipients")

const token = await signInOverHttp(app.url, "admin@northwind.test")
const day = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)

const askFor = async (address: string, body?: object): Promise<IncomingMessage> => {
  const asked = request(address, {
    method: body === undefined ? "GET" : "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    agent: false,
  })
  asked.on("error", () => {})
  asked.end(body === undefined ? undefined : JSON.stringify(body))
  const [answer] = (await once(asked, "response")) as [IncomingMessage]
  if (answer.statusCode !== 200) throw new Error(`An export was answered ${answer.statusCode}: ${await text(answer)}`)
  return answer
}
const exportOf = (ago: number) =>
  askFor(`${app.url}/api/Report/DownloadExportData?type=csv`, {
    fileType: "csv",
    startDate: day(ago + 2),
    endDate: day(ago - 2),
  })

/** What the program has in memory, in MB. */
const memory = (): number => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${app.pid}/status`, "utf8"))?.[1]) / 1_024

/** Takes a file as fast as it comes. */
const take = async (ask: () => Promise<IncomingMessage>) => {
  const began = performance.now()
  const before = memory()
  let [first, lines, grown] = [0, 0, 0]
  const watch = setInterval(() => (grown = Math.max(grown, memory() - before)), 50)
  for await (const part of await ask()) {
    if (first === 0) first = performance.now() - began
    for (const byte of part as Buffer) if (byte === 10) lines += 1
  }
  clearInterval(watch)
  return { first, lines, grown, seconds: (performance.now() - began) / 1_000 }
}

const copied = (campaign: number) => `copy (
  select r.recipient_id, p.external_id, p.first_name, p.last_name, r.phone, r.state, r.reason, r.segments, r.zone, r.sent_at,
    r.delivered_at
  from recipients r left join patients p on p.company_id = r.company_id and p.patient_id = r.patient_id
  where r.company_id = ${companyId} and r.campaign_id = ${campaign} order by r.recipient_id) to stdout (format csv)`

/** Writes what COPY gives to who asks, and nothing else. */
const barePort = await freePort()
const bare = createServer((asked, answer) => {
  const campaign = Number(asked.url?.slice(1))
  const psql = spawn("psql", [url, "-qc", copied(campaign)], {
    env: { ...process.env, PGOPTIONS: "-c app.company_id=*" },
    stdio: ["ignore", "pipe", "inherit"],
  })
  answer.writeHead(200, { "content-type": "text/csv" })
  psql.stdout.pipe(answer)
}).listen(barePort, "localhost")
await once(bare, "listening")

const whole = (count: number): string => Math.round(count).toLocaleString("en-US")
console.log(`exportsAtScale: load ${loadavg()[0]?.toFixed(1)}, Node ${process.version}`)
for (const { rows, daysAgo, campaign } of sizes) {
  await take(() => exportOf(daysAgo))
  const own = await take(() => exportOf(daysAgo))
  const reference = await take(() => askFor(`http://localhost:${barePort}/${campaign}`))
  if (own.lines < rows || reference.lines < rows) throw new Error(`Only ${own.lines} and ${reference.lines} rows came.`)
  console.log(
    [
      `${whole(rows)} people: ${whole(rows / own.seconds)} rows/s`,
      `COPY over HTTP ${whole(rows / reference.seconds)}: ratio ${(reference.seconds / own.seconds).toFixed(2)}`,
      `first byte ${own.first.toFixed(0)} ms`,
      `+${own.grown.toFixed(0)} MB`,
    ].join("; "),
  )
}

/** Statements and transactions of the program that are under way. */
const underway = async (): Promise<number> => {
  const { rows } = await owner.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity
     where datname = current_database() and application_name <> 'bench' and state <> 'idle' and query ilike '%recipients%'`,
  )
  return rows[0]?.n ?? 0
}
const sinceBroken = async (): Promise<number> => {
  const answer = await exportOf(200)
  await once(answer, "data")
  const began = performance.now()
  answer.destroy()
  // Free is what stays free: pages of an export are short statements with pauses between them.
  for (let quiet = 0; quiet < 20; quiet += 1) {
    if ((await underway()) > 0) quiet = 0
    await pause(5)
  }
  return performance.now() - began - 100
}
const freed: Array<number> = []
for (let turn = 0; turn < 5; turn += 1) freed.push(await sinceBroken())
console.log(`broken off: the database is free of it after at most ${Math.max(0, ...freed).toFixed(0)} ms`)

const idle = await exportOf(200)
await once(idle, "data")
idle.pause()
await pause(3_000)
const before = memory()
let held = 0
for (let look = 0; look < 60; look += 1) {
  held += await underway()
  await pause(50)
}
console.log(
  `a reader who takes nothing: ${idle.readableLength + idle.socket.readableLength} bytes read ahead, +${Math.max(0, memory() - before).toFixed(1)} MB in 3 s, ${held} statements under way in 60 looks`,
)
idle.destroy()
bare.close()
await owner.end()
await app.kill()
await data.remove()
await Effect.runPromise(Scope.close(scope, Exit.void))
process.exit(0)

/**
 * How long the report of a company over a year takes, at 1,000,000 and at 10,000,000 texts: its figures and charts as the
 * page asks for them, next to the least that any answer takes, one pass over the same rows by the database alone. On
 * PostgreSQL. Run: `npm run bench -- report [texts]`.
 */
import { Effect, Exit, Scope } from "effect"
import pg from "pg"
import { signInOverHttp } from "#tests/support/calls.ts"
import { freshDatabaseUrl } from "#tests/support/freshPostgresql.ts"
import { startApp, temporaryData } from "#tests/support/runningApp.ts"

const companyId = 2
const sizes = process.argv[2] === undefined ? [1_000_000, 10_000_000] : [Number(process.argv[2])]
const calls = 20
/** So many people get them, a prime: no one is twice in one campaign. */
const people = 500_009

const server = process.env["ADMIN_VIEW_TEST_DATABASE_URL"]
if (server === undefined) {
  console.log("report: needs PostgreSQL; run it by npm run bench")
  process.exit(0)
}
const scope = Scope.makeUnsafe()
const url = await Effect.runPromise(Scope.provide(freshDatabaseUrl(server), scope))
const data = await temporaryData()
const app = await startApp(data.dataDir, { DATABASE_URL: url, ADMIN_VIEW_DEMO: "1" })
const owner = new pg.Client({ connectionString: url, application_name: "bench" })
await owner.connect()
await owner.query(`select set_config('app.company_id', '*', false)`)

const { rows: campaigns } = await owner.query<{ id: number }>(
  `select id from read_models where company_id = $1 and category = 'campaign' and state = 'completed' order by id`,
  [companyId],
)

/** Adds texts from one number to another, spread over a year, people and campaigns; one in ten failed. */
const fill = async (from: number, to: number): Promise<void> => {
  for (let first = from; first < to; first += 500_000)
    await owner.query(
      `insert into recipients (company_id, campaign_id, recipient_id, patient_id, phone, zone, state, reason, segments,
         attempts, sent_at, delivered_at, updated_at)
       select $1, ($4::int[])[1 + n % array_length($4::int[], 1)], 1000000 + n, 10000000 + n % $5, '+14155550100', 'America/Los_Angeles',
         case when n % 10 = 0 then 'failed' else 'delivered' end, case when n % 10 = 0 then '30003' end, 1, 1, at, at, at
       from generate_series($2::int, $3::int - 1) n, lateral (select now() - (n % 360) * interval '1 day' as at) sent`,
      [companyId, first, Math.min(to, first + 500_000), campaigns.map(({ id }) => id), people],
    )
  await owner.query("vacuum analyze recipients")
}

const token = await signInOverHttp(app.url, "admin@northwind.test")
const day = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
const readReport = async (): Promise<void> => {
  const answer = await fetch(`${app.url}/api/Report/GetReport?startDate=${day(364)}&endDate=${day(0)}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  await answer.text()
  if (answer.status !== 200) throw new Error(`The report was answered ${answer.status}.`)
}
const onePass = () =>
  owner.query(
    `select state, reason, sent_at::date, count(*) from recipients
     where company_id = $1 and sent_at >= now() - interval '365 days' group by 1, 2, 3`,
    [companyId],
  )

const timesOf = async (count: number, call: () => Promise<unknown>): Promise<ReadonlyArray<number>> => {
  await call()
  const times: Array<number> = []
  for (let made = 0; made < count; made += 1) {
    const began = performance.now()
    await call()
    times.push(performance.now() - began)
  }
  return times.toSorted((one, other) => one - other)
}
const percentile = (sorted: ReadonlyArray<number>, of: number) => sorted[Math.ceil((sorted.length * of) / 100) - 1] ?? 0
const millis = (time: number) => Math.round(time).toLocaleString("en-US")

let filled = 0
for (const size of sizes) {
  await fill(filled, size)
  filled = size
  const bare = percentile(await timesOf(5, onePass), 50)
  const report = await timesOf(calls, readReport)
  const [p50, p99] = [percentile(report, 50), percentile(report, 99)]
  console.log(
    `${size.toLocaleString("en-US")} texts of a year: report p50 ${millis(p50)} ms, p99 ${millis(p99)} ms; one pass ${millis(bare)} ms: × ${(p50 / bare).toFixed(2)}`,
  )
}
await owner.end()
await app.kill()
await data.remove()
await Effect.runPromise(Scope.close(scope, Exit.void))

/**
 * How many looks at patients and campaigns a second one process answers, next to a bare
 * node:http process that checks the same token and reads the same rows of the same
 * database. Every request asks for another page, so nothing is answered from memory.
 * Run: `npm run bench -- reading [people]` (PostgreSQL only).
 */
import { spawn, type ChildProcess } from "node:child_process"
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { Agent, request } from "node:http"
import { loadavg, tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { Effect, Redacted } from "effect"
import * as Pg from "@effect/sql-pg/PgClient"
import pg from "pg"
import { campaignPage } from "#server/outreach/campaigns/campaign.queries.ts"
import { patientPage } from "#server/people/patients/patient.queries.ts"
import { signInOverHttp } from "#tests/support/calls.ts"
import { freshDatabaseUrl } from "#tests/support/freshPostgresql.ts"
import { freePort } from "#tests/support/runningApp.ts"
import type { BareServer } from "./bareReading.ts"
import { CompanyId, type PatientId } from "#schemas/ids.ts"

const people = Number(process.argv[2] ?? 1_000_000)
const rounds = 3
const windowMillis = 5_000
const connections = 10
/** The demo's largest company, whose administrator reads. */
const companyId = CompanyId.make(2)
const reader = "admin@northwind.test"
const lastNames = ["Lopez", "Smith", "Khan", "Chen", "Garcia", "Jones", "Ivanova", "Murphy", "Haddad", "Brown"]

const seedPatients = async (owner: pg.Client): Promise<void> => {
  const names = lastNames.map((name) => `'${name}'`).join(",")
  await owner.query(`select set_config('app.company_id', '*', false)`)
  await owner.query(
    `insert into patients (company_id, identity, external_id, first_name, last_name, last_key, first_key, dob, language,
       zip, timezone, phone, phone_kind, email, custom, updated_at)
     select ${companyId}, 'e:bench-' || n, 'bench-' || n, 'Ann', name || ' ' || n, lower(name) || ' ' || n, 'ann', '1970-01-01',
       'en', '94110', 'America/Los_Angeles', '+1415' || lpad((n % 10000000)::text, 7, '0'), 'mobile',
       'person' || n || '@example.test', '{"clinic":"North"}', '2026-01-01'
     from generate_series(1, $1::int) n, lateral (select (array[${names}])[1 + n % 10] as name) named`,
    [people],
  )
  await owner.query("analyze patients")
}

/** The database's own log, where scripts/postgres.ts keeps it. */
const violationsIn = (log: string): number | undefined =>
  existsSync(log) ? (readFileSync(log, "utf8").match(/duplicate key value/g)?.length ?? 0) : undefined

const start = (script: string, env: Readonly<Record<string, string>>, until: string): Promise<ChildProcess> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script], {
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    })
    let printed = ""
    const read = (chunk: Buffer) => {
      printed += chunk.toString()
      if (printed.includes(until)) resolve(child)
    }
    child.stdout?.on("data", read)
    child.stderr?.on("data", read)
    child.once("exit", () => reject(new Error(`${script} ended:\n${printed}`)))
  })

/** One request, and what the statement of the bare process is given for it. */
type Variant = { readonly path: string; readonly body?: string; readonly values: ReadonlyArray<unknown> }
type Load = { readonly name: string; readonly text: string; readonly variants: ReadonlyArray<Variant> }

const range = (count: number) => Array.from({ length: count }, (_, index) => index)

/** The same statements for both processes, compiled for every request there is. */
const loadsOf = (ids: ReadonlyArray<number>) =>
  Effect.gen(function* () {
    const sql = yield* Pg.PgClient
    const load = <A>(
      name: string,
      all: ReadonlyArray<A>,
      each: (one: A) => { readonly statement: Compiled; readonly path: string; readonly body?: string },
    ): Load => {
      const compiled = all.map((one) => {
        const { statement, ...asked } = each(one)
        const [text, values] = statement.compile()
        return { text, variant: { ...asked, values } }
      })
      return { name, text: compiled[0]?.text ?? "", variants: compiled.map(({ variant }) => variant) }
    }
    return [
      load("list", ids, (after) => ({
        statement: patientPage(sql, companyId, { after, pageSize: 50 }),
        path: `/api/Database/GetCustomerPatientList?cursor=${after}`,
      })),
      load("search", range(2_000), (n) => ({
        statement: patientPage(sql, companyId, { search: `Lopez ${n + 1}`, pageSize: 50 }),
        path: "/api/Database/SearchPatients",
        body: JSON.stringify({ search: `Lopez ${n + 1}` }),
      })),
      load("campaigns", [0], () => ({
        statement: campaignPage(sql, companyId, { pageSize: 50 }),
        path: "/api/Campaign/GetCampaigns",
      })),
    ]
  })
type Compiled = { readonly compile: () => readonly [text: string, values: ReadonlyArray<unknown>] }

const once = (agent: Agent, origin: string, token: string, load: Load, which: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const began = performance.now()
    const { path, body } = load.variants[which] ?? { path: "" }
    const call = request(
      `${origin}${path}`,
      {
        agent,
        method: body === undefined ? "GET" : "POST",
        headers: {
          authorization: `Bearer ${token}`,
          variant: `${load.name} ${which}`,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
        },
      },
      (answer) => {
        let bytes = 0
        answer.on("data", (chunk: Buffer) => (bytes += chunk.length))
        answer.on("end", () =>
          answer.statusCode === 200 && bytes > 20
            ? resolve(performance.now() - began)
            : reject(new Error(`${path} answered ${answer.statusCode}`)),
        )
      },
    )
    call.once("error", reject)
    call.end(body)
  })

const windowOf = async (origin: string, token: string, load: Load, millis: number) => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const took: Array<number> = []
  const end = performance.now() + millis
  const worker = async () => {
    while (performance.now() < end)
      took.push(await once(agent, origin, token, load, Math.floor(Math.random() * load.variants.length)))
  }
  const began = performance.now()
  await Promise.all(Array.from({ length: connections }, worker))
  const rate = took.length / ((performance.now() - began) / 1_000)
  agent.destroy()
  took.sort((left, right) => left - right)
  const at = (share: number) => took[Math.floor(took.length * share)] ?? 0
  return { rate, p50: at(0.5), p99: at(0.99), looks: took.length }
}
type Window = Awaited<ReturnType<typeof windowOf>>

/** Home is put together from many statements, so it stands next to nothing; what counts is that it takes no longer with more people. */
const home: Load = { name: "home", text: "", variants: [{ path: "/api/Report/GetDashboard", values: [] }] }
const measureHome = async (origin: string, token: string) => {
  await windowOf(origin, token, home, 1_500)
  console.log(`${home.name.padEnd(10)} ours ${shown(await windowOf(origin, token, home, windowMillis))}`)
}

const best = (windows: ReadonlyArray<Window>) => windows.reduce((one, other) => (other.rate > one.rate ? other : one))
const shown = ({ rate, p50, p99 }: Window) =>
  `${rate.toFixed(0).padStart(6)}/s, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`

const compare = async (
  origins: { readonly ours: string; readonly bare: string },
  token: string,
  loads: ReadonlyArray<Load>,
) => {
  let looks = 0
  for (const load of loads) {
    const taken: Record<"ours" | "bare", Array<Window>> = { ours: [], bare: [] }
    for (const which of ["ours", "bare"] as const) await windowOf(origins[which], token, load, 1_500)
    for (let round = 0; round < rounds; round++) {
      for (const which of ["ours", "bare"] as const)
        taken[which].push(await windowOf(origins[which], token, load, windowMillis))
    }
    if (load.name !== "campaigns") looks += taken.ours.reduce((sum, one) => sum + one.looks, 0)
    const [ours, bare] = [best(taken.ours), best(taken.bare)]
    console.log(
      `${load.name.padEnd(10)} ours ${shown(ours)}; bare ${shown(bare)}; ratio ${(ours.rate / bare.rate).toFixed(2)} (target 0.55)`,
    )
  }
  return looks
}

const measure = (url: string) =>
  Effect.promise(async () => {
    const [ourPort, simulator, barePort] = [await freePort(), await freePort(), await freePort()]
    const origin = `http://localhost:${ourPort}`
    const env = { PORT: String(ourPort), SIMULATOR_PORT: String(simulator), DATABASE_URL: url, ADMIN_VIEW_DEMO: "1" }
    const ours = await start(join(import.meta.dirname, "readingServer.ts"), env, "Ready")
    const owner = new pg.Client({ connectionString: url })
    await owner.connect()
    const began = performance.now()
    await seedPatients(owner)
    console.log(
      `${people.toLocaleString("en-US")} people seeded in ${((performance.now() - began) / 1_000).toFixed(0)} s`,
    )
    const some = await owner.query(
      `select patient_id from patients where company_id = ${companyId} order by random() limit 5000`,
    )
    const ids = some.rows.map(({ patient_id }: { patient_id: PatientId }) => patient_id)
    const token = await signInOverHttp(origin, reader)
    const issuer = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as {
      iss: string
      aud: string
    }
    const { rows } = await owner.query("select current_setting('data_directory') as folder")
    const log = join(dirname((rows[0] as { folder: string }).folder), "log")
    const loads = await Effect.runPromise(
      loadsOf(ids).pipe(Effect.provide(Pg.layer({ url: Redacted.make(url), maxConnections: 1 }))),
    )
    const statements = Object.fromEntries(
      loads.map(({ name, text, variants }) => [name, { text, values: variants.map(({ values }) => values) }]),
    )
    const given: BareServer = {
      url,
      port: barePort,
      jwks: `${origin}/idp/jwks`,
      issuer: issuer.iss,
      audience: issuer.aud,
      statements,
    }
    const file = join(tmpdir(), `bare-reading-${barePort}.json`)
    writeFileSync(file, JSON.stringify(given))
    const bare = await start(join(import.meta.dirname, "bareReading.ts"), { BARE: file }, "Ready")
    rmSync(file)
    await measureHome(origin, token)
    const before = violationsIn(log)
    const looks = await compare({ ours: origin, bare: `http://localhost:${barePort}` }, token, loads)
    const after = violationsIn(log)
    const entries = await owner.query("select count(*)::int as entries from events where type = 'PatientsViewed'")
    console.log(
      `${looks.toLocaleString("en-US")} looks measured, ${(entries.rows[0] as { entries: number }).entries.toLocaleString("en-US")} entries in all, ${after === undefined || before === undefined ? "no log found" : `${after - before} unique violations`} in the database's log`,
    )
    await owner.end()
    for (const child of [ours, bare]) child.kill("SIGKILL")
  })

const server = process.env["ADMIN_VIEW_TEST_DATABASE_URL"]
if (server === undefined) console.log("reading: needs PostgreSQL; run it by npm run bench")
else {
  console.log(`reading: load ${loadavg()[0]?.toFixed(1)}, Node ${process.version}, ${connections} connections`)
  await Effect.runPromise(Effect.scoped(Effect.flatMap(freshDatabaseUrl(server), measure)))
}
process.exit(0)

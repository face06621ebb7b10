import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { Clock, Effect, Exit, Redacted, Scope } from "effect"
import pg from "pg"
import { afterAll, beforeAll, expect, it } from "vitest"
import { type Simulator, startSimulator } from "#server/delivery/simulator/simulator.ts"
import { movedClock } from "#server/store/MovableClock.ts"
import { callsWith, signInOverHttp } from "#tests/support/calls.ts"
import { freshDatabaseUrl } from "#tests/support/freshPostgresql.ts"
import { freePort, startApp, temporaryData, type RunningApp } from "#tests/support/runningApp.ts"
import { postgresqlServer } from "#tests/support/testDatabases.ts"
import type { OutreachRunDetail } from "#schemas/scheduling/outreachRun.ts"
import { runDraft } from "#tests/support/outreachRunSamples.ts"
import type { CompanyId, ListId, SenderId, TemplateId } from "#schemas/ids.ts"

const account = { accountSid: "AC00000000000000000000000000000009", authToken: "a-token-of-several-processes" }
const email = "admin@northwind.test"
/** The simulated carrier takes a text to this number, never answers that it did and never reports it: only asking shows it. */
const takenUnanswered = "+15005550134"

const scope = Scope.makeUnsafe()
const running: Array<RunningApp> = []
let data: Awaited<ReturnType<typeof temporaryData>>
let url: string
let client: pg.Client
let simulator: Simulator

beforeAll(async () => {
  if (postgresqlServer === undefined) throw new Error("These tests need PostgreSQL: node scripts/postgres.ts vitest …")
  data = await temporaryData()
  url = await Effect.runPromise(Scope.provide(freshDatabaseUrl(postgresqlServer), scope))
  client = new pg.Client({ connectionString: url })
})
afterAll(async () => {
  for (const app of running) await app.kill()
  await client?.end()
  await Effect.runPromise(Scope.close(scope, Exit.void))
  await data?.remove()
})

/** Runs one of the operator's commands; gives what it printed. */
const command = (script: string, file?: string, env: Readonly<Record<string, string>> = {}) => {
  const done = spawnSync(process.execPath, [`server/cli/${script}.ts`, ...(file === undefined ? [] : [file])], {
    encoding: "utf8",
    env: { ...process.env, NODE_NO_WARNINGS: "1", ADMIN_VIEW_DATA: data.dataDir, ...env },
  })
  expect([done.status, done.stderr]).toEqual([0, ""])
  return done.stdout
}
const hashIn = (printed: string) =>
  /^The audit log is whole: .*\n.* as they were sealed\..*\nLast hash: ([\da-f]{64})$/m.exec(printed)?.[1]

// The tests follow each other: the data of the embedded database moves to PostgreSQL, where four processes go on with it.
it("data of the embedded database moves to PostgreSQL, with its audit log whole", async () => {
  const app = await startApp(data.dataDir)
  await app.stop()
  const file = join(data.dataDir, "moving.backup")
  const [written] = /\d+/.exec(command("backup", file)) ?? []
  const before = hashIn(command("verifyAudit"))
  expect(command("restore", file, { DATABASE_URL: url })).toMatch(`Restored ${written} rows`)
  expect(Number(written)).toBeGreaterThan(10_000)
  expect(before).toBeDefined()
  expect(hashIn(command("verifyAudit", undefined, { DATABASE_URL: url }))).toBe(before)
})

/** No demo any more, but its people: a carrier that outlives every process, at noon in the United States. */
const leaveTheDemo = async (webhookBase: string) => {
  await client.connect()
  await client.query("set app.company_id = '*'")
  const noon = new Date()
  noon.setUTCDate(noon.getUTCDate() + 1)
  noon.setUTCHours(18, 30, 0, 0)
  await client.query("delete from settings where key = 'demo'")
  const offset = noon.getTime() - Date.now()
  await client.query(
    "insert into settings (key, value) values ('clockOffsetMillis', $1) on conflict (key) do update set value = excluded.value",
    [offset],
  )
  const authToken = Redacted.make(account.authToken)
  // The carrier has the time of the processes: what it took is looked up by when it was sent.
  const carrier = Effect.flatMap(Clock.Clock, (real) =>
    startSimulator({ ...account, authToken, port: 0, seed: "processes", webhookBase, speed: 1_000 }).pipe(
      Effect.provideService(
        Clock.Clock,
        movedClock(real, () => offset),
      ),
    ),
  )
  simulator = await Effect.runPromise(Scope.provide(carrier, scope))
}

const startOne = async (port: number, ROLES: string, more: Readonly<Record<string, string>> = {}) => {
  const shared = {
    DATABASE_URL: url,
    PUBLIC_URL: `http://localhost:${port}`,
    TWILIO_ACCOUNT_SID: account.accountSid,
    TWILIO_AUTH_TOKEN: account.authToken,
    TWILIO_BASE_URL: simulator.url,
  }
  const app = await startApp(data.dataDir, { ...shared, ROLES, ...more })
  running.push(app)
  return app
}

const startFour = async (port: number) => {
  const start = (ROLES: string, more: Readonly<Record<string, string>> = {}) => startOne(port, ROLES, more)
  const [one, other] = [await start("api", { PORT: String(port) }), await start("api")]
  return { apis: [one, other], workers: [await start("worker"), await start("worker")] } as const
}

const codeOf = async (to: string) => {
  const { rows } = await client.query<{ code: string }>(
    "select code from mailbox where to_address = $1 order by id desc limit 1",
    [to],
  )
  return rows[0]?.code ?? ""
}

/** Texts that a worker's process has handed to the carrier. */
const sentBy = async ({ url: at }: RunningApp): Promise<number> => {
  const metrics = await (await fetch(`${at}/metrics`)).text()
  return Number(/sends_total\{result="Accepted"\} (\d+)/.exec(metrics)?.[1] ?? 0)
}

type Calls = ReturnType<typeof callsWith>
/** What a campaign of the demo's clinic sends: a published template, one of the smaller lists, a number. */
const campaignParts = async ({ data: call }: Calls) => {
  const [{ senderId } = { senderId: 0 }] = await call<ReadonlyArray<{ senderId: SenderId }>>("/Campaign/GetSenders")
  const lists = await call<ReadonlyArray<{ listId: ListId; people: number }>>("/Database/GetLists")
  const list = lists.find(({ people }) => people > 200 && people < 400)
  type Template = { readonly templateId: TemplateId; readonly companyId: CompanyId; readonly state: string }
  const template = (await call<ReadonlyArray<Template>>("/Template/GetTemplates")).find(
    ({ state }) => state === "published",
  )
  return { companyId: template?.companyId, templateId: template?.templateId, listId: list?.listId, senderId }
}

const newCampaign = async (calls: Calls) => {
  const { data: call } = calls
  const parts = await campaignParts(calls)
  await client.query(
    "update patients set phone = $1 where patient_id = (select min(patient_id) from list_members where list_id = $2)",
    [takenUnanswered, parts.listId],
  )
  const { id } = await call<{ id: number }>("/Campaign/GenerateId?type=Campaign")
  const made = await call<{ status: number; campaignHashedId: string }>("/Campaign/CreateCampaign", {
    ...parts,
    campaignId: id,
    campaignType: "SMS",
    name: "Sent by several",
    purpose: "Survey",
    startAt: null,
  })
  expect(made.status).toBe(2)
  return { campaignId: id, campaignHashedId: made.campaignHashedId }
}

/** What the carrier took for someone, its own answers aside. */
const textsTo = (phone: string) => simulator.messagesOf(phone).filter(({ direction }) => direction === "outbound-api")

/** Reads a feed until it names this campaign. */
const hears = async ({ send }: Calls, campaignHashedId: string): Promise<boolean> => {
  const feed = await send("/Feed/GetChanges")
  const decoder = new TextDecoder()
  let received = ""
  for await (const chunk of feed.body as unknown as AsyncIterable<Uint8Array>) {
    received += decoder.decode(chunk, { stream: true })
    if (received.includes(campaignHashedId)) return true
  }
  return false
}

it("two that answer and two that work send a campaign once to each person, although one is killed meanwhile", async () => {
  const port = await freePort()
  await leaveTheDemo(`http://localhost:${port}`)
  const { apis, workers } = await startFour(port)
  // One that works reports how it is, and nothing else.
  const paths = ["/health/live", "/health/ready", "/metrics", "/", "/auth-config.json", "/api/User/login", "/idp/jwks"]
  const statuses = paths.map(async (path) => (await fetch(`${workers[0].url}${path}`)).status)
  expect(await Promise.all(statuses)).toEqual([200, 200, 200, 404, 404, 404, 404])
  const token = await signInOverHttp(apis[0].url, email, codeOf)
  const [one, other] = [callsWith(apis[0].url, token), callsWith(apis[1].url, token)]
  const { campaignId, campaignHashedId } = await newCampaign(one)
  const heard = hears(other, campaignHashedId)
  await one.data("/Campaign/ChangeState", { campaignHashedId, action: "launch" })
  expect(await heard).toBe(true)

  await expect.poll(() => simulator.counts().distinctKeys, { interval: 10 }).toBeGreaterThan(40)
  await expect.poll(() => textsTo(takenUnanswered).length).toBe(1)
  const [busy, idle] = (await sentBy(workers[0])) > 0 ? workers : [workers[1], workers[0]]
  const before = simulator.counts().distinctKeys
  await busy.kill()
  // It leaves texts that it had claimed, and one that the carrier has and did not answer for.
  const left = await client.query("select from recipients where campaign_id = $1 and state = 'sending'", [campaignId])
  expect(left.rows.length).toBeGreaterThan(0)
  // What the killed one left without an answer is looked up at the carrier after pauses; the moved clock shortens them.
  const stateAfterAWhile = async () => {
    await client.query(
      `with moved as (
         update settings set value = to_jsonb(value::text::float8 + 20000) where key = 'clockOffsetMillis' returning 1)
       select pg_notify('clock', '') from moved`,
    )
    return (await other.data<{ state: string }>(`/Campaign/GetCampaignDetail?campaignHashedId=${campaignHashedId}`))
      .state
  }
  await expect.poll(stateAfterAWhile, { interval: 500 }).toBe("completed")

  const { rows } = await client.query<{ phone: string; state: string }>(
    "select phone, state from recipients where campaign_id = $1",
    [campaignId],
  )
  const sent = rows.filter(({ state }) => state !== "excluded")
  expect(sent.length).toBeGreaterThan(150)
  expect(before).toBeLessThan(sent.length)
  expect(await sentBy(idle)).toBeGreaterThan(0)
  expect(sent.filter(({ phone }) => textsTo(phone).length !== 1)).toEqual([])
  expect(simulator.counts().repeatedKeys).toBe(0)
  expect(sent.filter(({ state }) => ["queued", "sending", "unknown", "held"].includes(state))).toEqual([])
})

/** Lets all processes take this moment for now. */
const moveTo = async (at: number): Promise<void> => {
  await client.query(
    `with moved as (update settings set value = to_jsonb($1::float8) where key = 'clockOffsetMillis' returning 1)
     select pg_notify('clock', '') from moved`,
    [at - Date.now()],
  )
}

/** Where those who settle a run wait for a lock: at the row of its date, or for the run that another process holds. */
const waitingAt = async (): Promise<ReadonlyArray<string>> => {
  const { rows } = await client.query<{ at: string }>(
    `select case when query like '%into outreach_occurrences%' then 'date' else 'run' end as at from pg_stat_activity
     where wait_event_type = 'Lock' and (query like '%into outreach_occurrences%' or query like '%outreachRun%for update%')
     order by at`,
  )
  return rows.map(({ at }) => at)
}
const untilWaitingAt = async (...places: ReadonlyArray<string>): Promise<void> => {
  await expect.poll(waitingAt, { timeout: 60_000, interval: 200 }).toEqual(places)
}

/** A daily run from tomorrow on; gives its first dates, with their moments, and what became of them with how many campaigns. */
const newRun = async (calls: Calls) => {
  const { companyId: _, ...parts } = await campaignParts(calls)
  const { rows } = await client.query<{ value: number }>("select value from settings where key = 'clockOffsetMillis'")
  const dates = [1, 2].map((days) => {
    const date = new Date(Date.now() + Number(rows[0]?.value) + days * 86_400_000).toISOString().slice(0, 10)
    return { date, at: Date.parse(`${date}T18:00:00Z`) }
  })
  const name = "Of two processes"
  const run = {
    ...runDraft({ name, firstDate: dates[0]?.date ?? "", frequency: "daily", time: "18:00", timezone: "UTC" }),
    ...parts,
  }
  const { hashedId } = await calls.data<{ hashedId: string }>("/Scheduler/SaveOutreachRun", { hashedId: null, run })
  const became = async () => {
    const { past } = await calls.data<OutreachRunDetail>(`/Scheduler/GetOutreachRunDetail?hashedId=${hashedId}`)
    const made = await client.query(
      "select from read_models where category = 'campaign' and row ->> 'name' like $1 || '%'",
      [name],
    )
    return [past.map(({ date, state }) => [date, state]), made.rows.length]
  }
  return { dates, became }
}

it("two that work make one campaign on each date of a run, although one is killed between the campaign and its date", async () => {
  const [api] = running
  for (const worker of running.slice(-2)) await worker.kill()
  const calls = callsWith(api?.url ?? "", await signInOverHttp(api?.url ?? "", email, codeOf))
  const { dates, became } = await newRun(calls)
  const [first, second] = dates as [(typeof dates)[0], (typeof dates)[0]]
  const locker = new pg.Client({ connectionString: url })
  await locker.connect()
  // While the table of dates is locked, who makes the campaign cannot finish, and who comes second waits for the run.
  const lockDates = async (at: number): Promise<void> => {
    await locker.query("begin")
    await locker.query("lock table outreach_occurrences in share row exclusive mode")
    await moveTo(at + 5_000)
  }
  const port = await freePort()
  await lockDates(first.at)
  const halfway = await startOne(port, "worker")
  await untilWaitingAt("date")
  await startOne(port, "worker")
  await untilWaitingAt("date", "run")
  await halfway.kill()
  await locker.query("commit")
  await expect.poll(became, { timeout: 60_000 }).toEqual([[[first.date, "launched"]], 1])

  await startOne(port, "worker")
  await lockDates(second.at)
  await untilWaitingAt("date", "run")
  await locker.query("commit")
  const both = [
    [second.date, "launched"],
    [first.date, "launched"],
  ]
  await expect.poll(became, { timeout: 60_000 }).toEqual([both, 2])
  await locker.end()
})

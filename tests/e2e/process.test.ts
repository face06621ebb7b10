import { spawnSync } from "node:child_process"
import { once } from "node:events"
import { existsSync } from "node:fs"
import { createServer, type AddressInfo } from "node:net"
import { join } from "node:path"
import { PGlite } from "@electric-sql/pglite"
import { afterAll, beforeAll, describe, expect, it, inject } from "vitest"
import { demoAccounts, demoPassword } from "#server/demo/accounts.ts"
import { engineFolder } from "#server/store/engine.ts"
import { userTypeNames } from "#schemas/userTypeNames.ts"
import { callsWith, signInOverHttp } from "#tests/support/calls.ts"
import { startApp, startRefused, temporaryData, type RunningApp } from "#tests/support/runningApp.ts"
import { seededData } from "#tests/support/seededData.ts"
import type { CompanyId, TemplateId } from "#schemas/ids.ts"

type Template = { readonly templateId: TemplateId; readonly companyId: CompanyId; readonly name: string }

const admin = "admin@northwind.test"
const kept = "Kept over restarts"

let data: Awaited<ReturnType<typeof seededData>>
let app: RunningApp

beforeAll(async () => {
  data = await seededData()
  app = await startApp(data.dataDir)
})
afterAll(async () => {
  await app?.stop()
  await data?.remove()
})

const signedIn = async () => callsWith(app.url, await signInOverHttp(app.url, admin))
const templates = async () =>
  (await (await signedIn()).data<ReadonlyArray<Template>>("/Template/GetTemplates")).map(({ name }) => name)

const writeTemplate = async ({ data: call }: ReturnType<typeof callsWith>) => {
  const companyId = (await call<ReadonlyArray<Template>>("/Template/GetTemplates"))[0]?.companyId
  const { id } = await call<{ readonly id: number }>("/Campaign/GenerateId?type=Template")
  const text = "Northwind Clinics: see you soon. Reply STOP to opt out."
  const draft = { companyId, templateId: id, channel: "SMS", name: kept, purpose: "Survey", text }
  await call("/Template/CreateTemplateByCompanyId", draft)
}

/** What a refusal prints: one line for the operator, no stack. */
const onlyLine = (err: string): string => {
  expect(err.trimEnd().split("\n")).toHaveLength(1)
  return err.trimEnd()
}

// The tests follow each other: one data folder lives through starts, stops and a crash; its first start was another test's.
describe("the program on its embedded database", () => {
  it("prints at its first start all that a newcomer needs, while it makes the demo before one's eyes", () => {
    const { printed, url, dataDir } = inject("firstStart")
    expect(printed).toMatch(/^ +0 % .+\n( +\d+ % .+\n){3,} +100 % /m)
    for (const { email, userType, companyName } of demoAccounts) {
      expect(printed).toMatch(new RegExp(`${email} +${userTypeNames[userType]} +${companyName}`))
    }
    expect(demoAccounts).toHaveLength(8)
    expect(printed).toContain(demoPassword)
    for (const part of [
      `Address: ${url} (PORT changes it)`,
      `${url}/dev/mailbox`,
      `${url}/dev/handset`,
      "Simulated carrier: on",
      `Data: ${dataDir} (ADMIN_VIEW_DATA changes it)`,
      "survives a crash",
      "but not a power cut",
      "npm run reset",
    ]) {
      expect(printed).toContain(part)
    }
  })

  it("ends cleanly on Ctrl-C although a page has its feed open", async () => {
    const calls = await signedIn()
    await writeTemplate(calls)
    const feed = await calls.send("/Feed/GetChanges")
    const reader = feed.body?.getReader()
    expect((await reader?.read())?.done).toBe(false)
    expect(await app.stop()).toBe(0)
    expect(existsSync(join(data.dataDir, "lock"))).toBe(false)
  })

  it("makes an operator's rows from their events again, and names the one that was wrong", async () => {
    const engine = new PGlite(engineFolder(data.dataDir))
    await engine.exec(
      "update read_models set state = 'draft', row = row || '{\"purpose\": \"Reminder\"}' where category = 'template' and id = 1",
    )
    await engine.close()
    const rebuilt = spawnSync(process.execPath, ["server/cli/rebuild.ts"], {
      encoding: "utf8",
      env: { ...process.env, NODE_NO_WARNINGS: "1", ADMIN_VIEW_DATA: data.dataDir },
    })
    expect(rebuilt).toMatchObject({ status: 0, stderr: "" })
    const { stdout } = rebuilt
    expect(stdout).toMatch(
      /^template: \d+ streams, 1 rows differed\.\n {2}template-1 of company \d: state, purpose differed$/m,
    )
    const others = stdout.split("\n").filter((line) => /^(?!template:)\w+: /.test(line))
    expect(others).not.toHaveLength(0)
    for (const line of others) expect(line).toMatch(/^\w+: \d+ streams, 0 rows differed\.$/)
  })

  it("shows an operator that its audit log is whole, and names the entry that is not", async () => {
    const verify = () =>
      spawnSync(process.execPath, ["server/cli/verifyAudit.ts"], {
        encoding: "utf8",
        env: { ...process.env, NODE_NO_WARNINGS: "1", ADMIN_VIEW_DATA: data.dataDir },
      })
    const tamper = async (statement: string): Promise<void> => {
      const engine = new PGlite(engineFolder(data.dataDir))
      await engine.exec(statement)
      await engine.close()
    }
    const whole = {
      status: 0,
      stderr: "",
      stdout: expect.stringMatching(
        /^The audit log is whole: \d{3,} entries are as they were written\.(?: \d+ newer ones are not chained yet\.)?\n\d+ facts about texts and opt-outs are as they were sealed\.(?: \d+ newer ones are not sealed yet\.)?\nLast hash: [\da-f]{64}\n$/,
      ) as string,
    }
    expect(verify()).toMatchObject(whole)
    await tamper("update events set data = data || '{\"forged\": true}' where pos = 7")
    const sentence = "The entry at position 7 was changed after it was written.\n"
    expect(verify()).toMatchObject({ status: 1, stderr: sentence, stdout: "" })
    await tamper(
      "update events set data = data - 'forged' where pos = 7; update deliveries set data = data || '{\"forged\": true}' where pos = 7",
    )
    const facts = /^A fact about a text with a number from 1 to \d+ was changed after it was written\.\n$/
    expect(verify()).toMatchObject({ status: 1, stderr: expect.stringMatching(facts) as string, stdout: "" })
    await tamper("update deliveries set data = data - 'forged' where pos = 7")
  })

  it("keeps its data at a later start, and makes none again", async () => {
    app = await startApp(data.dataDir)
    expect(app.printed()).not.toContain(" %  ")
    expect(await templates()).toContain(kept)
  })

  it("refuses a second process on the same data, naming the first one", async () => {
    const { code, out, err } = await startRefused(data.dataDir)
    expect(code).toBe(1)
    expect(out).toBe("")
    expect(onlyLine(err)).toBe(
      `The data in ${data.dataDir} is in use by process ${app.pid}. Stop that process first, or choose another folder with ADMIN_VIEW_DATA.`,
    )
    expect((await fetch(`${app.url}/health/ready`)).status).toBe(200)
  })

  it("says in one line that its port is taken, before it makes any data", async () => {
    const other = await temporaryData()
    const { code, err } = await startRefused(other.dataDir, { PORT: String(app.port) })
    expect(code).toBe(1)
    expect(onlyLine(err)).toMatch(new RegExp(`^Port ${app.port} is in use by another program\\..*PORT`))
    expect(existsSync(join(other.dataDir, "engine"))).toBe(false)
    await other.remove()
  })

  it("takes over after kill -9, with nothing lost, and ends cleanly on SIGTERM too", async () => {
    await app.kill()
    expect(existsSync(join(data.dataDir, "lock"))).toBe(true)
    app = await startApp(data.dataDir)
    expect(await templates()).toContain(kept)
    process.kill(app.pid, "SIGTERM")
    expect(await app.exited).toBe(0)
    await expect.poll(() => app.printed()).toContain("Stopped; the data is saved.\n")
  })
})

describe("settings that cannot work", () => {
  it("are refused in one line: a single role on the embedded database", async () => {
    const { code, err } = await startRefused(data.dataDir, { ROLES: "api", DATABASE_URL: "" })
    expect(code).toBe(1)
    expect(onlyLine(err)).toContain("DATABASE_URL")
  })

  it("are refused in one line: the simulated carrier's port is taken", async () => {
    const other = await seededData()
    const squatter = createServer().listen(0)
    await once(squatter, "listening")
    const port = String((squatter.address() as AddressInfo).port)
    const { code, err } = await startRefused(other.dataDir, { SIMULATOR_PORT: port })
    expect(code).toBe(1)
    expect(onlyLine(err)).toMatch(new RegExp(`^Port ${port} is in use.*SIMULATOR_PORT`))
    squatter.close()
    await other.remove()
  })

  it.each([
    ["that are there", seededData, true],
    ["before anything is made", temporaryData, false],
  ])("are refused in one line: demo accounts open to the network, %s", async (_when, makeData, isThere) => {
    const other = await makeData()
    const { code, out, err } = await startRefused(other.dataDir, { HOST: "0.0.0.0" })
    expect(code).toBe(1)
    expect(onlyLine(err)).toContain("ADMIN_VIEW_DEMO_ON_NETWORK=1")
    expect(out).not.toContain("%")
    expect(existsSync(engineFolder(other.dataDir))).toBe(isThere)
    await other.remove()
  })
})

describe("the program without the demo", () => {
  it("names no accounts and has no mailbox and no phones", async () => {
    const other = await temporaryData()
    const real = await startApp(other.dataDir, { ADMIN_VIEW_DEMO: "0" })
    expect(real.printed()).not.toMatch(/Demo-2026|\.test|mailbox|handset|Simulated/)
    for (const path of ["/dev/mailbox", "/dev/handset", "/dev/flows", "/gallery.html", "/dev/anything"]) {
      expect([path, (await fetch(real.url + path)).status]).toEqual([path, 404])
    }
    expect((await fetch(`${real.url}/`)).status).toBe(200)
    const picture = await fetch(`${real.url}/picture.html`)
    expect([picture.status, picture.headers.get("content-security-policy")]).toEqual([
      200,
      expect.stringContaining("default-src 'none'; script-src 'self'"),
    ])
    expect(await real.stop()).toBe(0)
    await other.remove()
  })
})

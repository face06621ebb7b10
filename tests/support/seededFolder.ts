import { randomUUID } from "node:crypto"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import type { TestProject } from "vitest/node"
import { isOngoing, type Campaign } from "#schemas/outreach/campaign.ts"
import { demoPassword } from "#server/demo/accounts.ts"
import { makeBrowser } from "./cookieBrowser.ts"
import { startApp } from "./runningApp.ts"
import { signingIn } from "./signingIn.ts"
import type { SignInServer } from "./signInServer.ts"

/** What the program's very first start printed, and where it ran. */
export type FirstStart = { readonly printed: string; readonly url: string; readonly dataDir: string }

declare module "vitest" {
  interface ProvidedContext {
    /** Where this run keeps the demo's data, as the program's first start left it. */
    readonly seededFolder: string
    readonly firstStart: FirstStart
  }
}

const catchUpMillis = 120_000

/** Waits until every subscriber has handled the demo's events: a copy of the folder that lacks this does it again in each test file. */
const caughtUp = async (url: string): Promise<void> => {
  const givenUp = performance.now() + catchUpMillis
  while (performance.now() < givenUp) {
    const metrics = await (await fetch(`${url}/metrics`)).text()
    const behind = [...metrics.matchAll(/^admin_view_subscription_events_behind\{.*\} (\d+)$/gm)].map(
      ([, events]) => events,
    )
    if (behind.length > 0 && behind.every((events) => events === "0")) return
    await setTimeout(1_000)
  }
  throw new Error("The program does not catch up with the demo's events.")
}

/**
 * Cancels the campaign that the demo sends just now: its texts, reports and answers would come into every test between
 * two steps.
 */
const cancelRunning = async (origin: string): Promise<void> => {
  const { access_token } = await signingIn(() => ({ origin }) as SignInServer).signIn(
    makeBrowser(origin),
    "admin@northwind.test",
    demoPassword,
  )
  const headers = { authorization: `Bearer ${access_token}`, "content-type": "application/json" }
  const listed = await fetch(`${origin}/api/Campaign/GetCampaigns?state=running`, { headers })
  const { data } = (await listed.json()) as { readonly data: ReadonlyArray<Campaign> }
  for (const { campaignHashedId, streamVersion } of data.filter((one) => !isOngoing(one))) {
    const answer = await fetch(`${origin}/api/Campaign/ChangeState`, {
      method: "POST",
      headers: { ...headers, "idempotency-key": randomUUID(), "if-match": String(streamVersion) },
      body: JSON.stringify({ campaignHashedId, action: "cancel" }),
    })
    if (!answer.ok) throw new Error(`The demo's campaign was not cancelled: ${await answer.text()}`)
  }
}

/**
 * Lets the program seed the demo's data once for the run, since that takes most of
 * a test's time; removed at its end: dates of the demo go stale, so no run keeps it.
 */
export const setup = async (project: TestProject) => {
  const folder = await mkdtemp(join(tmpdir(), "admin-view-seeded-"))
  const { printed, url, dataDir, stop } = await startApp(join(folder, "data"))
  await cancelRunning(url)
  await caughtUp(url)
  await stop()
  project.provide("seededFolder", dataDir)
  project.provide("firstStart", { printed: printed(), url, dataDir })
  return () => rm(folder, { recursive: true, force: true })
}

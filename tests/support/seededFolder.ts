import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import type { TestProject } from "vitest/node"
import { startApp } from "./runningApp.ts"

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
 * Lets the program seed the demo's data once for the run, since that takes most of
 * a test's time; removed at its end: dates of the demo go stale, so no run keeps it.
 */
export const setup = async (project: TestProject) => {
  const folder = await mkdtemp(join(tmpdir(), "admin-view-seeded-"))
  const { printed, url, dataDir, stop } = await startApp(join(folder, "data"))
  await caughtUp(url)
  await stop()
  project.provide("seededFolder", dataDir)
  project.provide("firstStart", { printed: printed(), url, dataDir })
  return () => rm(folder, { recursive: true, force: true })
}

import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
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

/**
 * Lets the program seed the demo's data once for the run, since that takes most of
 * a test's time; removed at its end: dates of the demo go stale, so no run keeps it.
 */
export const setup = async (project: TestProject) => {
  const folder = await mkdtemp(join(tmpdir(), "admin-view-seeded-"))
  const { printed, url, dataDir, stop } = await startApp(join(folder, "data"))
  await stop()
  project.provide("seededFolder", dataDir)
  project.provide("firstStart", { printed: printed(), url, dataDir })
  return () => rm(folder, { recursive: true, force: true })
}

import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { TestProject } from "vitest/node"

declare module "vitest" {
  interface ProvidedContext {
    /** Where this run keeps the demo's data, once a test has asked for it. */
    readonly seededFolder: string
  }
}

/** Gives the run a folder for the demo's data, removed at its end: dates of the demo go stale, so no run keeps it. */
export const setup = async (project: TestProject) => {
  const folder = await mkdtemp(join(tmpdir(), "admin-view-seeded-"))
  project.provide("seededFolder", folder)
  return () => rm(folder, { recursive: true, force: true })
}

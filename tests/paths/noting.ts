import { appendFileSync, mkdirSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import { expect } from "vitest"
import { notedFolder, type Noted } from "./coverage/noted.ts"

const seen = new Set<string>()

/**
 * Notes for the coverage report what the running program was seen to do; at once,
 * so that a test that fails loses nothing. Each test file writes a file of its own.
 */
export const note = (kind: Noted["kind"], name: string): void => {
  const line = `${JSON.stringify({ kind, name } satisfies Noted)}\n`
  if (seen.has(line)) return
  const test = basename(expect.getState().testPath ?? "unknown").replace(/\.test\.\w+$/, "")
  const file = join(notedFolder, `${test}.jsonl`)
  if (seen.size === 0) {
    mkdirSync(notedFolder, { recursive: true })
    writeFileSync(file, line)
  } else appendFileSync(file, line)
  seen.add(line)
}

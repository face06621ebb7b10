import { appendFileSync, mkdirSync, writeFileSync } from "node:fs"
import { join, relative, sep } from "node:path"
import { expect } from "vitest"
import { notedFolder, notesOf, sourceMark, type Noted, type NotedBy } from "./coverage/noted.ts"

const root = join(import.meta.dirname, "..", "..")
const written = new Set<string>()

/** Each test file notes in a file of its own, which it begins anew. */
const begun = (): string => {
  const test = relative(root, expect.getState().testPath ?? "unknown.test.ts").replaceAll(sep, "/")
  const file = join(notedFolder, notesOf(test))
  if (written.size > 0) return file
  mkdirSync(notedFolder, { recursive: true })
  writeFileSync(file, `${JSON.stringify({ test, source: sourceMark() } satisfies NotedBy)}\n`)
  return file
}

/**
 * Notes for the coverage report what the running program was seen to do; at once,
 * so that a test that fails loses nothing.
 */
export const note = (kind: Noted["kind"], name: string): void => {
  const line = `${JSON.stringify({ kind, name } satisfies Noted)}\n`
  if (written.has(line)) return
  appendFileSync(begun(), line)
  written.add(line)
}

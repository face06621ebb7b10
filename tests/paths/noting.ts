import { appendFileSync, mkdirSync, writeFileSync } from "node:fs"
import { join, relative, sep } from "node:path"
import { expect } from "vitest"
import { notesFolder, notesOf, sourceMark, type Note, type NotesHeader } from "./coverage/notes.ts"

const root = join(import.meta.dirname, "..", "..")
/** What was noted so far, by the test file that noted it: one process runs many. */
const written = new Map<string, Set<string>>()

/** Each test file notes in a file of its own, which it begins again. */
const begun = (test: string): Set<string> => {
  const known = written.get(test)
  if (known !== undefined) return known
  mkdirSync(notesFolder, { recursive: true })
  writeFileSync(fileOf(test), `${JSON.stringify({ test, source: sourceMark() } satisfies NotesHeader)}\n`)
  const lines = new Set<string>()
  written.set(test, lines)
  return lines
}
const fileOf = (test: string): string => join(notesFolder, notesOf(test))

/**
 * Notes for the coverage report what the running program was seen to do; at once,
 * so that a test that fails loses nothing.
 */
export const note = (kind: Note["kind"], name: string): void => {
  const test = relative(root, expect.getState().testPath ?? "unknown.test.ts").replaceAll(sep, "/")
  const lines = begun(test)
  const line = `${JSON.stringify({ kind, name } satisfies Note)}\n`
  if (lines.has(line)) return
  appendFileSync(fileOf(test), line)
  lines.add(line)
}

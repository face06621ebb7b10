import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { PGlite } from "@electric-sql/pglite"

const columns = ["mrn", "first_name", "last_name", "phone", "born", "language", "zip", "email", "clinic"]
const table = `create table copied (id bigint generated always as identity primary key, ${columns.map((name) => `${name} text`).join(", ")})`
const copyFrom = (source: string) => `copy copied (${columns.join(", ")}) from ${source} with (format csv, header)`

/**
 * What `bench/import.ts` is held against: PostgreSQL's own `COPY` of the same file
 * into a table of text, by `psql`. Nothing is read, judged or compared. Gives seconds.
 */
export const copyToServer = async (url: string, file: AsyncIterable<Uint8Array>): Promise<number> => {
  const run = (...args: ReadonlyArray<string>) =>
    spawn("psql", [url, "-q", "-v", "ON_ERROR_STOP=1", ...args], { stdio: ["pipe", "inherit", "inherit"] })
  const made = run("-c", table)
  await once(made, "close")
  const began = performance.now()
  const copying = run("-c", copyFrom("stdin"))
  const closed = once(copying, "close")
  await pipeline(Readable.from(file), copying.stdin)
  const [code] = await closed
  if (code !== 0) throw new Error(`psql ended with ${String(code)}`)
  return (performance.now() - began) / 1000
}

/** The same in an embedded engine of its own. */
export const copyToEngine = async (file: AsyncIterable<Uint8Array>): Promise<number> => {
  const folder = mkdtempSync(join(tmpdir(), "admin-view-bench-"))
  const engine = await PGlite.create(folder)
  await engine.exec(table)
  const began = performance.now()
  await engine.query(copyFrom("'/dev/blob'"), [], {
    blob: await new Response(Readable.toWeb(Readable.from(file)) as ReadableStream).blob(),
  })
  const seconds = (performance.now() - began) / 1000
  await engine.close()
  rmSync(folder, { recursive: true, force: true })
  return seconds
}

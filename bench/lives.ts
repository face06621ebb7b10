import { spawn, type ChildProcess } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, type Scope } from "effect"
import { freshDatabaseUrl } from "#tests/support/freshPostgresql.ts"

/** One life in so many ends before the program is ready. */
const early = 5
/** Such a life is no longer than this, in milliseconds. */
const longestEarly = 3_000

/** Numbers from 0 to below 1 that depend on the seed alone. */
export const randomFrom = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
}

/** Waits so many milliseconds. */
export const after = (millis: number) => new Promise<void>((resolve) => setTimeout(resolve, millis))

/** A program in this folder, and what it is started with. */
type Program = readonly [script: string, ...args: ReadonlyArray<string>]

type Line = { readonly ready?: true; readonly finished?: unknown }

/** A life of the program: what it says, and its end. */
const startLife = (
  [script, ...args]: Program,
  more: Readonly<Record<string, string>>,
  onLine: (line: Line) => void,
) => {
  const child: ChildProcess = spawn(process.execPath, [join(import.meta.dirname, script), ...args], {
    env: { ...process.env, ...more },
    stdio: ["ignore", "pipe", "pipe"],
  })
  let rest = ""
  let troubles = ""
  child.stdout?.on("data", (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split("\n")
    rest = lines.pop() ?? ""
    for (const line of lines) if (line.startsWith("{")) onLine(JSON.parse(line) as Line)
  })
  child.stderr?.on("data", (chunk: Buffer) => (troubles += chunk.toString()))
  // Not when it exits: what it said last may still be on its way then.
  const ended = new Promise<number | null>((resolve) => child.once("close", (code) => resolve(code)))
  return { child, ended, troubles: () => troubles }
}

/**
 * Lets one life of the program go on and kills it: one in five before it says that it is ready.
 * @param onLine gets what it says, each a JSON object
 * @param until when it is killed once it is ready
 */
export const killOnce = async <Said>(
  program: Program,
  random: () => number,
  onLine: (line: Said) => void,
  until: () => Promise<unknown>,
) => {
  let ready: () => void = () => {}
  const isReady = new Promise<void>((resolve) => (ready = resolve))
  const life = startLife(program, {}, (line) => (line.ready === true ? ready() : onLine(line as Said)))
  if (random() * early < 1) await Promise.race([after(random() * longestEarly), life.ended])
  else {
    await Promise.race([isReady, life.ended])
    await Promise.race([until(), life.ended])
  }
  if (life.child.exitCode !== null) throw new Error(`The program ended by itself:\n${life.troubles()}`)
  life.child.kill("SIGKILL")
  await life.ended
}

/** The last life, which ends what is open and by itself; gives what it then finds. */
export const finishOnce = async <Found, Said>(program: Program, onLine: (line: Said) => void): Promise<Found> => {
  let finished: unknown
  const life = startLife(program, { FINISH: "1" }, (line) =>
    line.finished === undefined ? onLine(line as Said) : (finished = line.finished),
  )
  await life.ended
  if (finished === undefined) throw new Error(`The last life did not finish:\n${life.troubles()}`)
  return finished as Found
}

const server = process.env["DATABASE_URL"] ?? process.env["ADMIN_VIEW_TEST_DATABASE_URL"]

/** Runs on a new embedded database, and on PostgreSQL where the environment names a server; then this process ends. */
export const killOnEach = async <E>(
  only: string | undefined,
  killOn: (name: string, where: ReadonlyArray<string>) => Effect.Effect<void, E, Scope.Scope>,
) => {
  const embedded = Effect.gen(function* () {
    const folder = yield* Effect.acquireRelease(
      Effect.sync(() => mkdtempSync(join(tmpdir(), "admin-view-kill-"))),
      (made) => Effect.sync(() => rmSync(made, { recursive: true, force: true })),
    )
    yield* killOn("embedded", ["--data", folder])
  })
  const postgresql = Effect.gen(function* () {
    if (server !== undefined) yield* killOn("PostgreSQL", ["--url", yield* freshDatabaseUrl(server)])
  })
  const chosen = [...(only === "postgresql" ? [] : [embedded]), ...(only === "embedded" ? [] : [postgresql])]
  await Effect.runPromise(Effect.forEach(chosen, (one) => Effect.scoped(one), { discard: true }))
  process.exit()
}

import { spawn } from "node:child_process"
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it } from "@effect/vitest"
import { Effect, Exit } from "effect"
import { folderLock } from "#server/store/folderLock.ts"

const temporaryFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "admin-view-lock-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true })),
)
const holder = (folder: string) => JSON.parse(readFileSync(join(folder, "lock"), "utf8"))

/** Another process that holds the folder until it is killed. */
const otherProcess = (folder: string) => {
  const script = `
    import { Effect } from "effect"
    import { folderLock } from "#server/store/folderLock.ts"
    await Effect.runPromise(Effect.scoped(Effect.gen(function* () {
      yield* folderLock(process.argv[1])
      console.log("held")
      yield* Effect.never
    })))`
  return Effect.acquireRelease(
    Effect.callback<{ readonly pid: number; readonly kill: Effect.Effect<void> }>((resume) => {
      const child = spawn(process.execPath, ["--input-type=module-typescript", "-e", script, folder])
      const kill = Effect.callback<void>((done) => {
        if (child.exitCode !== null || child.signalCode !== null) return done(Effect.void)
        child.once("exit", () => done(Effect.void))
        child.kill("SIGKILL")
      })
      child.stdout.once("data", () => resume(Effect.succeed({ pid: child.pid ?? 0, kill })))
    }),
    (child) => child.kill,
  )
}

it.effect("refuses a second opener, in the same process too, and frees the folder at the end", () =>
  Effect.gen(function* () {
    const folder = yield* temporaryFolder
    yield* Effect.scoped(
      Effect.gen(function* () {
        yield* folderLock(folder)
        const refused = yield* Effect.flip(Effect.scoped(folderLock(folder)))
        expect(refused.message).toContain(`in use by process ${process.pid}.`)
        expect(holder(folder).pid).toBe(process.pid)
      }),
    )
    expect(readdirSync(folder)).toEqual([])
    yield* folderLock(folder)
  }),
)

it.effect("names the other process, and takes its lock over once it is dead", () =>
  Effect.gen(function* () {
    const folder = yield* temporaryFolder
    const other = yield* otherProcess(folder)
    const refused = yield* Effect.flip(Effect.scoped(folderLock(folder)))
    expect(refused.message).toContain(`in use by process ${other.pid}.`)
    yield* other.kill
    expect(existsSync(join(folder, "lock"))).toBe(true)
    yield* folderLock(folder)
    expect(holder(folder).pid).toBe(process.pid)
  }),
)

it.effect("is not fooled by a reused process id or a half-written lock", () =>
  Effect.gen(function* () {
    const folder = yield* temporaryFolder
    for (const stale of [JSON.stringify({ pid: process.pid, began: "another life" }), "", "nonsense"]) {
      writeFileSync(join(folder, "lock"), stale)
      expect(yield* Effect.scoped(folderLock(folder))).toBe(join(folder, "lock"))
    }
  }),
)

it.effect("lets one of several takers of a stale lock win", () =>
  Effect.gen(function* () {
    const folder = yield* temporaryFolder
    writeFileSync(join(folder, "lock"), "stale")
    const takers = Array.from({ length: 8 }, () => Effect.exit(folderLock(folder)))
    const exits = yield* Effect.all(takers, { concurrency: "unbounded" })
    expect(exits.filter(Exit.isSuccess)).toHaveLength(1)
    expect(readdirSync(folder)).toEqual(["lock"])
  }),
)

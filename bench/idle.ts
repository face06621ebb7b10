/**
 * What the program does while no one uses it: SQL statements a second (each begin and commit counted) and its share of
 * a core, with demo data, from one minute after its start on. Run: `npm run bench -- idle`; a number of seconds changes
 * how long it is watched, `--statements` names what was run.
 */
import { setTimeout as pause } from "node:timers/promises"
import { Effect, Exit, Scope } from "effect"
import { freshDatabaseUrl } from "#tests/support/freshPostgresql.ts"
import { startApp, temporaryData, type RunningApp } from "#tests/support/runningApp.ts"

/** Subscribers of the start have caught up by then. */
const settledMillis = 60_000
const watchedMillis = 1_000 * (Number(process.argv.slice(2).find((given) => /^\d+$/.test(given))) || 120)

type Counted = {
  readonly at: number
  readonly processorMillis: number
  readonly ran: Readonly<Record<string, number>>
}

const ask = async ({ pid, printed }: RunningApp): Promise<Counted> => {
  const before = printed().length
  process.kill(pid, "SIGUSR2")
  for (;;) {
    const line = /^counted (.*)\n/m.exec(printed().slice(before))?.[1]
    if (line !== undefined) return JSON.parse(line) as Counted
    await pause(50)
  }
}

const watch = async (name: string, env: Readonly<Record<string, string>>): Promise<void> => {
  const data = await temporaryData()
  const app = await startApp(data.dataDir, {
    ...env,
    ADMIN_VIEW_DEMO: "1",
    NODE_OPTIONS: `--import=${new URL("countStatements.ts", import.meta.url).href} --disable-warning=ExperimentalWarning`,
  })
  await pause(settledMillis)
  const before = await ask(app)
  await pause(watchedMillis)
  const after = await ask(app)
  const seconds = (after.at - before.at) / 1_000
  const counts = Object.entries(after.ran)
    .map(([text, count]) => ({ text, count: count - (before.ran[text] ?? 0) }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count)
  const statements = counts.reduce((sum, { count }) => sum + count, 0)
  const share = (after.processorMillis - before.processorMillis) / (10 * seconds)
  console.log(`${name}: ${(statements / seconds).toFixed(2)} statements/s, ${share.toFixed(2)} % of a core`)
  if (process.argv.includes("--statements"))
    for (const { text, count } of counts) console.log(`  ${String(count).padStart(5)}  ${text}`)
  await app.stop()
  await data.remove()
}

await watch("Embedded", {})
const server = process.env["ADMIN_VIEW_TEST_DATABASE_URL"]
if (server !== undefined) {
  const scope = Scope.makeUnsafe()
  await watch("PostgreSQL", { DATABASE_URL: await Effect.runPromise(Scope.provide(freshDatabaseUrl(server), scope)) })
  await Effect.runPromise(Scope.close(scope, Exit.void))
}

import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, join, resolve } from "node:path"

// `npm run check`: everything CI demands, in the order that fails soonest. The last line counts the
// tests; CHECK_TALLY names a file that receives it too, because npm adds lines of its own after it.

const reports = mkdtempSync(join(tmpdir(), "admin-view-check-"))
const vitest = (report: string, ...args: ReadonlyArray<string>): ReadonlyArray<string> => [
  "vitest",
  "run",
  ...args,
  "--reporter=default",
  "--reporter=json",
  `--outputFile.json=${join(reports, `${report}.json`)}`,
]

/** `onServer`: runs on the PostgreSQL that the environment names, where it names one. */
type Step = { readonly name: string; readonly command: ReadonlyArray<string>; readonly onServer?: true }
const steps: ReadonlyArray<Step> = [
  { name: "format", command: ["oxfmt", "--check", "."] },
  { name: "room table", command: ["node", "scripts/rooms.ts", "--check"] },
  { name: "flows", command: ["node", "scripts/flows.ts", "--check"] },
  { name: "lint", command: ["oxlint", "--deny-warnings"] },
  { name: "types", command: ["tsc", "--noEmit"] },
  { name: "dead code", command: ["knip"] },
  { name: "browser for tests", command: ["node", "scripts/browser.ts"] },
  { name: "tests", command: vitest("tests", "--project", "node", "--project", "browser", "--project", "e2e") },
  { name: "paths through the charts", command: ["node", "tests/paths/coverage/command.ts", "--check"] },
  {
    name: "store on PostgreSQL",
    onServer: true,
    command: ["node", "scripts/postgres.ts", ...vitest("postgres", "--project", "node", "tests/server/store")],
  },
  { name: "build", command: ["node", "scripts/build.ts"] },
]

const env: NodeJS.ProcessEnv = {
  ...process.env,
  PATH: [resolve("node_modules/.bin"), process.env["PATH"]].join(delimiter),
}
const { ADMIN_VIEW_TEST_DATABASE_URL: _, ...withoutServer } = env

const passes = ({ name, command, onServer }: Step): boolean => {
  const began = performance.now()
  console.log(`\n▶ ${name}`)
  const { status } = spawnSync(command[0]!, command.slice(1), {
    stdio: ["ignore", "inherit", "inherit"],
    env: onServer === true ? env : withoutServer,
  })
  const passed = status === 0
  console.log(`${passed ? "✔" : "✘"} ${name}: ${((performance.now() - began) / 1000).toFixed(1)} s`)
  return passed
}

type Counts = { readonly numPassedTests: number; readonly numFailedTests: number }
const counts = (): ReadonlyArray<Counts> =>
  readdirSync(reports).map((file) => JSON.parse(readFileSync(join(reports, file), "utf8")) as Counts)

// What tests noted in a run before says nothing of this one.
rmSync(join(".coverage", "program"), { recursive: true, force: true })
const failing = steps.find((step) => !passes(step))
const passed = counts().reduce((sum, report) => sum + report.numPassedTests, 0)
const failedTests = counts().reduce((sum, report) => sum + report.numFailedTests, 0)
rmSync(reports, { recursive: true })

// A step without tests that fails counts as one, so that the line never claims a clean run.
const failed = failing === undefined ? failedTests : Math.max(failedTests, 1)
const tally = `${passed} passed, ${failed} failed`
const tallyFile = process.env["CHECK_TALLY"]
if (tallyFile !== undefined) writeFileSync(tallyFile, `${tally}\n`)
if (failing !== undefined) console.error(`\nStopped at: ${failing.name}`)
console.log(tally)
process.exit(failed === 0 ? 0 : 1)

import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, join, resolve } from "node:path"
import { changedFiles, testsNextTo } from "./changed.ts"

// `npm run check`: everything CI demands, in the order that fails soonest. The last line counts the
// tests; CHECK_TALLY names a file that receives it too, because npm adds lines of its own after it.
// `npm run check -- --changed [base]`: the same for one change, with the tests next to it alone.

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
const staticChecks: ReadonlyArray<Step> = [
  { name: "format", command: ["oxfmt", "--check", "."] },
  { name: "room table", command: ["node", "scripts/rooms.ts", "--check"] },
  { name: "flows", command: ["node", "scripts/flows.ts", "--check"] },
  { name: "lint", command: ["oxlint", "--deny-warnings"] },
  { name: "types", command: ["tsc", "--noEmit"] },
  { name: "dead code", command: ["knip"] },
]
const whole: ReadonlyArray<Step> = [
  ...staticChecks,
  { name: "browser for tests", command: ["node", "scripts/browser.ts"] },
  { name: "tests", command: vitest("tests", "--project", "node", "--project", "browser", "--project", "e2e") },
  { name: "paths through the charts", command: ["node", "tests/paths/coverage/command.ts", "--check"] },
  {
    name: "store on PostgreSQL",
    onServer: true,
    command: [
      ...["node", "scripts/postgres.ts"],
      ...vitest("postgres", "--project", "node", "tests/server/store", "tests/server/scheduling/texts/replies.test.ts"),
    ],
  },
  { name: "build", command: ["node", "scripts/build.ts"] },
]

const ofChange = (base: string | undefined): ReadonlyArray<Step> => {
  const tests = testsNextTo(changedFiles(base))
  const run = vitest("tests", "--project", "node", "--project", "browser", ...tests)
  return tests.length === 0
    ? staticChecks
    : [...staticChecks, { name: `${tests.length} files of tests next to the change`, command: run }]
}
const at = process.argv.indexOf("--changed")
const steps = at < 0 ? whole : ofChange(process.argv[at + 1])

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

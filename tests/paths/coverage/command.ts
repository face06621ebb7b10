import { globSync, mkdirSync, writeFileSync } from "node:fs"
import { join, relative } from "node:path"
import { parseArgs } from "node:util"
import { walkedCharts } from "../charts.ts"
import { pathsOfJournal, readJournal } from "../fromJournal.ts"
import { nobodyCanCause } from "../nobodyCanCause.ts"
import { coverageOf, programFaults, unitFaults, withoutGuard } from "./coverage.ts"
import { notedFolder, readNoted } from "./noted.ts"
import { reportHtml } from "./report.ts"
import { tableText } from "./table.ts"

// `npm run coverage:paths`: how much of every chart the tests' paths, the running program and recorded sessions take.

const usage = `npm run coverage:paths [-- options]

Prints a table (paths of the tests · running program · recorded sessions, of all) and
writes .coverage/paths.html. What the program was seen to do is noted by npm test.

  --check   fails on a transition that no path takes or that the program was not seen to
            take, unless tests/paths/nobodyCanCause.ts says why nobody can cause it
  --unit    with --check: asks it of the paths only
  --help    this text`

const root = join(import.meta.dirname, "..", "..", "..")
const sessions = join(root, "tests", "sessions")
const report = join(root, ".coverage", "paths.html")

const main = async (): Promise<ReadonlyArray<string>> => {
  const options = { check: { type: "boolean" }, unit: { type: "boolean" }, help: { type: "boolean", short: "h" } } as const
  const { values } = parseArgs({ options })
  if (values.help === true) {
    console.log(usage)
    return []
  }
  const charts = await walkedCharts()
  const program = readNoted(notedFolder)
  const recorded = globSync("*.json", { cwd: sessions })
    .toSorted()
    .flatMap((file) => pathsOfJournal(readJournal(join(sessions, file)), charts).paths)
  const coverages = charts.map((chart) =>
    coverageOf(
      chart,
      program,
      recorded.filter((one) => one.chart === chart).map(({ path }) => path),
    ),
  )
  const nobody: Readonly<Record<string, string>> = Object.assign({}, ...Object.values(nobodyCanCause))
  mkdirSync(join(root, ".coverage"), { recursive: true })
  writeFileSync(report, reportHtml(coverages, nobody))
  console.log(tableText(coverages))
  console.log(`\nIn each cell: paths of the tests · running program · recorded sessions, of all.`)
  console.log(`The charts with their transitions, coloured by who took them: ${relative(process.cwd(), report)}`)
  if (values.check !== true) return []
  const declared = new Set(coverages.flatMap(({ transitions }) => transitions.map(withoutGuard)))
  const stale = Object.keys(nobody).filter((name) => !declared.has(name))
  const wrong = [
    ...coverages.flatMap(unitFaults),
    ...stale.map((name) => `tests/paths/nobodyCanCause.ts speaks of ${name}, which no chart has.`),
  ]
  if (values.unit === true) return wrong
  if (program === null) return [...wrong, "Nothing is noted of the running program: run npm test first."]
  return [...wrong, ...coverages.flatMap((coverage) => programFaults(coverage, nobody))]
}

try {
  const faults = await main()
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exitCode = 1
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}

import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join, relative } from "node:path"
import { parseArgs } from "node:util"
import { walkedCharts } from "../charts.ts"
import { cannotOccur } from "../cannotOccur.ts"
import { coverageOf } from "./coverage.ts"
import { gateFaults, type Reasons } from "./gate.ts"
import { notesFolder, readNotes, sourceMark } from "./notes.ts"
import { reportHtml } from "./report.ts"
import { playSessions, sessionsFolder } from "./sessions.ts"
import { tableText, withTable } from "./table.ts"

// `npm run coverage:paths`: how much of every chart the tests' paths, the running program and recorded sessions take.

const usage = `npm run coverage:paths [-- options]

Prints a table (paths of the tests · running program · recorded sessions, of all) and
writes .coverage/paths.html. What the program was seen to do is noted by npm test.

  --check   fails on a transition that no path takes or that the program was not seen to
            take, unless tests/paths/cannotOccur.ts says why no one can cause it, and
            on a recorded session whose kept paths go another way than they went
  --unit    with --check: asks nothing of the running program
  --into F  puts the table into a document, in the place of the one it holds
  --help    this text`

const root = join(import.meta.dirname, "..", "..", "..")
const report = join(root, ".coverage", "paths.html")
const mermaid = join(root, "node_modules", "@mermaid-js", "tiny", "dist", "mermaid.tiny.js")

type Asked = {
  readonly check?: boolean
  readonly unit?: boolean
  readonly into?: ReadonlyArray<string>
  readonly help?: boolean
}
const asked = (): Asked => {
  try {
    const flag = { type: "boolean" } as const
    const into = { type: "string", multiple: true } as const
    return parseArgs({ options: { check: flag, unit: flag, into, help: { ...flag, short: "h" } } }).values
  } catch (error) {
    const [sentence = ""] = (error as Error).message.split(/\.\s|\n/)
    throw new Error(`${sentence.replace(/\.$/, "")}. npm run coverage:paths -- --help lists the options.`, {
      cause: error,
    })
  }
}

const main = async (): Promise<ReadonlyArray<string>> => {
  const { check = false, unit = false, into = [], help = false } = asked()
  if (help) {
    console.log(usage)
    return []
  }
  const charts = await walkedCharts()
  const { covered, leftOut } = readNotes(notesFolder, sourceMark())
  const sessions = playSessions(sessionsFolder, charts)
  const coverages = charts.map((chart) => coverageOf(chart, covered, sessions.paths.get(chart.machine.id) ?? []))
  const reasons = Object.assign({}, ...Object.values(cannotOccur)) as Reasons
  mkdirSync(join(root, ".coverage"), { recursive: true })
  writeFileSync(report, reportHtml(coverages, reasons, readFileSync(mermaid, "utf8")))
  const table = tableText(coverages)
  for (const file of into) writeFileSync(file, withTable(readFileSync(file, "utf8"), table))
  console.log(table)
  console.log("\nIn each cell: paths of the tests · running program · recorded sessions, of all.")
  console.log(`The charts with their transitions, coloured by who took them: ${relative(process.cwd(), report)}`)
  for (const one of leftOut) console.log(one)
  return check ? gateFaults({ charts, coverages, program: unit ? undefined : covered, sessions, reasons }) : []
}

try {
  const faults = await main()
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exitCode = 1
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}

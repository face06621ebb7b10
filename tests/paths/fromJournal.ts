import { readFileSync, statSync } from "node:fs"
import { journalVersion, type ChartJournal, type JournalFile } from "#schemas/session/journal.ts"
import { journalFileBytes, journalOf } from "#schemas/session/journalFile.ts"
import { pathOfEvents } from "./pathOfEvents.ts"
import type { WalkedChart } from "./charts.ts"
import type { Path } from "./walk.ts"

/** Reads JSON from a file. @throws with a sentence where it is missing, too large or not JSON. */
export const readJson = (file: string): unknown => {
  const stats = statSync(file, { throwIfNoEntry: false })
  if (stats?.isFile() !== true) throw new Error(`There is no file ${file}.`)
  if (stats.size > journalFileBytes) throw new Error(`${file} is larger than 50 MB: no tab's journal is.`)
  try {
    return JSON.parse(readFileSync(file, "utf8")) as unknown
  } catch {
    throw new Error(`${file} cannot be read: it is not JSON.`)
  }
}

/** Reads a journal file. @throws with a sentence where it is none, or one of another version. */
export const readJournal = (file: string): JournalFile => {
  const given = readJson(file)
  const journal = journalOf(given)
  if (typeof journal === "object") return journal
  if (journal === "otherVersion") {
    const version = JSON.stringify((given as { readonly version?: unknown }).version)
    throw new Error(`${file} is a journal of version ${version}; this program reads version ${journalVersion}.`)
  }
  throw new Error(
    journal === "damaged"
      ? `${file} says that it is a journal, but it is damaged.`
      : `${file} is not a journal of Admin View.`,
  )
}

/** One run of a chart in a journal, and the path that it went. */
export type JournaledPath = { readonly chart: WalkedChart; readonly run: ChartJournal; readonly path: Path }

/** The runs of a journal as paths of their charts; runs of charts that the program does not have are named apart. */
export const pathsOfJournal = (
  { charts: runs }: JournalFile,
  charts: ReadonlyArray<WalkedChart>,
): { readonly paths: ReadonlyArray<JournaledPath>; readonly unknown: ReadonlyArray<string> } => {
  const chartOf = new Map(charts.map((chart) => [chart.machine.id, chart]))
  const paths = runs.flatMap((run) => {
    const chart = chartOf.get(run.chart)
    if (chart === undefined) return []
    const steps = run.entries.map(({ at, event, noted }) => ({
      event,
      isTimer: event.type.startsWith("xstate.after."),
      at: Math.max(0, Math.round(at - run.startedAt)),
      ...(noted === undefined ? {} : { noted }),
    }))
    return [{ chart, run, path: pathOfEvents(chart.machine, { ...run, steps }) }]
  })
  return { paths, unknown: [...new Set(runs.map((run) => run.chart).filter((id) => !chartOf.has(id)))] }
}

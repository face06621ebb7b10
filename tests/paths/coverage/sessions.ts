import { globSync } from "node:fs"
import { join } from "node:path"
import type { WalkedChart } from "../charts.ts"
import { pathsOfJournal, readJournal } from "../fromJournal.ts"
import { playPathFile, readPathFile } from "../playing.ts"
import type { Path } from "../walk.ts"

/** Where sessions of people are kept that were recorded with the running program. */
export const sessionsFolder = join(import.meta.dirname, "..", "..", "sessions")

/** The ways that recorded sessions take through the charts as they are now, by chart; and which sessions cannot be followed any more. */
export type Sessions = {
  readonly paths: ReadonlyMap<string, ReadonlyArray<Path>>
  readonly faults: ReadonlyArray<string>
}

type Way = readonly [chart: string, path: Path]
type Played = { readonly ways: ReadonlyArray<Way>; readonly faults: ReadonlyArray<string> }

const attempt = (file: string, play: () => Played): Played => {
  try {
    return play()
  } catch (error) {
    return { ways: [], faults: [`tests/sessions/${file}: ${(error as Error).message}`] }
  }
}

/**
 * Plays every recorded session of a folder: journals (`NAME.json`) as they were
 * heard, and the path files made of them (`NAME/CHART.journal.json`), which say
 * where the chart was after each step.
 */
export const playSessions = (folder: string, charts: ReadonlyArray<WalkedChart>): Sessions => {
  const journal = (file: string): Played => {
    const { paths, unknown } = pathsOfJournal(readJournal(join(folder, file)), charts)
    return {
      ways: paths.map(({ chart, path }) => [chart.machine.id, path]),
      faults: unknown.map((id) => `tests/sessions/${file} speaks of a chart "${id}" that there is not.`),
    }
  }
  const pathFile = (file: string): Played => {
    const read = readPathFile(join(folder, file))
    return { ways: playPathFile(read, charts).map((path) => [read.chart, path]), faults: [] }
  }
  const played = [
    ...globSync("*.json", { cwd: folder })
      .toSorted()
      .map((file) => attempt(file, () => journal(file))),
    ...globSync("*/*.json", { cwd: folder })
      .toSorted()
      .map((file) => attempt(file, () => pathFile(file))),
  ]
  const ways = Map.groupBy(
    played.flatMap((one) => one.ways),
    ([chart]) => chart,
  )
  return {
    paths: new Map([...ways].map(([chart, found]) => [chart, found.map(([, path]) => path)])),
    faults: played.flatMap(({ faults }) => faults),
  }
}

import { Schema } from "effect"
import type { WalkedChart } from "./charts.ts"
import { pathOfEvents } from "./pathOfEvents.ts"
import { readJson } from "./fromJournal.ts"
import { PathFile, type FiledPath, type Section } from "./pathFile.ts"
import { replay } from "./replay.ts"
import type { Path } from "./walk.ts"

const decode = Schema.decodeUnknownOption(PathFile)

/** Reads a path file. @throws with a sentence where it is none. */
export const readPathFile = (file: string): PathFile => {
  const found = decode(readJson(file))
  if (found._tag === "None") throw new Error(`${file} is not a path file of this version.`)
  return found.value
}

const differsAt = ({ steps }: FiledPath, path: Path): number =>
  steps.findIndex(({ status, state }, index) => {
    const here = path.steps[index]?.snapshot
    return here?.status !== status || JSON.stringify(here.value) !== JSON.stringify(state)
  })

const playSection = (chart: WalkedChart, { walk: name, input, base, noted, paths }: Section): ReadonlyArray<Path> => {
  const walk = chart.walks.find((one) => one.name === name)?.walk
  if (name !== null && walk === undefined) throw new Error(`The chart "${chart.machine.id}" has no walk named ${name}.`)
  const machine = walk?.machine ?? chart.machine
  return paths.map((path) => {
    const heard = { input, base, ...(noted === undefined ? {} : { noted }), steps: path.steps }
    const went = pathOfEvents(machine, heard)
    const wrong = differsAt(path, went)
    if (wrong >= 0)
      throw new Error(
        `"${chart.machine.id}" goes elsewhere on the path "${path.title}": after step ${wrong + 1} (${path.steps[wrong]?.event.type}) ` +
          `it is in ${JSON.stringify(went.steps[wrong]?.snapshot.value)}, not in ${JSON.stringify(path.steps[wrong]?.state)}.`,
      )
    // Times of a journal are those of a real clock, which no stopped one repeats; a walk's are exact.
    if (walk !== undefined) replay(machine, { steps: went.steps }, input)
    return went
  })
}

/**
 * Plays the paths of a file: each step on the chart as it is now, and those of a
 * walk on a running actor with a stopped clock too.
 * @returns the paths as they went, for counting.
 * @throws with a sentence at the first step that leads elsewhere than the file says.
 */
export const playPathFile = (file: PathFile, charts: ReadonlyArray<WalkedChart>): ReadonlyArray<Path> => {
  const chart = charts.find(({ machine }) => machine.id === file.chart)
  if (chart === undefined) throw new Error(`There is no chart "${file.chart}".`)
  return file.sections.flatMap((section) => playSection(chart, section))
}

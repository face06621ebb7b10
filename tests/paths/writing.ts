import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Asked } from "./arguments.ts"
import type { WalkedChart } from "./charts.ts"
import { pathsOfJournal, readJournal } from "./fromJournal.ts"
import { declaredTransitions } from "./instrument.ts"
import { cannotOccurIn } from "./cannotOccur.ts"
import { filedPath, type PathFile, type Section } from "./pathFile.ts"
import { counted } from "./phrases.ts"
import { planText, type Plan } from "./plan.ts"
import { pathsBy, stateNamed } from "./strategies.ts"
import type { Path } from "./walk.ts"

/** The charts of these names, all without any. @throws with a sentence that lists them. */
export const chartsNamed = (
  all: ReadonlyArray<WalkedChart>,
  names: ReadonlyArray<string>,
): ReadonlyArray<WalkedChart> => {
  const known = all.map(({ machine }) => machine.id)
  const wrong = names.find((name) => !known.includes(name))
  if (wrong !== undefined) throw new Error(`There is no chart "${wrong}". The charts: ${known.toSorted().join(", ")}.`)
  return names.length === 0 ? all : all.filter(({ machine }) => names.includes(machine.id))
}

/** How much of a chart some paths decide, in words. */
export const countOf = ({ machine }: WalkedChart, paths: ReadonlyArray<Path>): string => {
  const declared = declaredTransitions(machine)
  const decided = new Set(
    paths.flatMap(({ start, steps }) => [start, ...steps].flatMap(({ taken, refused }) => [...taken, ...refused])),
  )
  const count = (all: ReadonlyArray<string>) => `${all.filter((name) => decided.has(name)).length} of ${all.length}`
  const transitions = declared.filter((name) => !name.endsWith(" refused"))
  const refusals = declared.filter((name) => name.endsWith(" refused"))
  return `${count(transitions)} transitions, ${count(refusals)} refusals of guards`
}

type Written = {
  readonly plan: Plan
  readonly file: PathFile
  /** How long it took to explore. */ readonly millis?: number
}

const write = (
  out: string,
  name: string,
  chart: WalkedChart,
  { plan, file, millis }: Written,
  print: (line: string) => void,
) => {
  mkdirSync(out, { recursive: true })
  writeFileSync(join(out, `${name}.md`), planText(plan))
  writeFileSync(join(out, `${name}.json`), `${JSON.stringify(file, null, 2)}\n`)
  const paths = plan.sections.flatMap((section) => section.paths)
  const steps = paths.reduce((sum, path) => sum + path.steps.length, 0)
  const left = plan.left === null ? "" : ` ${plan.left}`
  const took = millis === undefined ? "" : `, explored in ${(millis / 1_000).toFixed(2)} s`
  print(
    `${chart.machine.id}: ${counted(paths.length, "path")}, ${counted(steps, "step")}, ${countOf(chart, paths)}${took} → ${join(out, name)}.{md,json}${left}`,
  )
}

const explored = (chart: WalkedChart, asked: Asked): Written => {
  const { strategy, to, max, seed } = asked
  if (to !== null) stateNamed(chart.machine, to)
  if (chart.walks.length === 0)
    throw new Error(`No one walks the chart "${chart.machine.id}": docs/testers.md says how to add a walk.`)
  const began = performance.now()
  const without = cannotOccurIn(chart.machine.id)
  const found = chart.walks.map(({ name, walk }) => ({ name, walk, paths: pathsBy({ ...walk, without }, asked) }))
  const millis = performance.now() - began
  const kept = found.map((section) => ({ ...section, paths: section.paths.slice(0, max ?? undefined) }))
  const most = (sections: typeof found): number => sections.reduce((sum, { paths }) => sum + paths.length, 0)
  const leftOut = most(found) - most(kept)
  const goal = to === null ? "" : ` to ${to}`
  const made = `Made by the strategy ${strategy}${goal}${seed === 0 ? "" : `, seed ${seed}`}.`
  const left = [
    ...(leftOut > 0 ? [`Left out for --max: ${leftOut} more.`] : []),
    ...(without.size > 0 ? [`Left out, since no one can cause them: ${counted(without.size, "transition")}.`] : []),
  ]
  const plan = {
    chart: chart.machine.id,
    made,
    left: left.length === 0 ? null : left.join(" "),
    sections: kept.map(({ name, walk, paths }) => ({ name, input: walk.input, paths })),
  }
  const sections = kept.map(({ name, walk, paths }): Section => ({
    walk: name,
    run: null,
    input: walk.input,
    base: null,
    paths: paths.map(filedPath),
  }))
  return { plan, file: { format: "admin-view-paths", version: 1, chart: chart.machine.id, made, sections }, millis }
}

/** Explores charts and writes their plans. @throws with a sentence, before anything of that chart is written. */
export const writeExplored = (all: ReadonlyArray<WalkedChart>, asked: Asked, print: (line: string) => void): void => {
  for (const chart of chartsNamed(all, asked.charts))
    write(asked.out, chart.machine.id, chart, explored(chart, asked), print)
}

/** Writes what charts went through in a recorded journal. @throws with a sentence where it cannot be replayed. */
export const writeJournaled = (
  all: ReadonlyArray<WalkedChart>,
  asked: Asked & { readonly fromJournal: string },
  print: (line: string) => void,
): void => {
  const journal = readJournal(asked.fromJournal)
  const wanted = new Set(chartsNamed(all, asked.charts))
  const { paths, unknown } = pathsOfJournal(journal, all)
  for (const chart of unknown) print(`The journal speaks of a chart "${chart}" that there is not; it is left out.`)
  const runs = Map.groupBy(
    paths.filter(({ chart }) => wanted.has(chart)),
    ({ chart }) => chart,
  )
  if (runs.size === 0)
    throw new Error(`${asked.fromJournal} holds no run of ${asked.charts.join(", ") || "any chart of the program"}.`)
  for (const [chart, found] of runs) {
    const kept = found.slice(0, asked.max ?? undefined)
    const made = `Made from a journal${journal.masked ? " in which what could be personal was replaced" : ""}.`
    const left = kept.length < found.length ? `Left out for --max: ${found.length - kept.length} more.` : null
    const sections = kept.map(({ run, path }): Section => {
      const { title, steps } = filedPath(path)
      const noted = run.entries.map((entry) => entry.noted)
      const withNotes = steps.map((step, index) =>
        noted[index] === undefined ? step : { ...step, noted: noted[index] },
      )
      const beginning = run.noted === undefined ? {} : { noted: run.noted }
      return {
        walk: null,
        run: run.actor,
        input: run.input,
        base: run.base,
        ...beginning,
        paths: [{ title, steps: withNotes }],
      }
    })
    const plan = {
      chart: chart.machine.id,
      made,
      left,
      sections: kept.map(({ run, path }) => ({
        name: run.actor,
        input: run.base === null ? run.input : undefined,
        paths: [path],
      })),
    }
    const file = { format: "admin-view-paths", version: 1, chart: chart.machine.id, made, sections } as const
    write(asked.out, `${chart.machine.id}.journal`, chart, { plan, file }, print)
  }
}

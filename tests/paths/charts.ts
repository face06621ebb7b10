import { globSync } from "node:fs"
import { basename, dirname, join, sep } from "node:path"
import { pathToFileURL } from "node:url"
import { StateMachine, type AnyStateMachine } from "xstate"
import type { ChartWalk } from "./walk.ts"

/** A walk, by the name its file exports it under. */
export type NamedWalk = { readonly name: string; readonly file: string; readonly walk: ChartWalk }

/** A chart of the product with the walks that tests have of it. */
export type WalkedChart = {
  readonly machine: AnyStateMachine
  /** The folder it lies in, which is the area it belongs to. */
  readonly area: string
  /** Its file from the project's root, with slashes. */
  readonly file: string
  readonly walks: ReadonlyArray<NamedWalk>
}

const root = join(import.meta.dirname, "..", "..")

type Exported = { readonly file: string; readonly name: string; readonly value: unknown }

const exportsOf = async (pattern: string): Promise<ReadonlyArray<Exported>> => {
  const files = globSync(pattern, { cwd: root }).map((file) => file.replaceAll(sep, "/"))
  const modules = files.toSorted().map(async (file) => {
    const module = (await import(/* @vite-ignore */ pathToFileURL(join(root, file)).href)) as object
    return Object.entries(module).map(([name, value]) => ({ file, name, value: value as unknown }))
  })
  return (await Promise.all(modules)).flat()
}

const isWalk = (value: unknown): value is ChartWalk =>
  typeof value === "object" && value !== null && "machine" in value && value.machine instanceof StateMachine

/** All walks under tests/machines, by the files that hold them. */
export const walksIn = async (): Promise<ReadonlyArray<NamedWalk>> =>
  (await exportsOf("tests/machines/**/*.walk.ts")).flatMap(({ file, name, value }) =>
    isWalk(value) ? [{ name, file, walk: value }] : [],
  )

/**
 * Every chart of the product with its walks, in the order of their files. A
 * lifecycle is states and transitions only, so its own events walk it; any other
 * chart without a walk has none.
 */
export const walkedCharts = async (): Promise<ReadonlyArray<WalkedChart>> => {
  const walks = await walksIn()
  return (await exportsOf("src/machines/**/*.{machine,lifecycle}.ts")).flatMap(({ file, value }) => {
    if (!(value instanceof StateMachine)) return []
    const machine: AnyStateMachine = value
    const own = walks.filter(({ walk }) => walk.machine.id === machine.id)
    const itself =
      own.length === 0 && file.endsWith(".lifecycle.ts") ? [{ name: "itself", file, walk: { machine } }] : own
    return [{ machine, area: basename(dirname(file)), file, walks: itself }]
  })
}

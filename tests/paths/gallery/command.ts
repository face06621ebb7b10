import { globSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import type { AnyStateMachine } from "xstate"
import type { GalleryFile } from "#schemas/administration/gallery.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { samples } from "./samples.ts"
import { galleryOf } from "./states.ts"

// Part of `npm run flows`: writes the states of every chart for the gallery, from the charts' walks; with --check it
// only compares. The gallery may not import walks, so they are files next to the charts' pictures.

const root = fileURLToPath(new URL("../../..", import.meta.url))
const flows = join(root, "docs", "flows")

const exportsOf = async (file: string): Promise<ReadonlyArray<unknown>> =>
  Object.values((await import(pathToFileURL(join(root, file)).href)) as object)
const isMachine = (value: unknown): value is AnyStateMachine =>
  typeof value === "object" && value !== null && "config" in value && "root" in value
const isWalk = (value: unknown): value is ChartWalk =>
  typeof value === "object" && value !== null && "machine" in value && isMachine(value.machine)
const found = async (pattern: string) =>
  Promise.all(
    globSync(pattern, { cwd: root })
      .sort()
      .map(async (file) => ({ area: basename(dirname(file)), exports: await exportsOf(file) })),
  )

const walks = (await found("tests/machines/**/*.walk.ts")).flatMap(({ exports }) => exports.filter(isWalk))
const charts = (await found("src/machines/**/*.{machine,lifecycle}.ts")).flatMap(({ area, exports }) =>
  exports.filter(isMachine).map((machine) => ({ area, machine })),
)

const lines = (all: ReadonlyArray<unknown>): string => all.map((one) => `\n    ${JSON.stringify(one)}`).join(",")
/** A state a line, so that a change of one is a change of one line. */
const textOf = ({ chart, children, states }: GalleryFile): string =>
  `{\n  "chart": ${JSON.stringify(chart)},\n  "children": [${lines(children)}],\n  "states": [${lines(states)}]\n}\n`

const wanted = new Map(
  charts.map(({ area, machine }): readonly [string, string] => {
    const own = walks.filter((walk) => walk.machine.id === machine.id)
    // A lifecycle is states and transitions only, so its own events walk it.
    const gallery = galleryOf(own.length === 0 ? [{ machine }] : own, samples[machine.id])
    return [`${area}/${machine.id}.states.json`, textOf(gallery)]
  }),
)
const present = new Map(
  globSync("*/*.states.json", { cwd: flows }).map((name) => [name, readFileSync(join(flows, name), "utf8")]),
)
const stale = [...new Set([...wanted.keys(), ...present.keys()])].filter(
  (name) => wanted.get(name) !== present.get(name),
)

if (process.argv.includes("--check")) {
  for (const name of stale)
    console.error(`docs/flows/${name} does not show the chart's states as they are: run npm run flows.`)
  process.exit(stale.length === 0 ? 0 : 1)
}
for (const name of stale) {
  const text = wanted.get(name)
  if (text === undefined) rmSync(join(flows, name))
  else writeFileSync(join(flows, name), text)
}
console.log(`${wanted.size} galleries, ${stale.length} files written.`)

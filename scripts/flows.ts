import { spawnSync } from "node:child_process"
import { globSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { basename, dirname, join, relative, sep } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import type { AnyStateMachine } from "xstate"
import { mermaidOf } from "#machines/mermaid.ts"

// `npm run flows` writes every chart under docs/flows, as JSON that Stately Studio reads and as Mermaid, and their
// states for the gallery; with --check it only compares, so that a picture never shows an older chart.

const root = fileURLToPath(new URL("..", import.meta.url))
const folder = join(root, "docs", "flows")

type Chart = { readonly file: string; readonly area: string; readonly machine: AnyStateMachine }

const isMachine = (value: unknown): value is AnyStateMachine =>
  typeof value === "object" && value !== null && "config" in value && "root" in value

const chartsIn = async (file: string): Promise<ReadonlyArray<Chart>> => {
  const module = (await import(pathToFileURL(join(root, file)).href)) as object
  return Object.values(module)
    .filter(isMachine)
    .map((machine) => ({ file, area: basename(dirname(file)), machine }))
}

const charts = (
  await Promise.all(globSync("src/machines/**/*.{machine,lifecycle}.ts", { cwd: root }).sort().map(chartsIn))
).flat()

/** Functions (the first context, an invoke's input) are code and stay in the chart's file. */
const jsonOf = ({ machine }: Chart): string => `${JSON.stringify(machine.config, null, 2)}\n`

const nameOf = ({ area, machine }: Chart, kind: "json" | "mmd"): string => `${area}/${machine.id}.${kind}`

const indexRow = (chart: Chart): string =>
  `| ${chart.area} | ${chart.machine.id} | [Mermaid](${nameOf(chart, "mmd")}) · [JSON](${nameOf(chart, "json")}) | [${basename(chart.file)}](${relative(folder, join(root, chart.file))}) |`

const index = `# Flows

Every chart of the product, written by \`npm run flows\` from the charts themselves; \`npm run check\` fails when they differ. [The designers' guide](../designers.md) says how to open one in Stately Studio.

| area | chart | as a picture | its file |
|---|---|---|---|
${charts.map(indexRow).join("\n")}
`

const wanted = new Map(
  charts.flatMap((chart): ReadonlyArray<readonly [string, string]> => [
    [nameOf(chart, "mmd"), mermaidOf(chart.machine)],
    [nameOf(chart, "json"), jsonOf(chart)],
  ]),
).set("README.md", index)

mkdirSync(folder, { recursive: true })
const present = new Map(
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith(".states.json"))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => [relative(folder, file).replaceAll(sep, "/"), readFileSync(file, "utf8")]),
)
const stale = [
  ...[...wanted].filter(([name, text]) => present.get(name) !== text).map(([name]) => name),
  ...[...present.keys()].filter((name) => !wanted.has(name)),
]

const isCheck = process.argv.includes("--check")
for (const name of stale) {
  if (isCheck) {
    console.error(`docs/flows/${name} does not show the chart as it is: run npm run flows.`)
    continue
  }
  const text = wanted.get(name)
  const file = join(folder, name)
  mkdirSync(dirname(file), { recursive: true })
  if (text === undefined) rmSync(file)
  else writeFileSync(file, text)
}
if (!isCheck) console.log(`${charts.length} charts, ${stale.length} files written.`)

// The states come from the charts' walks, which scripts may not import.
const gallery = spawnSync(process.execPath, [join(root, "tests/paths/gallery/command.ts"), ...process.argv.slice(2)], {
  stdio: "inherit",
})
process.exit(gallery.status !== 0 || (isCheck && stale.length > 0) ? 1 : 0)

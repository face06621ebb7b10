import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Schema } from "effect"
import { expect, it, onTestFinished } from "vitest"
import { argumentsOf } from "#tests/paths/arguments.ts"
import { walkedCharts } from "#tests/paths/charts.ts"
import { cannotOccurIn, cannotOccur } from "#tests/paths/cannotOccur.ts"
import { PathFile } from "#tests/paths/pathFile.ts"
import { writeExplored } from "#tests/paths/writing.ts"

const decode = Schema.decodeUnknownSync(Schema.fromJsonString(PathFile))

it.each(Object.keys(cannotOccur))("a plan holds no step that no one can do, and says so: %s", async (chart) => {
  const out = mkdtempSync(join(tmpdir(), "plans-"))
  onTestFinished(() => rmSync(out, { recursive: true }))
  const printed: Array<string> = []
  writeExplored(await walkedCharts(), { ...argumentsOf([chart]), out }, (line) => printed.push(line))
  const impossible = cannotOccurIn(chart)
  const { sections } = decode(readFileSync(join(out, `${chart}.json`), "utf8"))
  const taken = sections.flatMap(({ paths }) => paths.flatMap(({ steps }) => steps.flatMap(({ takes }) => takes)))
  expect(taken.length).toBeGreaterThan(0)
  expect(taken.filter((name) => impossible.has(name))).toEqual([])
  const sentence = `Left out, since no one can cause them: ${impossible.size} transition`
  expect(readFileSync(join(out, `${chart}.md`), "utf8")).toContain(sentence)
  expect(printed.join()).toContain(sentence)
})

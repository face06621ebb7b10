import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, describe, expect, it } from "vitest"
import { setup } from "xstate"
import type { WalkedChart } from "#tests/paths/charts.ts"
import { coverageOf } from "#tests/paths/coverage/coverage.ts"
import { programFaults, staleReasons } from "#tests/paths/coverage/gate.ts"
import { notesOf, readNotes, sourceMark, type Note } from "#tests/paths/coverage/notes.ts"
import { reportHtml } from "#tests/paths/coverage/report.ts"
import { nothingCovered, type Covered } from "#tests/paths/coverage/covered.ts"
import { tableText, withTable } from "#tests/paths/coverage/table.ts"

const lamp = setup({
  types: { events: {} as { type: "pressed"; hard: boolean } | { type: "broken" } },
  guards: { isHard: ({ event }) => event.type === "pressed" && event.hard },
}).createMachine({
  id: "lamp",
  initial: "off",
  states: {
    off: { description: "It is <dark>.", on: { pressed: { guard: "isHard", target: "on" }, broken: "gone" } },
    on: { on: { pressed: "off" } },
    gone: {},
  },
})
const chart: WalkedChart = {
  machine: lamp,
  area: "home",
  file: "src/machines/home/lamp.machine.ts",
  walks: [
    {
      name: "lampWalk",
      file: "tests/machines/home/lamp.walk.ts",
      walk: {
        machine: lamp,
        events: [{ type: "pressed", hard: true }, { type: "pressed", hard: false }, { type: "broken" }],
      },
    },
  ],
}
const switchedOn: Covered = {
  ...nothingCovered,
  states: new Set(["lamp.off", "lamp.on"]),
  taken: new Set(["lamp.off pressed #0 [isHard]"]),
}

describe("the coverage of a chart", () => {
  it("counts states, transitions, both answers of guards and pairs, of each source apart", () => {
    expect(
      tableText([coverageOf(chart, switchedOn, [])])
        .split("\n")
        .filter((line) => !line.startsWith("|--"))
        .map((line) => line.replaceAll(/ +/g, " ")),
    ).toEqual([
      "| chart | paths | states | transitions | guards yes | guards no | pairs |",
      "| lamp | 3 | 3 · 2 · 0 of 3 | 3 · 1 · 0 of 3 | 1 · 1 · 0 of 1 | 1 · 0 · 0 of 1 | 1 · 0 · 0 of 3 |",
      "| all | 3 | 3 · 2 · 0 of 3 | 3 · 1 · 0 of 3 | 1 · 1 · 0 of 1 | 1 · 0 · 0 of 1 | 1 · 0 · 0 of 3 |",
    ])
  })

  it("goes into a document in the place of the table that it holds", () => {
    const document = "Before.\n<!-- coverage -->\n\nold\n\n<!-- end of coverage -->\nAfter."
    const after = "Before.\n<!-- coverage -->\n\n| $1 |\n\n<!-- end of coverage -->\nAfter."
    expect(withTable(document, "| $1 |")).toBe(after)
    expect(withTable(after, "| $1 |")).toBe(after)
    expect(() => withTable("Before.", "| $1 |")).toThrow("There is no <!-- coverage -->")
  })

  it("is drawn in one page that loads nothing, with a sign and a word for each colour", () => {
    const html = reportHtml([coverageOf(chart, switchedOn, [])], { "lamp.off broken #0": "It never <breaks>." }, "")
    expect(html).toContain(
      '<tr class="some"><td><code>pressed</code> <span class="caption">if isHard; said no to: paths',
    )
    expect(html).toContain("◐ paths, page")
    expect(html).toContain('<tr class="paths"><td><code>broken</code>')
    expect(html).toContain("No one can cause it: It never &lt;breaks&gt;.")
    expect(html).toContain("lamp_off --&gt; lamp_on : ◐ pressed [isHard]")
    expect(html).toContain("1 of 3 transitions were taken by real pages.")
    expect(html).not.toMatch(/(src|href)="(?!#)/)
  })
})

describe("the gate on the running program", () => {
  const coverage = coverageOf(chart, switchedOn, [])

  it("names a transition that no page took, unless someone says why no one can cause it", () => {
    expect(programFaults(coverage, {})).toEqual([
      "No real page takes lamp.off broken #0.",
      "No real page takes lamp.on pressed #0.",
    ])
    expect(
      programFaults(coverage, { "lamp.off broken #0": "It never breaks.", "lamp.on pressed #0": "Stuck." }),
    ).toEqual([])
  })

  it("names a reason that a page refuted, and one that is of no transition", () => {
    expect(programFaults(coverage, { "lamp.off pressed #0": "No one is here." })).toContain(
      "tests/paths/cannotOccur.ts says that no one can cause lamp.off pressed #0 [isHard], and someone did.",
    )
    expect(staleReasons([coverage], { "lamp.off presed #0": "No one is here." })).toEqual([
      "tests/paths/cannotOccur.ts speaks of lamp.off presed #0, which no chart has.",
    ])
  })
})

describe("what the program was seen to do", () => {
  const folder = mkdtempSync(join(tmpdir(), "admin-view-noted-"))
  afterEach(() => rmSync(folder, { recursive: true, force: true }))
  const noted: Note = { kind: "taken", name: "lamp.off pressed #0 [isHard]" }
  const write = (test: string, source: string, ...lines: ReadonlyArray<Note>): void =>
    writeFileSync(
      join(folder, notesOf(test)),
      [{ test, source }, ...lines].map((line) => `${JSON.stringify(line)}\n`).join(""),
    )

  it("counts what was noted of this very source, and names what was noted of another or by a test that is gone", () => {
    const source = sourceMark()
    write("tests/tooling/coverage.test.ts", source, noted)
    write("tests/tooling/rooms.test.ts", "another", { kind: "taken", name: "lamp.on pressed #0" })
    write("tests/tooling/gone.test.ts", source, { kind: "taken", name: "lamp.off broken #0" })
    const { covered, leftOut } = readNotes(folder, source)
    expect([...(covered?.taken ?? [])]).toEqual([noted.name])
    expect([...(covered?.states ?? [])]).toEqual(["lamp.off"])
    expect(leftOut).toEqual([
      "What tests/tooling/gone.test.ts noted does not count: there is no such test any more.",
      "What tests/tooling/rooms.test.ts noted is of another state of the source; run it again.",
    ])
  })

  it("is nothing where no one noted", () => {
    expect(readNotes(folder, sourceMark())).toEqual({ covered: null, leftOut: [] })
  })
})

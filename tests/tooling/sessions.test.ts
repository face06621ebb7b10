import { mkdtempSync, globSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { argumentsOf } from "#tests/paths/arguments.ts"
import { walkedCharts } from "#tests/paths/charts.ts"
import { playSessions, sessionsFolder } from "#tests/paths/coverage/sessions.ts"
import { readJournal } from "#tests/paths/fromJournal.ts"
import { playPathFile, readPathFile } from "#tests/paths/playing.ts"
import { countOf, writeJournaled } from "#tests/paths/writing.ts"

const charts = await walkedCharts()
const journals = globSync("*.json", { cwd: sessionsFolder }).toSorted()
const kept = globSync("*/*.json", { cwd: sessionsFolder }).toSorted()
const out = mkdtempSync(join(tmpdir(), "admin-view-sessions-"))
afterAll(() => rmSync(out, { recursive: true, force: true }))

describe("recorded sessions of a person", () => {
  it("are of signing in and out, an import, a template, a campaign and a report, each with its path files", () => {
    const names = ["campaign-launched", "import", "report", "sign-in-and-out", "template-edited"]
    expect(journals.map((file) => file.replace(".json", ""))).toEqual(names)
    expect([...new Set(kept.map((file) => file.split("/")[0]))]).toEqual(names)
  })

  it("go through the charts as they are now the way they went, and count", () => {
    const { paths, faults } = playSessions(sessionsFolder, charts)
    expect(faults).toEqual([])
    expect([...paths.keys()]).toEqual(
      expect.arrayContaining([
        "session",
        "database",
        "templateEditor",
        "templates",
        "campaigns",
        "newCampaign",
        "report",
      ]),
    )
  })

  it.each(journals)("hold nothing that someone wrote: %s", (file) => {
    const text = readFileSync(join(sessionsFolder, file), "utf8")
    expect(readJournal(join(sessionsFolder, file)).masked).toBe(true)
    expect(text).not.toMatch(/northwind|spring|nora|\{\{|555-?\d{4}|[a-z]@[a-z]/i)
  })

  it("become path files that replay and count as much as they did", () => {
    const fromJournal = join(sessionsFolder, "report.json")
    const printed: Array<string> = []
    const asked = argumentsOf(["report", "--from-journal", fromJournal, "--out", out])
    writeJournaled(charts, { ...asked, fromJournal }, (line) => void printed.push(line))
    const paths = playPathFile(readPathFile(join(out, "report.journal.json")), charts)
    const [report] = charts.filter(({ machine }) => machine.id === "report")
    if (report === undefined) throw new Error("There is no chart of the report.")
    expect(printed).toHaveLength(1)
    expect(printed[0]).toContain(countOf(report, paths))
    expect(readFileSync(join(out, "report.journal.json"), "utf8")).toBe(
      readFileSync(join(sessionsFolder, "report", "report.journal.json"), "utf8"),
    )
  })
})

import { describe, expect, it } from "vitest"
import { reportMachine, reportParams } from "#machines/reporting/report.machine.ts"
import { pathsOf, runPath, titleOf } from "#tests/support/paths.ts"
import { reportWalk } from "#tests/support/peopleSamples.ts"

const walk = pathsOf(reportMachine, reportWalk)

describe("the report chart", () => {
  it("leaves no transition untaken", () => {
    expect(walk.untaken).toEqual([])
  })

  it.each(walk.paths.map((path) => [titleOf(path), path] as const))("reaches %s", (_, path) => {
    expect(runPath(reportMachine, path, reportWalk.input).actor.getSnapshot().value).toEqual(path.snapshot.value)
  })

  it("asks for what the address says, and for no more", () => {
    expect(reportParams({ campaign: "c", from: "2026-01-01", to: "", other: "x" })).toEqual({
      campaignHashedId: "c",
      startDate: "2026-01-01",
    })
  })
})

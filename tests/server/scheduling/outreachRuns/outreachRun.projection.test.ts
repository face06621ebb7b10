import { describe, expect, it } from "vitest"
import { OutreachRunId } from "#schemas/scheduling/outreachRun.ts"
import { outreachRunProjection } from "#server/scheduling/outreachRuns/outreachRun.projection.ts"
import { runDraft } from "#tests/support/outreachRunSamples.ts"

const at = "2026-11-18T17:00:00.000Z"
const facts = { at, version: 1, actorId: null }
const { evolve, initialRow, keys } = outreachRunProjection
const runId = OutreachRunId.make(7)
const created = evolve(initialRow, { _tag: "OutreachRunCreated", runId, ...runDraft(), setUpBy: 4, since: at }, facts)

describe("the row of an outreach run", () => {
  it("has what was saved last, who saved it, and how far the run has come", () => {
    expect(created).toMatchObject({
      runId,
      name: "Weekly survey",
      state: "active",
      setUpBy: 4,
      since: at,
      lastDate: null,
    })
    const skipped = evolve(created, { _tag: "OccurrenceSkipped", date: "2026-12-02" }, facts)
    const launched = evolve(skipped, { _tag: "OccurrenceMissed", date: "2026-11-25", dueAt: at }, facts)
    expect(launched).toMatchObject({ lastDate: "2026-11-25", skipped: ["2026-12-02"], updatedOn: at })
  })

  it("keeps its name until it is deleted", () => {
    expect(keys(created).uniqueKey).toBe("weekly survey")
    expect(keys(evolve(created, { _tag: "OutreachRunDeleted" }, facts)).uniqueKey).toBeNull()
  })
})

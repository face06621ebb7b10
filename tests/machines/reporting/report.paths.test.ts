import { createActor, fromPromise, SimulatedClock } from "xstate"
import { describe, expect, it } from "vitest"
import { reportMachine, reportParams } from "#machines/reporting/report.machine.ts"
import { exportAgainSeconds } from "#schemas/constants.ts"
import type { ExportRequest } from "#schemas/reporting/report.ts"
import { queued } from "./report.walk.ts"

describe("the report chart", () => {
  it("asks for what the address says, and for no more", () => {
    expect(reportParams({ campaign: "c", from: "2026-01-01", to: "", other: "x" })).toEqual({
      campaignHashedId: "c",
      startDate: "2026-01-01",
    })
  })

  it("asks again for the file of the moment the button was pressed, wherever the filters went meanwhile", async () => {
    const clock = new SimulatedClock()
    const asked: Array<ExportRequest> = []
    const download = fromPromise<string, ExportRequest>(({ input }) => {
      asked.push(input)
      return Promise.reject(queued)
    })
    const actor = createActor(reportMachine.provide({ actors: { download } }), {
      clock,
      input: { search: { campaign: "c" } },
    }).start()
    actor.send({ type: "export.pressed", fileType: "txt", layout: "responseFile" })
    await expect.poll(() => actor.getSnapshot().value).toEqual({ exporting: "queued" })
    actor.send({ type: "url.changed", search: { campaign: "other", from: "2026-01-01" } })
    clock.increment(exportAgainSeconds * 1_000)
    expect(asked).toEqual(Array(2).fill({ campaignHashedId: "c", fileType: "txt", layout: "responseFile" }))
    actor.stop()
  })
})

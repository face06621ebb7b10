import { createActor } from "xstate"
import { describe, expect, it } from "vitest"
import { reportMachine } from "#machines/reporting/report.machine.ts"
import { questionIn } from "#schemas/reporting/reportAddress.ts"
import type { ExportSnapshot } from "#machines/session/export.machine.ts"

describe("the report chart", () => {
  it("asks for what the address says, and for no more", () => {
    expect(questionIn({ campaign: "c", from: "2026-01-01", to: "", version: "3", other: "x" })).toEqual({
      campaignHashedId: "c",
      startDate: "2026-01-01",
      templateVersion: "3",
    })
  })

  it("asks for the file of the moment the button was pressed, wherever the filters go meanwhile", () => {
    const actor = createActor(reportMachine, { input: { search: { campaign: "c" } } }).start()
    actor.send({ type: "export.pressed", fileType: "txt", layout: "responseFile" })
    actor.send({ type: "url.changed", search: { campaign: "other", from: "2026-01-01" } })
    const file = actor.getSnapshot().children.export?.getSnapshot() as ExportSnapshot
    expect(file.context.request).toEqual({ campaignHashedId: "c", fileType: "txt", layout: "responseFile" })
    actor.stop()
  })
})

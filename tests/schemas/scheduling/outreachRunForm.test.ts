import { describe, expect, it } from "vitest"
import { checkOutreachRun, newOutreachRun, outreachRunDraft, timesIn } from "#schemas/scheduling/outreachRunForm.ts"
import { openedRun, weekly } from "#tests/support/outreachRunSamples.ts"
import { sampleChoices } from "#tests/support/outreachSamples.ts"

const { values } = openedRun

describe("the form of an outreach run", () => {
  it("begins with each week from tomorrow on, at nine in the company’s zone", () => {
    expect(newOutreachRun(sampleChoices, "2026-11-30", "America/Denver")).toMatchObject({
      ...{ firstDate: "2026-12-01", frequency: "weekly", weekdays: [2], monthDay: 1 },
      ...{ time: "09:00", timezone: "America/Denver", senderId: sampleChoices.senders[0]?.senderId, templateId: null },
    })
  })

  it("leaves out what is written in fields that are not shown", () => {
    const hidden = { ...values, frequency: "once", interval: null, ends: "on", untilDate: "never", count: 0 } as const
    expect(checkOutreachRun(hidden)).toEqual([])
    expect(outreachRunDraft(hidden)).toMatchObject({ interval: 1, untilDate: null, count: null })
    expect(checkOutreachRun({ ...hidden, frequency: "daily" }).map(({ field }) => field)).toEqual([
      "interval",
      "untilDate",
    ])
  })

  it("says what to choose where nothing is chosen", () => {
    expect(checkOutreachRun({ ...values, templateId: null, listId: null, senderId: null, interval: null })).toEqual([
      { field: "templateId", message: "Choose a template." },
      { field: "listId", message: "Choose a list." },
      { field: "senderId", message: "Choose a sending number." },
      { field: "interval", message: "Enter a whole number from 1 to 99." },
    ])
  })

  it("says what the recurrence lacks next to what else is missing, each once", () => {
    const lacking = { ...values, name: "", weekdays: [], ends: "on", untilDate: null } as const
    expect(checkOutreachRun(lacking).map(({ field }) => field)).toEqual(["name", "weekdays", "untilDate"])
    expect(checkOutreachRun({ ...lacking, name: "Weekly" }).map(({ field }) => field)).toEqual([
      "weekdays",
      "untilDate",
    ])
  })

  it("asks for a preview by when it sends alone, and for none while that is not known", () => {
    expect(timesIn({ ...values, name: "" })).toEqual(weekly)
    expect(timesIn({ ...values, weekdays: [] })).toBeNull()
    expect(timesIn({ ...values, firstDate: "soon" })).toBeNull()
  })
})

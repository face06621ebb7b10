import { describe, expect, it } from "vitest"
import { ChangeAppointmentStatus } from "#schemas/scheduling/appointment.ts"
import { Replicate, SaveSchedule } from "#schemas/scheduling/schedule.ts"
import { validatorOf } from "#schemas/validate.ts"
import { replicate, sections, slotAt } from "#tests/support/scheduleSamples.ts"

const hashedId = "AbsentLocation00000000"
const saved = (slots: ReadonlyArray<unknown>) => ({
  ...{ hashedId, sections },
  days: [{ apptSection: 1, date: "2026-11-23", slots }],
})
const withSection = (more: object) => ({
  hashedId,
  days: [],
  sections: [{ ...sections[0], ...more }, ...sections.slice(1)],
})
const copied = (more: object) => ({ ...replicate, hashedId, ...more })

describe("the body of a schedule", () => {
  it("is taken when its slots follow each other with their buffers", () => {
    const slots = [slotAt("09:00", "09:30", { bufferAfter: 15 }), slotAt("09:45", "10:15")]
    expect(validatorOf(SaveSchedule)(saved(slots))).toEqual([])
  })

  it.each([
    [
      "an end before the start",
      saved([slotAt("10:00", "09:00")]),
      "days.0.slots.0.end",
      "The end must be after the start.",
    ],
    ["0 minutes", saved([slotAt("10:00", "10:00")]), "days.0.slots.0.end", "The end must be after the start."],
    [
      "no seats",
      saved([slotAt("10:00", "11:00", { capacity: 0 })]),
      "days.0.slots.0.capacity",
      "Enter 1 to 500 seats.",
    ],
    [
      "501 seats",
      saved([slotAt("10:00", "11:00", { capacity: 501 })]),
      "days.0.slots.0.capacity",
      "Enter 1 to 500 seats.",
    ],
    [
      "half a seat",
      saved([slotAt("10:00", "11:00", { capacity: 1.5 })]),
      "days.0.slots.0.capacity",
      "Enter 1 to 500 seats.",
    ],
    [
      "slots that overlap with their buffers",
      saved([slotAt("10:00", "10:30", { bufferAfter: 10 }), slotAt("10:35", "11:00")]),
      "days.0.slots.1.start",
      "Slots 10:00–10:30 and 10:35–11:00 overlap.",
    ],
    [
      "a section that ends before it begins",
      withSection({ startDate: "2026-12-01", endDate: "2026-11-30" }),
      "sections.0.endDate",
      "The last day must not be before the first.",
    ],
    [
      "a section of more than two years",
      withSection({ startDate: "2026-01-01", endDate: "2028-01-02" }),
      "sections.0.endDate",
      "A section covers at most two years.",
    ],
    [
      "a section that is on without a weekday",
      withSection({ days: [] }),
      "sections.0.days",
      "Choose at least one weekday.",
    ],
    [
      "a day that does not exist",
      withSection({ endDate: "2026-02-30" }),
      "sections.0.endDate",
      "Enter the last day, for example Nov 23, 2026.",
    ],
  ])("is refused with %s, at its field", (_, body, field, message) => {
    expect(validatorOf(SaveSchedule)(body)).toContainEqual({ field, message })
  })
})

describe("what is to be replicated", () => {
  it.each([
    [
      "a range without a last day",
      copied({ mode: "Range", startDate: "2026-11-23" }),
      "endDate",
      "Enter the last day.",
    ],
    [
      "more than two years",
      copied({ mode: "Range", startDate: "2026-11-23", endDate: "2028-11-24" }),
      "endDate",
      "Replicate to at most two years.",
    ],
    ["no weekday", copied({ week: [] }), "week", "Choose at least one weekday."],
  ])("is refused with %s, at its field", (_, body, field, message) => {
    expect(validatorOf(Replicate)(body)).toContainEqual({ field, message })
  })
})

describe("a cancellation", () => {
  it("says why", () => {
    const body = { hashedId, action: "cancel", reason: null }
    expect(validatorOf(ChangeAppointmentStatus)(body)).toEqual([
      { field: "reason", message: "Choose why it is cancelled." },
    ])
  })
})

import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { ColumnMapping } from "#schemas/people/import.ts"
import { judgeRow, rowPlan, type RowContext } from "#server/people/imports/patientRow.rule.ts"
import { previewRow } from "#server/people/imports/preview.rule.ts"

const context: RowContext = { country: "US", countries: new Set(["US"]), today: "2026-11-21" }
const columns = (...mapping: ReadonlyArray<readonly [string, ColumnMapping["target"]]>) =>
  mapping.map(([header, target]): ColumnMapping => ({ header, target }))
const preview = (mapping: ReadonlyArray<ColumnMapping>, ...cells: ReadonlyArray<string>) =>
  previewRow(mapping, context, cells)

describe("what a cell becomes", () => {
  const mapping = columns(
    ["MRN", "externalId"],
    ["Cell", "phone"],
    ["DOB", "dob"],
    ["Lang", "language"],
    ["ZIP", "zip"],
    ["Clinic", "custom"],
    ["Notes", "ignore"],
  )
  const row = ["A1", "718.555.0134", "03/04/1951", "Spanish", "2139", " East ", "private"] as const

  it("is what an import stores, each by its meaning, and nothing for what is left out", () => {
    expect(preview(mapping, ...row)).toEqual({
      cells: ["A1", "+17185550134", "1951-03-04", "es", "02139", "East", ""].map((value, index) => ({
        target: mapping[index]?.target,
        value,
        error: null,
      })),
      zones: ["America/New_York"],
      zoneSource: "zip",
    })
  })

  it("follows the meaning and the order of the date that was chosen", () => {
    const other = mapping.map((one): ColumnMapping => {
      if (one.header === "DOB") return { ...one, dateOrder: "dayFirst" }
      return one.header === "ZIP" ? { ...one, target: "custom" } : one
    })
    const { cells, zoneSource } = preview(other, ...row)
    expect([cells[2]?.value, cells[4]?.value, zoneSource]).toEqual(["1951-04-03", "2139", "area"])
  })

  it("says why a value cannot be taken, and still shows the others", () => {
    const { cells } = preview(mapping, "A1", "12", "2/30/1980", "", "", "", "")
    expect(cells.map(({ value, error }) => error ?? value)).toEqual([
      "A1",
      "Enter a valid phone number, for example +1 415 555 0123.",
      "This day does not exist.",
      "",
      "",
      "",
      "",
    ])
  })

  it("is nothing in a row in which it is not clear which cell is which", () => {
    expect(preview(mapping, "A1").cells.every(({ value, error }) => value === "" && error === null)).toBe(true)
  })

  it("is refused exactly where the check refuses it", () => {
    const cell = fc.constantFrom(
      "",
      "A1",
      "(415) 555-2671",
      "12",
      "1980-02-30",
      "es",
      "94110",
      "Elvish",
      "x".repeat(101),
    )
    fc.assert(
      fc.property(fc.tuple(cell, cell, cell, cell, cell, cell, cell), (cells) => {
        const judged = judgeRow(rowPlan(mapping), context, 2, cells)
        const refused = "row" in judged ? [] : judged.rejections.filter(({ position }) => position >= 0)
        const shown = preview(mapping, ...cells).cells.flatMap(({ error }, index) =>
          error === null ? [] : [[index, error]],
        )
        expect(shown.toSorted()).toEqual(refused.map(({ position, reason }) => [position, reason]).toSorted())
      }),
    )
  })
})

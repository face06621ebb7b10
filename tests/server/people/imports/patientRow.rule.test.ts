import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { judgeRow, rowPlan, type RowContext } from "#server/people/imports/patientRow.rule.ts"
import { guessMapping } from "#server/people/imports/columns.rule.ts"
import type { ColumnMapping } from "#schemas/people/import.ts"

const context: RowContext = { country: "US", countries: new Set(["US"]), today: "2026-11-21" }
const headers = [
  "MRN",
  "First name",
  "Last name",
  "Cell",
  "DOB",
  "Language",
  "Zip",
  "Time zone",
  "E-mail",
  "Next visit",
]
const plan = rowPlan(guessMapping(headers))
const judge = (...cells: ReadonlyArray<string>) => judgeRow(plan, context, 5, cells)
const full = [
  "A1",
  " Maria ",
  "López",
  "(415) 555-2671",
  "2/3/1980",
  "Spanish",
  "94110",
  "",
  "Maria@Example.com",
  "May 4",
] as const

describe("a row", () => {
  it("names a person", () => {
    expect(judge(...full)).toEqual({
      row: {
        line: 5,
        identity: "e:a1",
        lastKey: "lopez",
        firstKey: "maria",
        externalId: "A1",
        firstName: "Maria",
        lastName: "López",
        phone: "+14155552671",
        phoneKind: "unknown",
        dob: "1980-02-03",
        language: "es",
        zip: "94110",
        addressCountry: null,
        timezone: null,
        email: "maria@example.com",
        custom: { nextVisit: "May 4" },
      },
    })
  })

  it("reads a postal code by the country of the address", () => {
    const abroad = rowPlan(guessMapping(["MRN", "Zip", "Country"]))
    const read = (...cells: ReadonlyArray<string>) => judgeRow(abroad, context, 5, cells)
    expect(read("A1", "k1a 0b1", "Canada")).toMatchObject({ row: { zip: "K1A 0B1", addressCountry: "CA" } })
    expect(read("A1", "k1a 0b1", "")).toMatchObject({ rejections: [{ column: "Zip" }] })
    expect(read("A1", "94110", "Elbonia")).toMatchObject({ rejections: [{ column: "Country" }] })
  })

  it("is refused with every reason, each with its column and the value that was found", () => {
    expect(judge("A1", "Maria", "López", "12", "2/30/1980", "Elvish", "9", "Mars/Olympus", "maria", "")).toEqual({
      rejections: [
        ["Cell", 3, "Enter a valid phone number, for example +1 415 555 0123.", "12"],
        ["DOB", 4, "This day does not exist.", "2/30/1980"],
        ["Language", 5, "Enter a language as a code or its English name, for example es or Spanish.", "Elvish"],
        ["Zip", 6, "Enter a ZIP code of five digits, for example 94110.", "9"],
        ["Time zone", 7, "Enter a time zone by its name, for example America/Chicago.", "Mars/Olympus"],
        ["E-mail", 8, "Enter an e-mail address, for example maria@example.com.", "maria"],
      ].map(([column, position, reason, value]) => ({ line: 5, column, position, reason, value })),
    })
  })

  it("needs a phone or a patient id", () => {
    expect(judge("", "Maria", "López", "", "", "", "", "", "", "")).toMatchObject({
      rejections: [{ line: 5, position: -1, reason: "This row has neither a phone nor a patient id." }],
    })
    expect(judge("A1", "", "", "", "", "", "", "", "", "")).toMatchObject({
      row: { phone: null, phoneKind: "unknown" },
    })
  })

  it("must have as many cells as the header, but for empty ones behind", () => {
    expect(judge("A1", "Maria")).toMatchObject({ rejections: [{ reason: "This row has 2 cells, the header has 10." }] })
    expect(judge(...full, "more")).toMatchObject({
      rejections: [{ reason: "This row has 11 cells, the header has 10." }],
    })
    expect(judge(...full, "", " ")).toHaveProperty("row")
  })

  it("is refused when a cell is too large or holds what no table can store", () => {
    expect(judge("A1", "", "", "", "", "", "", "", "", "x".repeat(70_000))).toMatchObject({
      rejections: [{ column: "Next visit", reason: "This cell is longer than 64 kB. Shorten it.", value: "" }],
    })
    expect(judge("A\u0000", "", "", "", "", "", "", "", "", "")).toMatchObject({
      rejections: [{ column: "MRN", reason: "This cell holds characters that are no text." }],
    })
  })

  it("is refused when letters of it were lost before", () => {
    expect(judge("A1", "Jos\uFFFD", "", "", "", "", "", "", "", "")).toMatchObject({
      rejections: [{ reason: "Letters of this cell were lost when the file was saved. Enter them again." }],
    })
  })

  it("comes back from a spreadsheet whose formulas were made harmless", () => {
    expect(judge("A1", "Ann; '-Maria", "", "'+14155552671", "", "", "", "", "", "'=1+1")).toMatchObject({
      row: { firstName: "Ann; -Maria", phone: "+14155552671", custom: { nextVisit: "=1+1" } },
    })
  })

  it("is someone by record number, else by phone and name", () => {
    const identity = (...cells: ReadonlyArray<string>) => {
      const judged = judge(...cells, ...Array<string>(10 - cells.length).fill(""))
      return "row" in judged ? judged.row.identity : undefined
    }
    expect(identity("a1", "Maria")).toBe(identity("A1 ", "Mary", "Smith", "4155552671"))
    expect(identity("", "Maria", "López", "4155552671")).toBe(identity("", "MARIA", "lopez", "+1 415 555 2671"))
    expect(identity("", "Maria", "López", "4155552671")).not.toBe(identity("", "José", "López", "4155552671"))
    expect(identity("", "Ann", "Mary Lee", "4155552671")).not.toBe(identity("", "Lee Ann", "Mary", "4155552671"))
  })

  it("is judged whatever it holds, and never half: a person or reasons", () => {
    const cells = fc.array(fc.string({ unit: "binary", maxLength: 30 }), { minLength: 9, maxLength: 11 })
    fc.assert(
      fc.property(cells, (row) => {
        const judged = judge(...row)
        if ("row" in judged) expect(judged.row.phone ?? judged.row.externalId).not.toBeNull()
        else expect(judged.rejections.length).toBeGreaterThan(0)
        expect(JSON.stringify(judged)).not.toContain("\\u0000")
      }),
      { numRuns: 500 },
    )
  })

  it("never says two things about the same cell", () => {
    const mapping: ReadonlyArray<ColumnMapping> = [
      { header: "Phone", target: "phone" },
      { header: "Phone 2", target: "custom" },
      { header: "Notes", target: "ignore" },
    ]
    expect(judgeRow(rowPlan(mapping), context, 2, ["4155552671", "none", "\u0000"])).toMatchObject({
      row: { custom: { phone2: "none" } },
    })
  })
})

import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { parseRoles } from "#schemas/roles.ts"

/** A part of the claim with what it may grant. */
const right = fc.integer({ min: 1, max: 17 }).map((id) => ({ text: String(id), id: id as number | null }))
const nothing = fc
  .oneof(
    fc.constantFrom(
      "",
      "0",
      "18",
      "-1",
      "+1",
      "01",
      "1.0",
      "1e0",
      "0x1",
      "1 2",
      "１",
      "x",
      "NaN",
      "999",
      "1;2",
      "1\u00002",
    ),
    fc.integer({ min: 18 }).map(String),
    fc.integer({ max: 0 }).map(String),
    fc.string().filter((text) => !text.includes(",") && !/^\s*([1-9]|1[0-7])\s*$/.test(text)),
  )
  .map((text) => ({ text, id: null as number | null }))
const blank = fc.constantFrom("", " ", "\t", "  ")

describe("the Roles claim", () => {
  it.each([
    ["1, 2,,x,999,-1", [1, 2]],
    ["17,1,17", [17, 1]],
    ["0,18,01,1.0,+2,1e1,0x3, ,\u0661", []],
    ["", []],
    [undefined, []],
    [1, []],
    [["1", "2"], []],
    ["1;2", []],
    [" 4 ", [4]],
  ])("of %j grants %j", (claim, granted) => {
    expect(parseRoles(claim)).toEqual(granted)
  })

  it("grants exactly the access ids among its parts, each once, blanks around them allowed", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(blank, fc.oneof(right, nothing), blank)), (parts) => {
        const claim = parts.map(([before, { text }, after]) => before + text + after).join(",")
        const ids = parts.flatMap(([, { id }]) => (id === null ? [] : [id]))
        expect(parseRoles(claim)).toEqual([...new Set(ids)])
      }),
    )
  })

  it("grants nothing unless it is text: a list, a number or an object is not read", () => {
    fc.assert(
      fc.property(
        fc.jsonValue().filter((value) => typeof value !== "string"),
        (claim) => {
          expect(parseRoles(claim)).toEqual([])
        },
      ),
      { examples: [[1], [[1, 2]], [["1", "2"]], [{ 0: "1" }], [null], [true]] },
    )
    expect(parseRoles(undefined)).toEqual([])
  })
})

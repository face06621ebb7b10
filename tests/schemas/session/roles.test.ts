import { describe, expect, it } from "vitest"
import { parseRoles } from "#schemas/access.ts"

describe("the Roles claim", () => {
  it.each([
    ["1, 2,,x,999,-1", [1, 2]],
    ["17,1,17", [17, 1]],
    ["0,18,01,1.0,+2,1e1,0x3, ,\u0661", []],
    ["", []],
    [undefined, []],
    [null, []],
    [1, []],
    [["1", "2"], []],
    ["1;2", []],
    [" 4 ", [4]],
  ])("of %j grants %j", (claim, granted) => {
    expect(parseRoles(claim)).toEqual(granted)
  })
})

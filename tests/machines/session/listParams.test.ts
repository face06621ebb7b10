import { describe, expect, it } from "vitest"
import { listParams } from "#machines/session/page.ts"

const list = { states: ["draft", "published"], columns: ["name", "state"] }

describe("what a list is asked for by the address", () => {
  it("is its search, its state and its order", () => {
    const search = { search: "flu", state: "draft", sort: "-name", id: "7" }
    expect(listParams(search, list)).toEqual({ search: "flu", state: "draft", sort: "-name" })
  })

  it("is nothing the list does not know, so a mistyped address still shows the list", () => {
    expect(listParams({ search: "", state: "gone", sort: "--name" }, list)).toEqual({})
    expect(listParams({}, list)).toEqual({})
  })
})

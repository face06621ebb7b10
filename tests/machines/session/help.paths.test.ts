import { describe, expect, it } from "vitest"
import { pathsOf } from "#tests/paths/paths.ts"
import { helpWalk } from "./help.walk.ts"

describe("the help", () => {
  it("opens at the page’s chapter without the words that were looked for before", () => {
    const { states, untaken } = pathsOf(helpWalk.machine, helpWalk)
    expect(untaken).toEqual([])
    const opened = states.filter((state) => state.matches("open") && state.context.chapter === "what-you-may-do")
    expect(opened.length).toBeGreaterThan(0)
  })
})

import { describe, expect, it } from "vitest"
import { testsNextTo } from "../../scripts/changed.ts"

describe("the tests next to a change", () => {
  it("are those that import it by a door, whatever their folder", () => {
    expect(testsNextTo(["server/outreach/templates/link.rule.ts"])).toContain(
      "tests/server/outreach/templates/link.rule.test.ts",
    )
  })

  it("are those that import it by a relative path", () => {
    expect(testsNextTo(["scripts/changed.ts"])).toEqual(["tests/tooling/changed.test.ts"])
  })

  it("are a changed test itself", () => {
    expect(testsNextTo(["tests/tooling/zone.test.ts"])).toEqual(["tests/tooling/zone.test.ts"])
  })

  it("leave out whole pages and processes, and what no test imports", () => {
    expect(testsNextTo(["tests/e2e/toasts.test.ts", "README.md"])).toEqual([])
  })
})

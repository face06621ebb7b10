import { describe, expect, it } from "vitest"
import { activityMachine, activityParams } from "#machines/administration/activity.machine.ts"
import { pathsOf } from "#tests/paths/paths.ts"
import { activityWalk } from "./activity.walk.ts"

describe("the log of activity", () => {
  it("asks for what its address says, and for nothing else", () => {
    const { states } = pathsOf(activityMachine, activityWalk)
    expect(new Set(states.map(({ context }) => JSON.stringify(activityParams(context.search))))).toEqual(
      new Set(["{}", '{"from":"2026-01-01"}']),
    )
    expect(activityParams({ section: "activity", sort: "x", actor: "7", kind: "" })).toEqual({ actor: "7" })
  })
})

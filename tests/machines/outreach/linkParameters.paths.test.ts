import { describe, expect, it } from "vitest"
import {
  linkParametersMachine,
  losesLinkParameter,
  type LinkParametersSnapshot,
} from "#machines/outreach/linkParameters.machine.ts"
import { after, pathsOf } from "#tests/paths/paths.ts"
import { sampleTemplate } from "#tests/support/outreachSamples.ts"
import { emptyParameter, linkParametersWalk } from "./linkParameters.walk.ts"

const walk = pathsOf(linkParametersMachine, linkParametersWalk)
const states = walk.states as unknown as ReadonlyArray<LinkParametersSnapshot>

describe("the chart of a link's parameters", () => {
  it("deletes only what was confirmed", () => {
    const begun = walk.paths.flatMap(({ events }) =>
      events.flatMap(({ type }, index) => (/\.remove$/.test(type) ? [events.slice(0, index)] : [])),
    )
    expect(begun.length).toBeGreaterThan(0)
    for (const before of begun) expect(before.map(({ type }) => type)).toContain("confirm.pressed")
  })

  it("previews what is being written, and only while it is", () => {
    const writing = states.filter((snapshot) => snapshot.matches({ doing: "writing" }))
    expect(writing.length).toBeGreaterThan(1)
    for (const snapshot of states) {
      expect(snapshot.context.draft !== null).toBe(snapshot.matches({ doing: "writing" }))
    }
  })

  it("leaves to where the person asked last", () => {
    const shown = { values: { ...emptyParameter, key: "who" }, initial: emptyParameter }
    const { context } = after(
      linkParametersMachine,
      [
        { type: "add.pressed", template: sampleTemplate },
        { type: "xstate.snapshot.form", snapshot: { context: shown } },
        { type: "leave.asked", to: "/sms" },
        { type: "leave.asked", to: "/report" },
        { type: "leave.confirmed" },
      ],
      linkParametersWalk.input,
    ) as unknown as LinkParametersSnapshot
    expect(context.leavingTo).toBe("/report")
  })

  it("asks before a parameter that was begun is lost, and never without one", () => {
    const asking = states.filter((snapshot) => snapshot.matches({ leaving: "asking" }))
    expect(asking.length).toBeGreaterThan(0)
    for (const snapshot of asking) expect(losesLinkParameter(snapshot)).toBe(true)
  })
})

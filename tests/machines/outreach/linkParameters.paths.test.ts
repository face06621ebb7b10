import { describe, expect, it } from "vitest"
import { linkParametersMachine, type LinkParametersSnapshot } from "#machines/outreach/linkParameters.machine.ts"
import { isLeft } from "#machines/session/form.machine.ts"
import { pathsOf } from "#tests/paths/paths.ts"
import { linkParametersWalk } from "./linkParameters.walk.ts"

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
      const isWritten = snapshot.matches({ doing: "writing" }) || snapshot.matches({ doing: "left" })
      expect(snapshot.context.draft !== null).toBe(isWritten)
    }
  })

  it("does nothing any more once its form was left", () => {
    const left = walk.paths.flatMap(({ steps }) => steps).filter(({ event }) => isLeft({ event }))
    expect(left.length).toBeGreaterThan(0)
    for (const { snapshot } of left) expect(snapshot.matches({ doing: "left" })).toBe(true)
  })
})

import { describe, expect, it } from "vitest"
import type { AnyEventObject } from "xstate"
import { linkParametersMachine, type LinkParametersSnapshot } from "#machines/outreach/linkParameters.machine.ts"
import type { CommandSnapshot } from "#machines/session/command.machine.ts"
import { isLeft } from "#machines/session/form.machine.ts"
import { after, pathsOf } from "#tests/paths/paths.ts"
import { sampleTemplate } from "#tests/support/outreachSamples.ts"
import { commandEnded } from "../session/command.walk.ts"
import { changed, linkParametersWalk, parameter, seenLink } from "./linkParameters.walk.ts"

const walk = pathsOf(linkParametersMachine, linkParametersWalk)
const states = walk.states as unknown as ReadonlyArray<LinkParametersSnapshot>
const at = (events: ReadonlyArray<AnyEventObject>) => after(linkParametersMachine, events, linkParametersWalk.input)

describe("the chart of a link's parameters", () => {
  it("asks before it leaves a parameter out, and moves one at once to the place that was pressed", () => {
    const commandAfter = (event: { readonly type: string; readonly parameter: object; readonly order?: number }) =>
      at([event]).children["command"]?.getSnapshot() as CommandSnapshot
    const deleting = commandAfter({ type: "delete.pressed", parameter })
    expect(deleting.matches({ asking: "ready" })).toBe(true)
    expect(deleting.context.subject).toBe(parameter)
    const moving = commandAfter({ type: "move.pressed", parameter, order: 2 })
    expect(moving.matches("running")).toBe(true)
    expect(moving.context.subject).toEqual({ ...parameter, order: 2 })
  })

  it.each([
    [
      "a command",
      [
        { type: "move.pressed", parameter, order: 2 },
        commandEnded({ verb: "move", subject: parameter, outcome: "done", seen: seenLink }),
      ],
    ],
    [
      "a saved parameter",
      [
        { type: "edit.pressed", parameter },
        { type: "xstate.done.actor.form", output: { discarded: false, value: {} }, actorId: "form" },
      ],
    ],
  ])("decides nothing on what the person's own change is older than: %s", (_, before) => {
    const pressing = (event: AnyEventObject) => at([...before, event]).value.doing as string
    expect(pressing({ type: "delete.pressed", parameter })).toBe("browsing")
    expect(pressing({ type: "delete.pressed", parameter: changed(parameter) })).toBe("acting")
    expect(
      pressing({ type: "add.pressed", template: { ...sampleTemplate, streamVersion: parameter.streamVersion } }),
    ).toBe("browsing")
    expect(pressing({ type: "add.pressed", template: changed(sampleTemplate) })).toBe("writing")
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

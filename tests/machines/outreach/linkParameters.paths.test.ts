import { describe, expect, it } from "vitest"
import type { AnyEventObject } from "xstate"
import { linkParametersMachine, type LinkParametersSnapshot } from "#machines/outreach/linkParameters.machine.ts"
import type { CommandSnapshot } from "#machines/session/command.machine.ts"
import type { LinkMove } from "#schemas/outreach/linkParameter.ts"
import { isLeft } from "#machines/session/form.machine.ts"
import { after, pathsOf } from "#tests/paths/paths.ts"
import { sampleTemplate } from "#tests/support/outreachSamples.ts"
import { commandEnded } from "../session/command.walk.ts"
import { changed, inItsPlace, linkParametersWalk, parameter, seenLink } from "./linkParameters.walk.ts"

const walk = pathsOf(linkParametersMachine, linkParametersWalk)
const states = walk.states as unknown as ReadonlyArray<LinkParametersSnapshot>
const at = (events: ReadonlyArray<AnyEventObject>) => after(linkParametersMachine, events, linkParametersWalk.input)

describe("the chart of a link's parameters", () => {
  it("asks before it leaves a parameter out, and moves one at once", () => {
    const commandAfter = (event: { readonly type: string; readonly parameter: object; readonly by?: number }) =>
      at([event]).children["command"]?.getSnapshot() as CommandSnapshot
    const deleting = commandAfter({ type: "delete.pressed", parameter })
    expect(deleting.matches({ asking: "ready" })).toBe(true)
    expect(deleting.context.subject).toBe(parameter)
    const moving = commandAfter({ type: "move.pressed", parameter, by: 1 })
    expect(moving.matches("running")).toBe(true)
    expect(moving.context.subject).toEqual({ ...parameter, by: 1, readFirst: null })
  })

  it("moves the same row again by a press that comes while it is moved, or after another came in its place", () => {
    const pressed = { type: "move.pressed", parameter, by: 1 }
    const done = commandEnded({
      verb: "move",
      subject: parameter,
      outcome: "done",
      answer: parameter.streamVersion + 1,
    })
    const onceMore = { ...pressed, parameter: inItsPlace }
    const movedBy = (events: ReadonlyArray<AnyEventObject>) => {
      const { children, context } = at(events) as unknown as LinkParametersSnapshot
      const subject = (children["command"]?.getSnapshot() as CommandSnapshot | undefined)?.context.subject
      return [
        (subject as LinkMove | undefined)?.primaryId,
        (subject as LinkMove | undefined)?.readFirst,
        context.moves.length,
      ]
    }
    const link = sampleTemplate.hashedId
    expect(movedBy([pressed, pressed])).toEqual([parameter.primaryId, null, 2])
    expect(movedBy([pressed, pressed, done])).toEqual([parameter.primaryId, link, 1])
    expect(movedBy([pressed, done, pressed])).toEqual([parameter.primaryId, link, 1])
    expect(movedBy([pressed, done, onceMore])).toEqual([parameter.primaryId, link, 1])
    // The other way, or after a while, it is the row itself that is meant.
    expect(movedBy([pressed, done, { ...onceMore, by: -1 }])).toEqual([inItsPlace.primaryId, null, 1])
    const later = { type: "xstate.after.secondPress.linkParameters.pointer.onNeighbour" }
    expect(movedBy([pressed, done, later, onceMore])).toEqual([inItsPlace.primaryId, null, 1])
    // What waits behind a move that was refused is not made.
    expect(movedBy([pressed, pressed, { ...done, output: { ...done.output, outcome: "refused" } }])).toEqual([
      undefined,
      undefined,
      0,
    ])
  })

  it.each([
    [
      "a command",
      [
        { type: "delete.pressed", parameter },
        commandEnded({ verb: "delete", subject: parameter, outcome: "done", seen: seenLink }),
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

import { describe, expect, it } from "vitest"
import { callFlowsMachine } from "#machines/outreach/callFlows.machine.ts"
import type { CommandSnapshot } from "#machines/session/command.machine.ts"
import { draftCallFlow, sampleCallFlow } from "#tests/support/callFlowSamples.ts"
import { after, pathsOf } from "#tests/paths/paths.ts"
import { commandEnded } from "../session/command.walk.ts"
import { callFlowsWalk, flowReadAgain, seenDraftFlow } from "./callFlows.walk.ts"

const walk = pathsOf(callFlowsMachine, callFlowsWalk)
const rung = { type: "call.happened", event: { type: "PersonAnswered" } }

describe("the call flows chart", () => {
  it("takes every transition", () => {
    expect(walk.untaken).toEqual([])
  })

  it("asks before it publishes, retires or deletes, about the very call flow that was pressed", () => {
    for (const [verb, flow] of [
      ["publish", draftCallFlow],
      ["retire", sampleCallFlow],
      ["delete", draftCallFlow],
    ] as const) {
      const acting = after(callFlowsMachine, [{ type: `${verb}.pressed`, flow }], callFlowsWalk.input)
      const command = acting.children["command"]?.getSnapshot() as CommandSnapshot
      expect([command.value, command.context.verb, command.context.subject]).toEqual([{ asking: "ready" }, verb, flow])
      expect(command.context.question?.title).toBe(`callFlow.${verb}.title`)
    }
  })

  it("lets the next action wait until the call flow is read again", () => {
    const published = [
      { type: "publish.pressed", flow: draftCallFlow },
      commandEnded({ verb: "publish", subject: draftCallFlow, outcome: "done", seen: seenDraftFlow }),
    ]
    const pressing = (flow: object) =>
      after(callFlowsMachine, [...published, { type: "delete.pressed", flow }], callFlowsWalk.input).value
    expect(pressing(draftCallFlow)).toMatchObject({ deed: "none" })
    expect(pressing(flowReadAgain)).toMatchObject({ deed: "acting" })
  })

  it("keeps what happened in the call that is tried until it starts again, or another call flow is shown", () => {
    const tried = (...more: ReadonlyArray<{ readonly type: string }>) =>
      after(callFlowsMachine, [rung, ...more], callFlowsWalk.input).context.tried
    expect(tried()).toEqual([rung.event])
    expect(tried({ type: "call.restarted" })).toEqual([])
    const turned = (id: string) => tried({ type: "url.changed", search: { id, tab: "try" } } as never)
    expect(turned(draftCallFlow.hashedId)).toEqual([rung.event])
    expect(turned(sampleCallFlow.hashedId)).toEqual([])
  })

  it("shows the call flow that the address names in place of the list, and the list again without it", () => {
    const named = (search: object) => [{ type: "url.changed", search }]
    expect(after(callFlowsMachine, [], callFlowsWalk.input).value).toMatchObject({ place: "flow" })
    expect(after(callFlowsMachine, named({}), callFlowsWalk.input).value).toMatchObject({ place: "list" })
  })
})

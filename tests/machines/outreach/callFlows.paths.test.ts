import { describe, expect, it } from "vitest"
import type { CallEvent } from "#machines/lifecycles/calls/callFlow.chart.ts"
import { callFlowsMachine } from "#machines/outreach/callFlows.machine.ts"
import type { CommandSnapshot } from "#machines/session/command.machine.ts"
import type { FormSnapshot } from "#machines/session/form.machine.ts"
import type { Ivr } from "#schemas/outreach/ivr.ts"
import { draftCallFlow, heardPrompt, keptOptOut, sampleCallFlow, slowVoice } from "#tests/support/callFlowSamples.ts"
import { after, pathsOf } from "#tests/paths/paths.ts"
import { stale } from "./templates.walk.ts"
import { commandEnded } from "../session/command.walk.ts"
import { callFlowsWalk, flowReadAgain, onTrial, seenDraftFlow, unanswered } from "./callFlows.walk.ts"

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

  it("shows a kept test in the trial, until the call starts again or another call flow is shown", () => {
    const run = { type: "test.run", test: keptOptOut }
    const { tried, ran } = after(callFlowsMachine, [run], onTrial).context
    expect([tried.map(({ type }: CallEvent) => type), ran]).toEqual([
      ["PersonAnswered", "StepFinished", "KeyPressed", "StepFinished", "StepFinished"],
      keptOptOut.testId,
    ])
    const again = after(callFlowsMachine, [run, { type: "call.restarted" }], onTrial).context
    expect([again.tried, again.ran]).toEqual([[], null])
    const other = { type: "url.changed", search: { id: sampleCallFlow.hashedId, tab: "try" } }
    expect(after(callFlowsMachine, [run, other], onTrial).context.ran).toBeNull()
  })

  it("names a call that is kept, with what it leads to, until the trial is left or starts again", () => {
    const keep = { type: "keep.pressed", flow: draftCallFlow, name: "No one answered", happened: unanswered }
    const naming = after(callFlowsMachine, [keep], onTrial)
    expect(naming.value).toMatchObject({ keeping: "naming" })
    expect((naming.children["form"]?.getSnapshot() as FormSnapshot | undefined)?.context.values).toMatchObject({
      ...{ hashedId: draftCallFlow.hashedId, streamVersion: draftCallFlow.streamVersion },
      ...{ name: "No one answered", happened: unanswered, end: "notAnswered" },
    })
    for (const event of [
      { type: "call.restarted" },
      { type: "test.run", test: keptOptOut },
      { type: "url.changed", search: { id: draftCallFlow.hashedId } },
      { type: "url.changed", search: { id: sampleCallFlow.hashedId, tab: "try" } },
    ]) {
      const gone = after(callFlowsMachine, [keep, event], onTrial)
      expect([gone.value, gone.context.kept]).toMatchObject([{ keeping: "none" }, null])
    }
  })

  it("lets the next action wait until a kept test is read, and asks before one is removed", () => {
    const keep = { type: "keep.pressed", flow: draftCallFlow, name: "No one answered", happened: unanswered }
    const saved = {
      type: "xstate.done.actor.form",
      actorId: "form",
      output: { discarded: false, left: null, value: {} },
    }
    const remove = (flow: object) => ({ type: "test.remove.pressed", flow, test: keptOptOut })
    const pressing = (flow: object) => after(callFlowsMachine, [keep, saved, remove(flow)], onTrial)
    expect(pressing(draftCallFlow).value).toMatchObject({ deed: "none" })
    const asked = pressing(flowReadAgain).children["command"]?.getSnapshot() as CommandSnapshot
    expect([asked.value, asked.context.question?.text]).toEqual([
      { asking: "ready" },
      [{ word: "callFlow.test.remove.text", values: { name: keptOptOut.name } }],
    ])
  })

  it("names the kept tests that fail before it publishes", () => {
    const failing = ["A", "B", "C", "D"].map((name, place) => ({ ...keptOptOut, testId: place + 2, name, passed: [1] }))
    const questionOf = (tests: Ivr["tests"]) => {
      const flow = { ...sampleCallFlow, tests }
      const command = after(callFlowsMachine, [{ type: "publish.pressed", flow }], callFlowsWalk.input).children[
        "command"
      ]
      return (command?.getSnapshot() as CommandSnapshot | undefined)?.context.question?.text.slice(1)
    }
    expect(questionOf([keptOptOut])).toEqual([])
    expect(questionOf([keptOptOut, ...failing])).toEqual([
      { word: "callFlow.publish.failing", values: { count: 4, names: "“A”, “B”, “C”", more: 1 } },
    ])
  })

  describe("with the sound of the trial on", () => {
    const hello = { _tag: "Speech", text: "Hello." }
    const menu = { _tag: "Speech", text: "Press 1." }
    const on = { type: "sound.switched", heard: [], voice: slowVoice }
    const answered = {
      type: "call.happened",
      event: { type: "PersonAnswered" },
      heard: [hello, null, menu],
      voice: slowVoice,
    }
    const made = { type: "xstate.done.actor.hear", actorId: "hear", output: heardPrompt }
    const ended = { type: "player.ended" }
    const heard = (...events: ReadonlyArray<{ readonly type: string }>) =>
      after(callFlowsMachine, [on, ...events], onTrial)
    const hearing = ({ children }: ReturnType<typeof heard>) =>
      (children["hear"]?.getSnapshot() as { readonly input: unknown } | undefined)?.input

    it("says one prompt after the other by the call flow's voice, and goes on where a step ends by itself", () => {
      const first = heard(answered)
      expect(first.value).toMatchObject({ sound: { on: { speaking: "making" } } })
      expect(hearing(first)).toEqual({ prompt: hello, voice: slowVoice })
      const played = heard(answered, made)
      expect([played.value, played.context.sound]).toMatchObject([
        { sound: { on: { speaking: "playing" } } },
        heardPrompt,
      ])
      const second = heard(answered, made, ended)
      expect(second.context.tried.map(({ type }: CallEvent) => type)).toEqual(["PersonAnswered", "StepFinished"])
      expect(hearing(second)).toEqual({ prompt: menu, voice: slowVoice })
      expect(heard(answered, made, ended, made, ended).value).toMatchObject({ sound: { on: "quiet" } })
    })

    it("stops at a key, where the trial starts again or is left, and where it is turned off", () => {
      const key = { type: "call.happened", event: { type: "KeyPressed", key: "9" }, heard: [], voice: undefined }
      for (const event of [
        key,
        { type: "call.restarted" },
        { type: "url.changed", search: { id: draftCallFlow.hashedId } },
      ])
        for (const before of [[answered], [answered, made]]) {
          const stopped = heard(...before, event as never)
          expect(stopped.value).toMatchObject({ sound: { on: "quiet" } })
          expect(["hear", "player"].filter((id) => stopped.children[id] !== undefined)).toEqual([])
        }
      const other = { type: "url.changed", search: { id: sampleCallFlow.hashedId, tab: "try" } }
      expect(heard(answered, made, other as never).value).toMatchObject({ sound: { on: "quiet" } })
      expect(heard(answered, made, on).value).toMatchObject({ sound: "off" })
    })

    it("goes on without it where a sound is not made or not played, and tries again at what happens next", () => {
      const error = { type: "xstate.error.actor.hear", actorId: "hear", error: stale }
      const unmade = heard(answered, error as never)
      expect([unmade.value, unmade.context.soundProblem]).toMatchObject([{ sound: { on: "failed" } }, stale])
      expect(unmade.context.tried).toHaveLength(1)
      const unplayed = heard(answered, made, { type: "player.failed" })
      expect([unplayed.value, unplayed.context.soundProblem]).toMatchObject([{ sound: { on: "failed" } }, null])
      expect(heard(answered, error as never, answered).value).toMatchObject({ sound: { on: { speaking: "making" } } })
    })
  })

  it("shows the call flow that the address names in place of the list, and the list again without it", () => {
    const named = (search: object) => [{ type: "url.changed", search }]
    expect(after(callFlowsMachine, [], callFlowsWalk.input).value).toMatchObject({ place: "flow" })
    expect(after(callFlowsMachine, named({}), callFlowsWalk.input).value).toMatchObject({ place: "list" })
  })
})

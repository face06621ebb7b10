import { describe, expect, it } from "vitest"
import type { AnyActorRef, AnyEventObject } from "xstate"
import {
  responseFileEditorMachine,
  type ResponseFileEditorSnapshot,
} from "#machines/outreach/responseFileEditor.machine.ts"
import type { CommandSnapshot } from "#machines/session/command.machine.ts"
import { isLeft } from "#machines/session/form.machine.ts"
import { notFound, problem, type Problem } from "#schemas/problem.ts"
import { after, pathsOf } from "#tests/paths/paths.ts"
import { sampleLayout } from "#tests/support/outreachSamples.ts"
import { commandEnded } from "../session/command.walk.ts"
import { responseFileEditorWalk, shows } from "./responseFileEditor.walk.ts"

const walk = pathsOf(responseFileEditorMachine, responseFileEditorWalk)

const snapshotAfter = (...events: ReadonlyArray<AnyEventObject>) =>
  after(responseFileEditorMachine, events, responseFileEditorWalk.input) as unknown as ResponseFileEditorSnapshot

describe("the chart of a response file", () => {
  it("asks before it deletes, and says so when what was not saved goes too", () => {
    const opened = { type: "xstate.done.actor.open", output: sampleLayout }
    const wordsAfter = (...events: ReadonlyArray<AnyEventObject>) => {
      const { children } = snapshotAfter(opened, ...events, { type: "delete.pressed" })
      const command = (children as { readonly command?: AnyActorRef }).command?.getSnapshot() as CommandSnapshot
      expect(command.value).toEqual({ asking: "ready" })
      return command.context.question?.text.map(({ word }) => word)
    }
    expect(wordsAfter()).toEqual(["response.delete.text"])
    const changed = wordsAfter(shows({ ...sampleLayout, fileName: "Results" }))
    expect(changed).toEqual(["response.delete.text", "response.delete.unsaved"])
  })

  it("reads the file again, and says why, when someone changed it before it was deleted", () => {
    const refusedFor = (error: Problem) =>
      snapshotAfter(
        { type: "xstate.done.actor.open", output: sampleLayout },
        { type: "delete.pressed" },
        commandEnded({ verb: "delete", subject: sampleLayout, outcome: "refused", problem: error }),
      )
    const stale = refusedFor(problem("StaleVersion", "Someone changed this first."))
    expect(stale.value).toBe("opening")
    expect(stale.context.problem?.problem).toBe("StaleVersion")
    expect(refusedFor(notFound()).matches({ designing: { doing: "still" } })).toBe(true)
  })

  it("ends as left when its form was left", () => {
    const left = walk.paths.flatMap(({ steps }) => steps).filter(({ event }) => isLeft({ event }))
    expect(left.length).toBeGreaterThan(0)
    for (const { snapshot } of left) expect([snapshot.status, snapshot.value]).toEqual(["done", "left"])
  })
})

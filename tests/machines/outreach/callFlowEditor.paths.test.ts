import { describe, expect, it } from "vitest"
import { createActor, fromCallback, fromPromise, waitFor, type ActorRefFrom } from "xstate"
import { promptAt, withoutStep } from "#machines/outreach/callFlowDraft.ts"
import { callFlowEditorMachine, type CallFlowValues } from "#machines/outreach/callFlowEditor.machine.ts"
import { formMachine, isLeft } from "#machines/session/form.machine.ts"
import type { PageInput } from "#machines/session/page.ts"
import type { Sound } from "#schemas/outreach/sound.ts"
import {
  heardPrompt,
  newCallFlowValues,
  ownRecording,
  unfitSound,
  uploadedSound,
} from "#tests/support/callFlowSamples.ts"
import { unreachable } from "#schemas/session/problems.ts"
import { after, pathsOf } from "#tests/paths/paths.ts"
import { formShows } from "../session/form.walk.ts"
import { callFlowEditorWalk, otherGreeting, otherVoice } from "./callFlowEditor.walk.ts"

const walk = pathsOf(callFlowEditorMachine, callFlowEditorWalk)
const opened = { type: "xstate.done.actor.open", output: newCallFlowValues }

describe("the chart of the call flow editor", () => {
  it("takes every transition", () => {
    expect(walk.untaken).toEqual([])
  })

  it("opens the first step, and one that is chosen in its place", () => {
    const stepId = (...more: ReadonlyArray<object>) =>
      after(callFlowEditorMachine, [opened, ...(more as never[])], callFlowEditorWalk.input).context.stepId
    expect(stepId()).toBe(1)
    expect(stepId({ type: "step.chosen", stepId: 2 })).toBe(2)
    expect(stepId({ type: "step.chosen", stepId: null })).toBeNull()
  })

  it("puts a recording in its place, also once another step was opened, and keeps what was written meanwhile", async () => {
    const taken = Promise.withResolvers<Sound>()
    const editor = createActor(
      callFlowEditorMachine.provide({
        actors: { open: fromPromise(async () => newCallFlowValues), take: fromPromise(() => taken.promise) },
      }),
      { input: callFlowEditorWalk.input as PageInput },
    ).start()
    await waitFor(editor, (snapshot) => snapshot.matches("writing"))
    editor.send({ type: "recording.chosen", place: 1, file: new File([], "greeting.wav") })
    editor.send({ type: "step.chosen", stepId: 2 })
    const form = editor.getSnapshot().children["form"] as ActorRefFrom<typeof formMachine>
    form.send({ type: "field.changed", field: "name", value: "Flu call" })
    taken.resolve(uploadedSound)
    await waitFor(editor, (snapshot) => snapshot.matches({ writing: "quiet" }))
    const { name, flow } = form.getSnapshot().context.values as unknown as CallFlowValues
    expect([name, promptAt(flow, 1)]).toEqual(["Flu call", { _tag: "Recording", sound: uploadedSound.hashedId }])
    expect(promptAt(flow, 2)).toBeUndefined()
  })

  it("ends a recording by itself when it is longest, and takes the file that the microphone made", () => {
    const at = (...events: ReadonlyArray<object>) =>
      after(callFlowEditorMachine, [opened, ...(events as never[])], callFlowEditorWalk.input)
    const begun = [{ type: "record.pressed", place: 1 }, { type: "recorder.started" }]
    const ticked = (seconds: number) => ({ type: "recorder.ticked", seconds })
    const ended = { type: "recorder.ended", own: ownRecording }
    expect(at(...begun, ticked(119)).value).toEqual({ writing: { microphone: "recording" } })
    expect(at(...begun, ticked(120)).value).toEqual({ writing: { microphone: "finishing" } })
    const taken = at(...begun, ticked(120), ended, { type: "use.pressed" })
    expect([taken.value, taken.context.recording, taken.context.place]).toEqual([
      { writing: "taking" },
      ownRecording.file,
      1,
    ])
  })

  it("gives the microphone back when another step is opened or it is left, and keeps what waits to be used", () => {
    const released: Array<string> = []
    const run = (...events: ReadonlyArray<object>) => {
      const editor = createActor(
        callFlowEditorMachine.provide({
          actors: {
            open: fromPromise(() => new Promise<CallFlowValues>(() => undefined)),
            recorder: fromCallback(() => () => void released.push("released")),
          },
        }),
        { input: callFlowEditorWalk.input as PageInput },
      ).start()
      for (const event of [opened, { type: "record.pressed", place: 1 }, ...events]) editor.send(event as never)
      return editor
    }
    const began = { type: "recorder.started" }
    run(began, { type: "step.chosen", stepId: 2 })
    expect(released).toHaveLength(1)
    run(began).stop()
    expect(released).toHaveLength(2)
    const kept = run(began, { type: "recorder.ended", own: ownRecording }, { type: "step.chosen", stepId: 2 })
    expect(kept.getSnapshot().context).toMatchObject({ own: ownRecording, place: 1, stepId: 2 })
    expect(released).toHaveLength(2)
    kept.send({ type: "discard.pressed" })
    expect([released.length, kept.getSnapshot().context.own]).toEqual([3, null])
  })

  it("lets a prompt be heard no longer once its text is another one", () => {
    const heard = [
      opened,
      { type: "hear.pressed", place: 1, prompt: { _tag: "Speech", text: "Hello." } },
      { type: "xstate.done.actor.hear", output: heardPrompt },
    ]
    const afterForm = (values: object) =>
      after(callFlowEditorMachine, [...heard, formShows(values)] as never[], callFlowEditorWalk.input)
    expect(afterForm({ ...newCallFlowValues, name: "Flu call" }).context.heard).toEqual(heardPrompt)
    const other = afterForm({ ...newCallFlowValues, flow: otherGreeting })
    expect([other.value, other.context.heard]).toEqual([{ writing: "quiet" }, null])
    const spoken = afterForm({ ...newCallFlowValues, flow: otherVoice })
    expect([spoken.value, spoken.context.heard]).toEqual([{ writing: "quiet" }, null])
  })

  it("keeps a recording that could not be uploaded, and uploads it again; one that is no sound is not offered again", () => {
    const at = (...events: ReadonlyArray<object>) =>
      after(callFlowEditorMachine, [opened, ...(events as never[])], callFlowEditorWalk.input)
    const own = [
      ...[{ type: "record.pressed", place: 1 }, { type: "recorder.started" }, { type: "stop.pressed" }],
      ...[{ type: "recorder.ended", own: ownRecording }, { type: "use.pressed" }],
    ]
    const lost = [...own, { type: "xstate.error.actor.take", error: unreachable() }]
    expect([at(...lost).value, at(...lost).context.recording]).toEqual([{ writing: "notTaken" }, ownRecording.file])
    const gone = at(...lost, formShows({ ...newCallFlowValues, flow: withoutStep(newCallFlowValues.flow, 1) }))
    expect([gone.value, gone.context.recording]).toEqual([{ writing: "quiet" }, null])
    expect(at(...lost, { type: "discard.pressed" }).context.recording).toBeNull()
    const retried = at(...lost, { type: "step.chosen", stepId: 2 }, { type: "upload.pressed" })
    expect([retried.value, retried.context.recording, retried.context.soundProblem]).toEqual([
      { writing: "taking" },
      ownRecording.file,
      null,
    ])
    const unfit = [...own, { type: "xstate.error.actor.take", error: unfitSound }, { type: "upload.pressed" }]
    expect(at(...unfit).value).toEqual({ writing: "failed" })
  })

  it("hears a prompt by the voice that is chosen", async () => {
    const heard: Array<unknown> = []
    const editor = createActor(
      callFlowEditorMachine.provide({
        actors: {
          open: fromPromise(async () => ({ ...newCallFlowValues, flow: otherVoice })),
          hear: fromPromise(async ({ input }) => {
            heard.push(input)
            return heardPrompt
          }),
        },
      }),
      { input: callFlowEditorWalk.input as PageInput },
    ).start()
    const prompt = { _tag: "Speech", text: "Hello." } as const
    await waitFor(editor, (snapshot) => snapshot.matches("writing"))
    editor.send({ type: "hear.pressed", place: 1, prompt })
    expect(heard).toEqual([{ prompt, voice: otherVoice.voice }])
    editor.stop()
  })

  it("ends as left when its form was left", () => {
    const left = walk.paths.flatMap(({ steps }) => steps).filter(({ event }) => isLeft({ event }))
    expect(left.length).toBeGreaterThan(0)
    for (const { snapshot } of left) expect([snapshot.status, snapshot.value]).toEqual(["done", "left"])
  })
})

import { mostRecordedSeconds, withoutStep, withPrompt } from "#machines/outreach/callFlowDraft.ts"
import { callFlowEditorMachine } from "#machines/outreach/callFlowEditor.machine.ts"
import type { CallFlow } from "#schemas/outreach/callFlow.ts"
import { unreachable } from "#schemas/session/problems.ts"
import {
  draftCallFlow,
  heardPrompt,
  newCallFlowValues,
  ownRecording,
  slowVoice,
  unfitSound,
  uploadedSound,
} from "#tests/support/callFlowSamples.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { formShows, leftForm } from "../session/form.walk.ts"

/** The new call flow with another text in its first step. */
export const otherGreeting = withPrompt(newCallFlowValues.flow, 1, { _tag: "Speech", text: "Good morning." })

/** The new call flow by a voice. */
export const otherVoice: CallFlow = { ...newCallFlowValues.flow, voice: slowVoice }

/** The new call flow without its first step. */
const withoutGreeting = withoutStep(newCallFlowValues.flow, 1)

/** Everything that can happen in the editor of a call flow. */
export const callFlowEditorWalk: ChartWalk = {
  machine: callFlowEditorMachine,
  input: { search: { new: "" } },
  events: [
    formShows(newCallFlowValues),
    formShows({ ...newCallFlowValues, name: "Flu call" }),
    formShows({ ...newCallFlowValues, flow: otherGreeting }),
    formShows({ ...newCallFlowValues, flow: otherVoice }),
    { type: "step.chosen", stepId: 2 },
    { type: "step.chosen", stepId: null },
    { type: "retry.pressed" },
    { type: "hear.pressed", place: 1, prompt: { _tag: "Speech", text: "Hello." } },
    { type: "recording.chosen", place: 1, file: new File([], "greeting.wav") },
    formShows({ ...newCallFlowValues, flow: withoutGreeting }),
    { type: "upload.pressed" },
    { type: "record.pressed", place: 1 },
    { type: "recorder.started" },
    { type: "recorder.ticked", seconds: 1 },
    { type: "recorder.ticked", seconds: mostRecordedSeconds },
    { type: "recorder.ended", own: ownRecording },
    { type: "recorder.failed", fault: "refused" },
    { type: "stop.pressed" },
    { type: "use.pressed" },
    { type: "discard.pressed" },
  ],
  outcomes: {
    open: [{ output: newCallFlowValues }, { error: unreachable() }],
    hear: [{ output: heardPrompt }, { error: unreachable() }],
    take: [{ output: uploadedSound }, { error: unreachable() }, { error: unfitSound }],
    form: [{ output: { discarded: false, value: draftCallFlow } }, leftForm],
  },
  // The recorder speaks as long as it has the microphone.
  allows: (snapshot, { type }) => !type.startsWith("recorder.") || snapshot.matches({ writing: "microphone" }),
  key: ({ context: { values, stepId, place, heard, recording, seconds, own, fault, soundProblem } }) => [
    ...[values, stepId, place, heard, recording, seconds, own, fault, soundProblem],
  ],
}

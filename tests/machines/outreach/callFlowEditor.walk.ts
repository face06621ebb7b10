import { withPrompt } from "#machines/outreach/callFlowDraft.ts"
import { callFlowEditorMachine } from "#machines/outreach/callFlowEditor.machine.ts"
import type { CallFlow } from "#schemas/outreach/callFlow.ts"
import { unreachable } from "#schemas/session/problems.ts"
import {
  draftCallFlow,
  heardPrompt,
  newCallFlowValues,
  slowVoice,
  uploadedSound,
} from "#tests/support/callFlowSamples.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { formShows, leftForm } from "../session/form.walk.ts"

/** The new call flow with another text in its first step. */
export const otherGreeting = withPrompt(newCallFlowValues.flow, 1, { _tag: "Speech", text: "Good morning." })

/** The new call flow by a voice. */
export const otherVoice: CallFlow = { ...newCallFlowValues.flow, voice: slowVoice }

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
  ],
  outcomes: {
    open: [{ output: newCallFlowValues }, { error: unreachable() }],
    hear: [{ output: heardPrompt }, { error: unreachable() }],
    take: [{ output: uploadedSound }, { error: unreachable() }],
    form: [{ output: { discarded: false, value: draftCallFlow } }, leftForm],
  },
  key: ({ context }) => [
    context.values,
    context.stepId,
    context.place,
    context.heard,
    context.recording,
    context.soundProblem,
  ],
}

import { recordingMachine } from "#machines/outreach/recording.machine.ts"
import { unreachable } from "#schemas/session/problems.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { heardPrompt } from "#tests/support/callFlowSamples.ts"
import { sampleRecording } from "#tests/support/outreachSamples.ts"

/** Everything that can happen while a recording is heard. */
export const recordingWalk: ChartWalk = {
  machine: recordingMachine,
  input: { search: { recording: sampleRecording.recordingId } },
  events: [{ type: "retry.pressed" }],
  outcomes: {
    fetch: [{ output: { detail: sampleRecording, address: heardPrompt.address } }, { error: unreachable() }],
  },
  key: ({ value }) => [value],
}

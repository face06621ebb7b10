import { callFlowEditorMachine } from "#machines/outreach/callFlowEditor.machine.ts"
import { unreachable } from "#schemas/session/problems.ts"
import { draftCallFlow, newCallFlowValues } from "#tests/support/callFlowSamples.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { leftForm } from "../session/form.walk.ts"

/** Everything that can happen in the editor of a call flow. */
export const callFlowEditorWalk: ChartWalk = {
  machine: callFlowEditorMachine,
  input: { search: { new: "" } },
  events: [{ type: "step.chosen", stepId: 2 }, { type: "step.chosen", stepId: null }, { type: "retry.pressed" }],
  outcomes: {
    open: [{ output: newCallFlowValues }, { error: unreachable() }],
    form: [{ output: { discarded: false, value: draftCallFlow } }, leftForm],
  },
  key: ({ context }) => [context.values, context.stepId],
}

import { savedViewEditorMachine } from "#machines/reporting/savedViewEditor.machine.ts"
import { unreachable } from "#schemas/session/problems.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { sampleSavedView, sampleViewValues } from "#tests/support/savedViewSamples.ts"
import { leftForm } from "../session/form.walk.ts"

/** Everything that can happen in the form of a saved view. */
export const savedViewEditorWalk: ChartWalk = {
  machine: savedViewEditorMachine,
  input: { search: { tab: "saved", edit: sampleSavedView.hashedId } },
  events: [{ type: "retry.pressed" }],
  outcomes: {
    open: [{ output: sampleViewValues }, { error: unreachable() }],
    form: [{ output: { discarded: false, value: sampleSavedView } }, leftForm],
  },
  key: ({ context }) => [context.opened],
}

import { outreachRunEditorMachine } from "#machines/scheduling/outreachRunEditor.machine.ts"
import { unreachable } from "#schemas/session/problems.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { openedRun, sampleRun } from "#tests/support/outreachRunSamples.ts"
import { formShows, leftForm } from "../session/form.walk.ts"

/** Everything that can happen in the editor of an outreach run. */
export const outreachRunEditorWalk: ChartWalk = {
  machine: outreachRunEditorMachine,
  input: { search: { view: "runs", edit: sampleRun.hashedId } },
  events: [{ type: "retry.pressed" }, formShows({ ...openedRun.values, interval: 2 })],
  outcomes: {
    open: [{ output: openedRun }, { error: unreachable() }],
    form: [{ output: { discarded: false, value: sampleRun } }, leftForm],
  },
  key: ({ context }) => [context.opened],
}

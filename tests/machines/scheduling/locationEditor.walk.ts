import { locationEditorMachine } from "#machines/scheduling/locationEditor.machine.ts"
import { unreachable } from "#schemas/session/problems.ts"
import { sampleLocation, sampleLocationValues } from "#tests/support/locationSamples.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { leftForm } from "../session/form.walk.ts"

/** Everything that can happen in the editor of a location. */
export const locationEditorWalk: ChartWalk = {
  machine: locationEditorMachine,
  input: { search: { edit: sampleLocation.hashedId } },
  events: [{ type: "retry.pressed" }],
  outcomes: {
    open: [{ output: sampleLocationValues }, { error: unreachable() }],
    form: [{ output: { discarded: false, value: sampleLocation } }, leftForm],
  },
  key: ({ context }) => [context.opened],
}

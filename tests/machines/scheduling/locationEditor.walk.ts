import { locationEditorMachine, type LocationValues } from "#machines/scheduling/locationEditor.machine.ts"
import { unreachable } from "#schemas/session/problems.ts"
import { newLocationValues, sampleLocation } from "#tests/support/locationSamples.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { formShows, leftForm } from "../session/form.walk.ts"

const shows = (changed: Partial<LocationValues>) => formShows({ ...newLocationValues, ...changed })

/** Everything that can happen in the editor of a location. */
export const locationEditorWalk: ChartWalk = {
  machine: locationEditorMachine,
  input: { search: { new: "" } },
  events: [
    { type: "retry.pressed" },
    shows({ zip: "0410" }),
    shows({ zip: "04101" }),
    shows({ zip: "00000" }),
    shows({ zip: "04101", timezone: "America/Chicago" }),
  ],
  outcomes: {
    open: [{ output: newLocationValues }, { error: unreachable() }],
    zone: [{ output: "America/New_York" }, { output: null }, { error: unreachable() }],
    form: [{ output: { discarded: false, value: sampleLocation } }, leftForm],
  },
  key: ({ context }) => [context.opened, context.given, context.zip, context.zoneOf],
}

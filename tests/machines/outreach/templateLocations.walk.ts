import { templateLocationsMachine } from "#machines/outreach/templateLocations.machine.ts"
import { unreachable } from "#schemas/session/problems.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { sampleTemplateLocations } from "#tests/support/mappingSamples.ts"
import { leftForm } from "../session/form.walk.ts"

/** Everything that can happen while the locations of a template are chosen. */
export const templateLocationsWalk: ChartWalk = {
  machine: templateLocationsMachine,
  input: { search: { id: sampleTemplateLocations.temphashedId, tab: "locations" } },
  events: [{ type: "retry.pressed" }],
  outcomes: {
    open: [{ output: sampleTemplateLocations }, { error: unreachable() }],
    form: [{ output: { discarded: false, value: sampleTemplateLocations } }, leftForm],
  },
  key: ({ context }) => [context.opened],
}

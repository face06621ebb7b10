import { appointmentTextsMachine } from "#machines/scheduling/appointmentTexts.machine.ts"
import { unreachable } from "#schemas/session/problems.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { noTexts, sampleTexts } from "#tests/support/textSamples.ts"
import { leftForm } from "../session/form.walk.ts"

/** Everything that can happen while the texts about appointments are set up. */
export const appointmentTextsWalk: ChartWalk = {
  machine: appointmentTextsMachine,
  input: { search: { view: "texts" } },
  events: [{ type: "retry.pressed" }, { type: "begin.pressed" }],
  outcomes: {
    open: [{ output: sampleTexts }, { output: noTexts }, { error: unreachable() }],
    form: [{ output: { discarded: false, value: sampleTexts } }, leftForm],
  },
  key: ({ context }) => [context.opened],
}

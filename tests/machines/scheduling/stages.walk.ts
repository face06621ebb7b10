import { stagesMachine } from "#machines/scheduling/stages.machine.ts"
import { unreachable } from "#schemas/session/problems.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { sampleStages } from "#tests/support/bookingSamples.ts"
import { leftForm } from "../session/form.walk.ts"

/** What the form of two stages opens with. */
export const sampleStagesValues = { streamVersion: sampleStages.version, stages: sampleStages.stages }

/** Everything that can happen while the stages are edited. */
export const stagesWalk: ChartWalk = {
  machine: stagesMachine,
  input: { search: { view: "stages" } },
  events: [{ type: "retry.pressed" }],
  outcomes: {
    open: [{ output: sampleStagesValues }, { error: unreachable() }],
    form: [{ output: { discarded: false, value: sampleStages } }, leftForm],
  },
  key: ({ context }) => [context.opened],
}

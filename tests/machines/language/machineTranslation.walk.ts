import { machineTranslationMachine } from "#machines/language/machineTranslation.machine.ts"
import { unreachable } from "#schemas/session/problems.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { lastMachine, sampleMachine } from "#tests/support/translationSamples.ts"

/** Everything that can happen while what is missing is translated by machine. */
export const machineTranslationWalk: ChartWalk = {
  machine: machineTranslationMachine,
  input: { search: { machine: "" } },
  events: [
    { type: "language.changed", language: "ar" },
    { type: "start.pressed", language: "es" },
    { type: "stop.pressed" },
    { type: "goOn.pressed" },
    { type: "again.pressed" },
  ],
  outcomes: { translate: [{ output: sampleMachine }, { output: lastMachine }, { error: unreachable() }] },
  key: ({ context: { language, left, isStopping, problem } }) => [language, left, isStopping, problem?.problem],
}

import { translationFilesMachine } from "#machines/language/translationFiles.machine.ts"
import { problem } from "#schemas/problem.ts"
import { unreachable } from "#schemas/session/problems.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { doneTranslationFile, idleTranslationFile, sampleTranslationFile } from "#tests/support/translationSamples.ts"
import { exportEnded } from "../session/export.walk.ts"

/** Why a file is refused whole. */
export const noColumns = problem("Invalid", "The file has no column “Id”.")

const kind = { texts: "open", fileType: "csv" } as const

/** Everything that can happen to texts that go out and come back as files. */
export const translationFilesWalk: ChartWalk = {
  machine: translationFilesMachine,
  input: { search: { files: "" } },
  events: [
    { type: "choice.changed", choice: { ...kind, language: null } },
    { type: "export.pressed", request: { ...kind, language: "es" } },
    { type: "file.chosen", file: { name: "es.xlf" } },
    { type: "import.pressed" },
    { type: "again.pressed" },
  ],
  outcomes: {
    ...exportEnded,
    check: [{ output: sampleTranslationFile }, { output: idleTranslationFile }, { error: noColumns }],
    import: [{ output: doneTranslationFile }, { error: unreachable() }],
  },
  key: ({ context: { choice, check, problem: why } }) => [choice, check, why?.problem],
}

import { userFileMachine, type UserFileResult } from "#machines/administration/userFile.machine.ts"
import { problem } from "#schemas/problem.ts"
import { unreachable } from "#schemas/session/problems.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { doneUserFile, sampleUserFile } from "#tests/support/userFileSamples.ts"

/** Why a file is refused whole, and a row of it. */
export const unknownColumn = problem("Invalid", "The column “Shoe size” is not known.")
export const takenMeanwhile = problem("AlreadyExists", "Someone signs in with this e-mail address already.")

/** Everything that can happen to a file of users. */
export const userFileWalk: ChartWalk = {
  machine: userFileMachine,
  input: { search: { import: "" } },
  events: [
    { type: "template.pressed" },
    { type: "file.chosen", file: { name: "people.csv" } },
    { type: "import.pressed" },
    { type: "stop.pressed" },
    { type: "refused.pressed" },
    { type: "again.pressed" },
    { type: "leave.asked", to: "/dashboard" },
    { type: "leave.confirmed" },
    { type: "leave.cancelled" },
  ],
  outcomes: {
    check: [{ output: sampleUserFile }, { output: doneUserFile }, { error: unknownColumn }],
    run: [{ output: undefined }, { error: takenMeanwhile }, { error: unreachable() }],
  },
  key: ({ context: { check, problem: why, left, results, isStopping, leavingTo } }) => [
    check?.rows.length,
    why?.problem,
    left.length,
    (results as ReadonlyArray<UserFileResult>).map(({ refusal }) => refusal),
    isStopping,
    leavingTo,
  ],
}

import { responseFileEditorMachine } from "#machines/outreach/responseFileEditor.machine.ts"
import { notFound, problem } from "#schemas/problem.ts"
import { unreachable } from "#schemas/session/problems.ts"
import { sampleLayout } from "#tests/support/outreachSamples.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { ended } from "../session/command.walk.ts"
import { leftForm, formShows } from "../session/form.walk.ts"

/** What the form says of what it holds. */
export const shows = (values: object, errors: ReadonlyArray<object> = []) =>
  formShows(values, { initial: sampleLayout, errors })
const unreadable = problem("UnsupportedFormat", "This file has no header row that can be read.")
const stale = problem("StaleVersion", "Someone changed this first. Look again and retry.")

const deletion = { verb: "delete", subject: sampleLayout }

/** Everything that can happen while a response file is designed. */
export const responseFileEditorWalk: ChartWalk = {
  machine: responseFileEditorMachine,
  input: { search: { id: sampleLayout.temphashedId, tab: "response" } },
  events: [
    shows(sampleLayout),
    shows({ ...sampleLayout, fileName: "Results" }),
    shows({ ...sampleLayout, fileName: "" }, [{ field: "fileName", message: "Enter a file name." }]),
    { type: "sample.chosen", file: { name: "sample.csv" } },
    { type: "delete.pressed" },
    { type: "retry.pressed" },
  ],
  outcomes: {
    open: [{ output: sampleLayout }, { error: unreachable() }],
    form: [{ output: { discarded: false, value: {} } }, leftForm],
    readSample: [{ output: sampleLayout.columns.slice(0, 1) }, { error: unreadable }],
    command: [
      ended({ ...deletion, outcome: "done" }),
      ended({ ...deletion, outcome: "refused", problem: stale }),
      ended({ ...deletion, outcome: "refused", problem: notFound() }),
      ended({ ...deletion, outcome: "cancelled" }),
    ],
  },
  key: ({ context }) => [context.values?.fileName, context.isWhole, context.problem?.problem],
}

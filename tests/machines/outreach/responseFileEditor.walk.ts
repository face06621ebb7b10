import { responseFileEditorMachine } from "#machines/outreach/responseFileEditor.machine.ts"
import { notFound, problem } from "#schemas/problem.ts"
import { unreachable } from "#schemas/session/problems.ts"
import { sampleLayout } from "#tests/support/outreachSamples.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"

const formShows = (values: object, errors: ReadonlyArray<object> = []) => ({
  type: "xstate.snapshot.form",
  snapshot: { context: { values, initial: sampleLayout, errors } },
})
const unreadable = problem("UnsupportedFormat", "This file has no header row that can be read.")
const stale = problem("StaleVersion", "Someone changed this first. Look again and retry.")

/** Everything that can happen while a response file is designed. */
export const responseFileEditorWalk: ChartWalk = {
  machine: responseFileEditorMachine,
  input: { search: { response: sampleLayout.temphashedId } },
  events: [
    formShows(sampleLayout),
    formShows({ ...sampleLayout, fileName: "Results" }),
    formShows({ ...sampleLayout, fileName: "" }, [{ field: "fileName", message: "Enter a file name." }]),
    { type: "sample.chosen", file: { name: "sample.csv" } },
    { type: "delete.pressed" },
    { type: "confirm.pressed" },
    { type: "cancel.pressed" },
    { type: "retry.pressed" },
    { type: "leave.asked", to: "/sms" },
    { type: "leave.confirmed" },
    { type: "leave.cancelled" },
  ],
  outcomes: {
    open: [{ output: sampleLayout }, { error: unreachable() }],
    form: [{ output: { discarded: false, value: {} } }],
    readSample: [{ output: sampleLayout.columns.slice(0, 1) }, { error: unreadable }],
    remove: [{ output: undefined }, { error: stale }, { error: notFound() }],
  },
  key: ({ context }) => [context.values?.fileName, context.isWhole, context.problem?.problem],
}

import { companyEditorMachine } from "#machines/administration/companyEditor.machine.ts"
import { unreachable } from "#schemas/session/problems.ts"
import { sampleCompany, sampleValues } from "#tests/support/companySamples.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"

const formShows = (values: object) => ({
  type: "xstate.snapshot.form",
  snapshot: { context: { values, initial: sampleValues } },
})

/** Everything that can happen in the editor of a company. */
export const companyEditorWalk: ChartWalk = {
  machine: companyEditorMachine,
  input: { search: { new: "" } },
  events: [
    formShows(sampleValues),
    formShows({ ...sampleValues, name: "Harbor Dental Group" }),
    { type: "retry.pressed" },
    { type: "leave.asked", to: "/campaign" },
    { type: "leave.confirmed" },
    { type: "leave.cancelled" },
  ],
  outcomes: {
    open: [{ output: sampleValues }, { error: unreachable() }],
    form: [{ output: { discarded: false, value: sampleCompany } }],
  },
  key: ({ context }) => [context.values],
}

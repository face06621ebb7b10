import { companyEditorMachine } from "#machines/administration/companyEditor.machine.ts"
import { unreachable } from "#schemas/session/problems.ts"
import { sampleCompany, sampleValues } from "#tests/support/companySamples.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { leftForm } from "../session/form.walk.ts"

/** Everything that can happen in the editor of a company. */
export const companyEditorWalk: ChartWalk = {
  machine: companyEditorMachine,
  input: { search: { new: "" } },
  events: [{ type: "retry.pressed" }],
  outcomes: {
    open: [{ output: sampleValues }, { error: unreachable() }],
    form: [{ output: { discarded: false, value: sampleCompany } }, leftForm],
  },
  key: ({ context }) => [context.opened],
}

import { companiesMachine } from "#machines/administration/companies.machine.ts"
import { problem } from "#schemas/problem.ts"
import { sampleCompany, suspendedCompany } from "#tests/support/companySamples.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"

/** Why something was refused: the company changed meanwhile. */
export const changedMeanwhile = problem("StaleVersion", "Someone changed this first. Look again and retry.")

const outcomes = [{ output: undefined }, { error: changedMeanwhile }]

/** Everything that can happen on the list of companies. */
export const companiesWalk: ChartWalk = {
  machine: companiesMachine,
  input: { search: { id: sampleCompany.hashedId } },
  events: [
    { type: "suspend.pressed", company: sampleCompany },
    { type: "reinstate.pressed", company: suspendedCompany },
    { type: "delete.pressed", company: sampleCompany },
    { type: "address.delete.pressed", company: sampleCompany, address: sampleCompany.company.addresses[1] },
    { type: "work.pressed", company: sampleCompany },
    { type: "confirm.pressed" },
    { type: "cancel.pressed" },
    { type: "url.changed", search: { id: sampleCompany.hashedId, search: "care" } },
  ],
  outcomes: { suspend: outcomes, reinstate: outcomes, remove: outcomes, removeAddress: outcomes, workFor: outcomes },
  key: ({ context }) => [context.search, context.refused !== null],
}

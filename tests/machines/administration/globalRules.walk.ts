import { globalRulesMachine } from "#machines/administration/globalRules.machine.ts"
import { unreachable } from "#schemas/session/problems.ts"
import { sampleRules } from "#tests/support/rulesSamples.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"

const values = { ...sampleRules.settings, version: sampleRules.version }
const formShows = (shown: object) => ({ type: "xstate.snapshot.form", snapshot: { context: { values: shown } } })

/** Everything that can happen to the rules for all companies. */
export const globalRulesWalk: ChartWalk = {
  machine: globalRulesMachine,
  input: { search: { section: "rules" } },
  events: [
    formShows(values),
    formShows({ ...values, capDays: 14 }),
    { type: "retry.pressed" },
    { type: "leave.asked", to: "/campaign" },
    { type: "leave.confirmed" },
    { type: "leave.cancelled" },
  ],
  outcomes: {
    open: [{ output: sampleRules }, { error: unreachable() }],
    form: [{ output: { discarded: false, value: {} } }],
  },
  key: ({ context }) => [context.values?.capDays],
}

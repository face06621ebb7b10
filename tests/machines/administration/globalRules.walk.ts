import {
  globalRulesMachine,
  losesRulesChanges,
  type GlobalRulesSnapshot,
} from "#machines/administration/globalRules.machine.ts"
import { unreachable } from "#schemas/session/problems.ts"
import { sampleRules } from "#tests/support/rulesSamples.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"

const values = { ...sampleRules.settings, streamVersion: sampleRules.version }
const formShows = (shown: object) => ({
  type: "xstate.snapshot.form",
  snapshot: { context: { values: shown, initial: values } },
})

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
  allows: (snapshot, { type }) => {
    // The page behind the question is out of reach.
    if (snapshot.matches({ writing: "asking" })) return type.startsWith("leave.")
    // Nothing is asked where nothing would be lost.
    return type !== "leave.asked" || losesRulesChanges(snapshot as unknown as GlobalRulesSnapshot)
  },
  outcomes: {
    open: [{ output: sampleRules }, { error: unreachable() }],
    form: [{ output: { discarded: false, value: {} } }],
  },
  key: ({ context }) => [context.values?.capDays],
}

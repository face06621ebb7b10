import { replyRulesMachine } from "#machines/outreach/replyRules.machine.ts"
import { unreachable } from "#schemas/session/problems.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { rule, sampleReplyRules } from "#tests/support/replyRuleSamples.ts"
import { formShows, leftForm } from "../session/form.walk.ts"

/** What the form says of what it holds. */
export const shows = (values: object, errors: ReadonlyArray<object> = []) =>
  formShows(values, { initial: sampleReplyRules, errors })

/** Everything that can happen while the rules of a template are written. */
export const replyRulesWalk: ChartWalk = {
  machine: replyRulesMachine,
  input: { search: { id: sampleReplyRules.temphashedId, tab: "replies" } },
  events: [
    shows(sampleReplyRules),
    shows({ ...sampleReplyRules, rules: [rule({ said: "parking" })] }),
    shows({ ...sampleReplyRules, rules: [rule({})] }, [{ field: "rules.0.said", message: "Write at least one word." }]),
    { type: "retry.pressed" },
  ],
  outcomes: {
    open: [{ output: sampleReplyRules }, { error: unreachable() }],
    form: [{ output: { discarded: false, value: {} } }, leftForm],
  },
  key: ({ context }) => [context.values?.rules.length, context.values?.rules[0]?.said, context.isWhole],
}

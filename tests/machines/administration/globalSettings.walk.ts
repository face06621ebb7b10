import { globalSettingsMachine } from "#machines/administration/globalSettings.machine.ts"
import { unreachable } from "#schemas/session/problems.ts"
import { sampleRules } from "#tests/support/rulesSamples.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { leftForm } from "../session/form.walk.ts"

/** Everything that can happen to the rules for all companies. */
export const globalSettingsWalk: ChartWalk = {
  machine: globalSettingsMachine,
  input: { search: { section: "rules" } },
  events: [{ type: "retry.pressed" }],
  outcomes: {
    open: [{ output: sampleRules }, { error: unreachable() }],
    form: [{ output: { discarded: false, value: {} } }, leftForm],
  },
  key: ({ context }) => [context.opened],
}

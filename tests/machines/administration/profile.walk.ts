import { profileMachine } from "#machines/administration/profile.machine.ts"
import { unreachable } from "#schemas/session/problems.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { sampleProfile } from "#tests/support/profileSamples.ts"
import { leftForm } from "../session/form.walk.ts"

/** Everything that can happen to one's own profile. */
export const profileWalk: ChartWalk = {
  machine: profileMachine,
  input: { search: {} },
  events: [{ type: "retry.pressed" }],
  outcomes: {
    open: [{ output: sampleProfile }, { error: unreachable() }],
    form: [{ output: { discarded: false, value: sampleProfile } }, leftForm],
  },
  key: ({ context }) => [context.opened],
}

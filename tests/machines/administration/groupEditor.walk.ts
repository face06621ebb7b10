import { groupEditorMachine, type GroupValues } from "#machines/administration/groupEditor.machine.ts"
import { unreachable } from "#schemas/session/problems.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { sampleGroup, sampleGroups } from "#tests/support/userSamples.ts"
import { leftForm } from "../session/form.walk.ts"

/** What the form of a group opens with. */
export const sampleGroupValues: GroupValues = {
  ...sampleGroup.group,
  ...{ hashedId: sampleGroup.hashedId, streamVersion: sampleGroup.version, members: sampleGroup.members },
  features: sampleGroups.features,
}

/** Everything that can happen in the editor of a group. */
export const groupEditorWalk: ChartWalk = {
  machine: groupEditorMachine,
  input: { search: { group: sampleGroup.hashedId } },
  events: [{ type: "retry.pressed" }],
  outcomes: {
    open: [{ output: sampleGroupValues }, { error: unreachable() }],
    form: [{ output: { discarded: false, value: sampleGroup } }, leftForm],
  },
  key: ({ context }) => [context.opened],
}

import { invitationEditorMachine, type InvitationValues } from "#machines/administration/invitationEditor.machine.ts"
import { unreachable } from "#schemas/session/problems.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { sampleUser } from "#tests/support/userSamples.ts"
import { leftForm } from "../session/form.walk.ts"

/** What the form of an invitation opens with. */
export const sampleInvitationValues: InvitationValues = {
  ...{ email: "", displayName: "", userType: 3, accessIds: [], groupIds: [] },
  of: { features: sampleUser.features, companyGroups: sampleUser.companyGroups },
}

/** Everything that can happen while a person is invited. */
export const invitationEditorWalk: ChartWalk = {
  machine: invitationEditorMachine,
  input: { search: { invite: "" } },
  events: [{ type: "retry.pressed" }],
  outcomes: {
    open: [{ output: sampleInvitationValues }, { error: unreachable() }],
    form: [{ output: { discarded: false, value: undefined } }, leftForm],
  },
  key: ({ context }) => [context.opened],
}

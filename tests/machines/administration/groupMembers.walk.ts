import { groupMembersMachine, type MembersValues } from "#machines/administration/groupMembers.machine.ts"
import { unreachable } from "#schemas/session/problems.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { sampleMembers } from "#tests/support/userSamples.ts"
import { leftForm } from "../session/form.walk.ts"

const { members, seen, ...of } = sampleMembers

/** What the form of a group's members opens with. */
export const sampleMembersValues: MembersValues = { members, streamVersion: seen, of }

/** Everything that can happen in the editor of a group's members. */
export const groupMembersWalk: ChartWalk = {
  machine: groupMembersMachine,
  input: { search: { members: sampleMembers.hashedId } },
  events: [{ type: "retry.pressed" }, { type: "search.changed", searched: "dana" }],
  outcomes: {
    open: [{ output: sampleMembersValues }, { error: unreachable() }],
    form: [{ output: { discarded: false, value: sampleMembers } }, leftForm],
  },
  key: ({ context }) => [context.opened, context.searched],
}

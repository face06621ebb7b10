import { userEditorMachine, type UserValues } from "#machines/administration/userEditor.machine.ts"
import { unreachable } from "#schemas/session/problems.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { sampleUser } from "#tests/support/userSamples.ts"
import { leftForm } from "../session/form.walk.ts"

/** What the form of a user opens with. */
export const sampleUserValues: UserValues = { ...sampleUser.user, of: sampleUser }

/** Everything that can happen in the editor of a user. */
export const userEditorWalk: ChartWalk = {
  machine: userEditorMachine,
  input: { search: { edit: sampleUser.hashedId } },
  events: [{ type: "retry.pressed" }],
  outcomes: {
    open: [{ output: sampleUserValues }, { error: unreachable() }],
    form: [{ output: { discarded: false, value: sampleUser } }, leftForm],
  },
  key: ({ context }) => [context.opened],
}

import type { NounLaw } from "./law.ts"

/**
 * An invitation is sent, and sent again, until it is taken or withdrawn, once and for good. Inviting someone who is
 * invited sends theirs again.
 */
export const invitationLaw: NounLaw = {
  table: `
    event               | by                    | reserved | pending   | withdrawn | taken
    UserInvited         | User.InviteUser       | pending  | .         | .         | .
    InvitationResent    | User.ChangeInvitation | .        | pending   | .         | .
    InvitationRevised   | the directory         | .        | pending   | .         | .
    InvitationWithdrawn | User.ChangeInvitation | .        | withdrawn | .         | .
    InvitationTaken     | the invited           | .        | taken     | .         | .`,
  callers: {
    "User.InviteUser": { groups: [[8]] },
    "User.ChangeInvitation": { groups: [[8]] },
  },
}

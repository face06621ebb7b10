import { Result, Schema } from "effect"
import { invitationTable, type InvitationState } from "#machines/lifecycles/invitation.lifecycle.ts"
import type { Rank } from "#schemas/administration/user.ts"
import type { InvitationEvent } from "#schemas/administration/userEvents.ts"
import type { InvitationId, UserId } from "#schemas/ids.ts"
import { problem, type Problem } from "#schemas/problem.ts"
import type { Decider, Projection } from "#server/decider.ts"

/** An invitation as decisions need it, and as it is read; whom it is for stands in `invitations`. */
export const InvitationRow = Schema.Struct({
  state: Schema.Literals(["reserved", "pending", "withdrawn", "taken"] satisfies ReadonlyArray<InvitationState>),
})
export type InvitationRow = typeof InvitationRow.Type

/** What may be asked of an invitation; inviting again mails a new link. */
export type InvitationCommand =
  | (Rank & { readonly _tag: "Invite"; readonly invitationId: InvitationId; readonly expiresAt: string })
  | (Rank & {
      readonly _tag: "ReviseInvitation"
      /** Fields that differ from what is stored. */
      readonly changed: ReadonlyArray<string>
    })
  | { readonly _tag: "WithdrawInvitation" }
  | { readonly _tag: "TakeInvitation"; readonly userId: UserId }

const sentences: Readonly<Record<InvitationState, string>> = {
  reserved: "No one was invited yet.",
  pending: "This invitation can be sent again or withdrawn.",
  withdrawn: "This invitation was withdrawn. Invite the person again.",
  taken: "This person has joined already.",
}

const happen = (
  { state }: InvitationRow,
  event: InvitationEvent,
): Result.Result<ReadonlyArray<InvitationEvent>, Problem> =>
  invitationTable.next(state, event._tag) === undefined
    ? Result.fail(problem("NotAllowedNow", sentences[state], { allowed: invitationTable.allowed(state) }))
    : Result.succeed([event])

const decide: Decider<InvitationRow, InvitationCommand, InvitationEvent>["decide"] = (invitation, command) => {
  switch (command._tag) {
    case "Invite": {
      const { _tag: _, invitationId, ...offered } = command
      return invitation.state === "reserved"
        ? happen(invitation, { _tag: "UserInvited", invitationId, ...offered })
        : happen(invitation, { _tag: "InvitationResent", ...offered })
    }
    case "ReviseInvitation": {
      const { _tag: _, ...revised } = command
      return revised.changed.length === 0
        ? Result.succeed([])
        : happen(invitation, { _tag: "InvitationRevised", ...revised })
    }
    case "WithdrawInvitation":
      return happen(invitation, { _tag: "InvitationWithdrawn" })
    case "TakeInvitation":
      return happen(invitation, { _tag: "InvitationTaken", userId: command.userId })
  }
}

const evolve = ({ state }: InvitationRow, event: InvitationEvent): InvitationRow => ({
  state: invitationTable.next(state, event._tag) ?? state,
})

const initial: InvitationRow = { state: "reserved" }

/** Invitations: sent, sent again, and taken or withdrawn (docs/policy.md#users). */
export const invitationDecider: Decider<InvitationRow, InvitationCommand, InvitationEvent> = {
  initialState: initial,
  decide,
  evolve,
}

/** Invitations by id. */
export const invitationProjection: Projection<InvitationRow, InvitationEvent> = {
  category: "invitation",
  version: 1,
  row: InvitationRow,
  initialRow: initial,
  evolve,
  keys: ({ state }) => ({ state, uniqueKey: null }),
}

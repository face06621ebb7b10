import { Schema } from "effect"
import { TrimmedText } from "../trimmedText.ts"
import { UserType } from "../access.ts"
import { HashedId, Instant, InvitationId } from "../ids.ts"
import { UserDraft } from "./user.ts"

/** How long an invitation can be taken, in milliseconds. */
export const invitationMillis = 7 * 24 * 3_600_000

/** Whom staff invite, and what the person may do once they have joined. */
export const InvitationDraft = Schema.Struct({
  email: TrimmedText.check(
    Schema.isMaxLength(254, { message: "Enter an e-mail address, such as nora@clinic.example." }),
    Schema.isPattern(/^[^\s@]+@[^\s@]+\.[^\s@]+$/u, {
      message: "Enter an e-mail address, such as nora@clinic.example.",
    }),
  ),
  ...UserDraft.fields,
}).annotate({ identifier: "InvitationDraft" })
export type InvitationDraft = typeof InvitationDraft.Type

/** The body of `POST /api/User/InviteUser`; a person who is invited already gets a new invitation. */
export const InviteUser = Schema.Struct({ invitation: InvitationDraft })
export type InviteUser = typeof InviteUser.Type

/** What can be done to an invitation: mail a new link, or take it back. */
export const InvitationAction = Schema.Literals(["resend", "withdraw"])
export type InvitationAction = typeof InvitationAction.Type

/** The body of `POST /api/User/ChangeInvitation`. */
export const ChangeInvitation = Schema.Struct({ hashedId: HashedId, action: InvitationAction })
export type ChangeInvitation = typeof ChangeInvitation.Type

/** An invitation that no one has taken yet; `version` goes into If-Match. */
export const Invitation = Schema.Struct({
  invitationId: InvitationId,
  hashedId: HashedId,
  version: Schema.Int,
  email: Schema.String,
  displayName: Schema.String,
  userType: UserType,
  /** The names of the groups, in their order. */
  groups: Schema.Array(Schema.String),
  /** The rights that the person will have: own and of groups, as far as the company has bought them. */
  accessIds: Schema.Array(Schema.Int),
  expiresAt: Instant,
  /** Its time is over; it can be sent again. */
  isExpired: Schema.Boolean,
}).annotate({ identifier: "Invitation" })
export type Invitation = typeof Invitation.Type

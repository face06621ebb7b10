import { Schema } from "effect"
import { UserType } from "../access.ts"
import { Instant, InvitationId, UserId } from "../ids.ts"
import { Preferences } from "../preferences.ts"
import { GroupId } from "./group.ts"
import { NoticeChoices } from "./notice.ts"

const whose = { userId: UserId }
const rank = { userType: UserType, accessIds: Schema.Array(Schema.Int), groupIds: Schema.Array(GroupId) }
const given = { ...rank, revision: Schema.Int }

/**
 * Stored facts about users, ids only (docs/architecture.md#personal-data): the displayed name stands in `revisions` by
 * its number; `changed` names the fields.
 */
export const UserAdded = Schema.TaggedStruct("UserAdded", { ...whose, ...given })
export const UserRevised = Schema.TaggedStruct("UserRevised", {
  ...whose,
  ...given,
  changed: Schema.Array(Schema.String),
})
/** What the person set for themselves. */
export const ProfileSaved = Schema.TaggedStruct("ProfileSaved", {
  ...whose,
  ...Preferences.fields,
  // Not in what earlier releases stored.
  language: Schema.optionalKey(Preferences.fields.language),
  noticesHere: Schema.optionalKey(NoticeChoices.fields.noticesHere),
  noticesByEmail: Schema.optionalKey(NoticeChoices.fields.noticesByEmail),
  revision: Schema.Int,
  changed: Schema.Array(Schema.String),
})
/** The administrator's lock, not the throttle (docs/architecture.md#identity). */
export const UserLocked = Schema.TaggedStruct("UserLocked", whose)
export const UserUnlocked = Schema.TaggedStruct("UserUnlocked", whose)
export const UserDeactivated = Schema.TaggedStruct("UserDeactivated", whose)
export const UserReactivated = Schema.TaggedStruct("UserReactivated", whose)
/** All sign-ins of the person ended, on every device. */
export const UserSignedOut = Schema.TaggedStruct("UserSignedOut", whose)
/** The person's own sign-ins ended, but for the one they did it in. */
export const OtherSignInsEnded = Schema.TaggedStruct("OtherSignInsEnded", whose)
export const UserEvent = Schema.Union([
  UserAdded,
  UserRevised,
  ProfileSaved,
  UserLocked,
  UserUnlocked,
  UserDeactivated,
  UserReactivated,
  UserSignedOut,
  OtherSignInsEnded,
])
export type UserEvent = typeof UserEvent.Type

const offered = { ...rank, expiresAt: Instant }

/** Stored facts about invitations, ids only: name and address stand in `invitations`. */
export const UserInvited = Schema.TaggedStruct("UserInvited", { invitationId: InvitationId, ...offered })
/** A new link was made and the one before is void; what the person will have may be another since. */
export const InvitationResent = Schema.TaggedStruct("InvitationResent", offered)
/** What the person will have, or is called, is another since; the link holds. */
export const InvitationRevised = Schema.TaggedStruct("InvitationRevised", {
  ...rank,
  changed: Schema.Array(Schema.String),
})
export const InvitationWithdrawn = Schema.TaggedStruct("InvitationWithdrawn", {})
/** The person has joined as this user. */
export const InvitationTaken = Schema.TaggedStruct("InvitationTaken", whose)
export const InvitationEvent = Schema.Union([
  UserInvited,
  InvitationResent,
  InvitationRevised,
  InvitationWithdrawn,
  InvitationTaken,
])
export type InvitationEvent = typeof InvitationEvent.Type

const set = { name: Schema.String, accessIds: Schema.Array(Schema.Int) }

/** Stored facts about groups of users. */
export const GroupCreated = Schema.TaggedStruct("GroupCreated", { groupId: GroupId, ...set })
export const GroupRevised = Schema.TaggedStruct("GroupRevised", { ...set, changed: Schema.Array(Schema.String) })
export const GroupDeleted = Schema.TaggedStruct("GroupDeleted", {})
export const GroupEvent = Schema.Union([GroupCreated, GroupRevised, GroupDeleted])
export type GroupEvent = typeof GroupEvent.Type

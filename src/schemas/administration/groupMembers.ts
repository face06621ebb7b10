import { Schema } from "effect"
import { UserType } from "../access.ts"
import { HashedId, UserId } from "../ids.ts"
import { UserState } from "./user.ts"

/** The most people that a group is given at once. */
const mostMembers = 10_000

/** The most people who are put in or taken out at once: each is a command of its own, all in one transaction. */
export const mostMoves = 500

/** Someone who is in a group, or could be. */
export const GroupMember = Schema.Struct({
  userId: UserId,
  hashedId: HashedId,
  userName: Schema.String,
  displayName: Schema.String,
  userType: UserType,
  state: UserState,
})
export type GroupMember = typeof GroupMember.Type

/** Who is in a group, by name. Who is in it is no part of the group's own version: `seen` stands for these people. */
export const GroupMembers = Schema.Struct({
  hashedId: HashedId,
  name: Schema.String,
  /** The rights that it gives, as far as the company has bought them. */
  accessIds: Schema.Array(Schema.Int),
  /** What the company has bought. */
  features: Schema.Array(Schema.Int),
  members: Schema.Array(GroupMember),
  seen: Schema.String,
}).annotate({ identifier: "GroupMembers" })
export type GroupMembers = typeof GroupMembers.Type

/** The body of `POST /api/User/SaveGroupMembers`: all who will be in the group, by public id; `seen` as it was read. */
export const SaveGroupMembers = Schema.Struct({
  hashedId: HashedId,
  seen: Schema.String.check(Schema.isMaxLength(64)),
  members: Schema.Array(HashedId).check(Schema.isMaxLength(mostMembers)),
})
export type SaveGroupMembers = typeof SaveGroupMembers.Type

import { Schema } from "effect"
import { UserType } from "../access.ts"
import { AccessId } from "../accessId.ts"
import { text } from "../fields.ts"
import { CompanyId, HashedId, Instant, UserId } from "../ids.ts"
import type { ListParams } from "../reply.ts"
import { GroupId } from "./group.ts"

/** The states of the user lifecycle (`machines/lifecycles/user.lifecycle.ts`). */
export const UserState = Schema.Literals(["active", "locked", "inactive"])
export type UserState = typeof UserState.Type

/** How the list of users is narrowed and ordered. */
export const userList = {
  states: ["active", "locked", "inactive"],
  columns: ["name", "email", "company", "lastSeen"],
} as const

/** How the list of users is narrowed by type, as it stands in the address. */
export const userTypeFilters = ["1", "2", "3"] as const
export const UserTypeFilter = Schema.Literals(userTypeFilters)
export type UserTypeFilter = typeof UserTypeFilter.Type

/** What may be given to a person: the type, rights of their own, and groups, whose rights they have too. */
export const Rank = Schema.Struct({
  userType: UserType,
  accessIds: Schema.Array(AccessId),
  groupIds: Schema.Array(GroupId).check(Schema.isMaxLength(50, { message: "A person is in at most 50 groups." })),
})
export type Rank = typeof Rank.Type

/** What staff set up for a user; the e-mail address is what they were invited by, and stays. */
export const UserDraft = Schema.Struct({
  displayName: text(100, "Enter a name of 1 to 100 characters."),
  ...Rank.fields,
}).annotate({ identifier: "UserDraft" })
export type UserDraft = typeof UserDraft.Type

/** The body of `POST /api/User/SaveUser`. */
export const SaveUser = Schema.Struct({ hashedId: HashedId, user: UserDraft })
export type SaveUser = typeof SaveUser.Type

/** What can be done to an account besides changing it; signing out ends the person's sign-ins on all devices. */
export const UserAction = Schema.Literals(["lock", "unlock", "deactivate", "reactivate", "signOut"])
export type UserAction = typeof UserAction.Type

/** The body of `POST /api/User/ChangeState`. */
export const ChangeUserState = Schema.Struct({ hashedId: HashedId, action: UserAction })

/** Which users a list or a file holds, besides what they are searched, narrowed and ordered by. */
export const usersQuery = {
  groupHashedId: Schema.optionalKey(HashedId),
  userType: Schema.optionalKey(UserTypeFilter),
  /** The users of all companies, for who administers them. */
  everyCompany: Schema.optionalKey(Schema.Literal("true")),
  /** Those of one company; of any but the own one for who administers all, else there are none. */
  companyHashedId: Schema.optionalKey(HashedId),
}

/** Which users a page shows, as it stands in the address. */
export type UsersParams = ListParams<typeof userList> & {
  readonly groupHashedId?: string
  readonly userType?: UserTypeFilter
  readonly everyCompany?: "true"
  readonly companyHashedId?: string
}

/** A company whose users someone may manage. */
export const UserCompany = Schema.Struct({ hashedId: HashedId, name: Schema.String }).annotate({
  identifier: "UserCompany",
})
export type UserCompany = typeof UserCompany.Type

/** A user in a list. */
export const UserSummary = Schema.Struct({
  userId: UserId,
  hashedId: HashedId,
  userName: Schema.String,
  displayName: Schema.String,
  userType: UserType,
  companyName: Schema.String,
  state: UserState,
  /** The names of the groups, in their order. */
  groups: Schema.Array(Schema.String),
  /** The rights in force: own and of groups, as far as the company has bought them. */
  accessIds: Schema.Array(Schema.Int),
  /** When the person last opened the product; null for never. */
  lastSeen: Schema.NullOr(Instant),
}).annotate({ identifier: "UserSummary" })
export type UserSummary = typeof UserSummary.Type

/** A user with all that is set up; `version` goes into If-Match. */
export const User = Schema.Struct({
  ...UserSummary.fields,
  version: Schema.Int,
  companyId: CompanyId,
  /** The public id of the user's company. */
  companyHashedId: HashedId,
  /** What the company has bought. */
  features: Schema.Array(Schema.Int),
  /** The groups there are in the company. */
  companyGroups: Schema.Array(
    Schema.Struct({ groupId: GroupId, name: Schema.String, accessIds: Schema.Array(Schema.Int) }),
  ),
  user: Schema.Struct({
    displayName: Schema.String,
    userType: UserType,
    accessIds: Schema.Array(Schema.Int),
    groupIds: Schema.Array(GroupId),
  }),
}).annotate({ identifier: "User" })
export type User = typeof User.Type

import { Schema } from "effect"
import { TrimmedText } from "../trimmedText.ts"
import { AccessId } from "../accessId.ts"
import { HashedId, idOf } from "../ids.ts"

export const GroupId = idOf("GroupId")
export type GroupId = typeof GroupId.Type

/** What staff set up for a group of users: its name, and the rights that its members have. */
export const GroupDraft = Schema.Struct({
  name: TrimmedText.check(
    Schema.isMinLength(2, { message: "Enter a name of 2 to 60 characters." }),
    Schema.isMaxLength(60, { message: "Enter a name of 2 to 60 characters." }),
  ),
  accessIds: Schema.Array(AccessId),
}).annotate({ identifier: "GroupDraft" })
export type GroupDraft = typeof GroupDraft.Type

/** The body of `POST /api/User/SaveGroup`: without `hashedId` it makes a group in the acting company. */
export const SaveGroup = Schema.Struct({ hashedId: Schema.NullOr(HashedId), group: GroupDraft })
export type SaveGroup = typeof SaveGroup.Type

/** A group with its number of members; `version` goes into If-Match. */
export const Group = Schema.Struct({
  groupId: GroupId,
  hashedId: HashedId,
  version: Schema.Int,
  members: Schema.Int,
  group: Schema.Struct({ name: Schema.String, accessIds: Schema.Array(Schema.Int) }),
}).annotate({ identifier: "Group" })
export type Group = typeof Group.Type

/** The groups of a company, and what it has bought: more than that a group cannot give. */
export const GroupList = Schema.Struct({
  features: Schema.Array(Schema.Int),
  groups: Schema.Array(Group),
}).annotate({ identifier: "GroupList" })
export type GroupList = typeof GroupList.Type

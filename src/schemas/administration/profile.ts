import { Schema } from "effect"
import { UserType } from "../access.ts"
import { text } from "../fields.ts"
import { Instant } from "../ids.ts"
import { Preferences } from "../preferences.ts"

/** What people set for themselves. */
export const ProfileDraft = Schema.Struct({
  displayName: text(100, "Enter a name of 1 to 100 characters."),
  ...Preferences.fields,
}).annotate({ identifier: "ProfileDraft" })
export type ProfileDraft = typeof ProfileDraft.Type

/** Where a right comes from: a group, or null where it was given to the person alone; who gave it, and when. */
const Source = Schema.Struct({
  group: Schema.NullOr(Schema.String),
  /** Null where it came with the account. */
  by: Schema.NullOr(Schema.String),
  at: Schema.NullOr(Instant),
})

/** A right that a person has, with where it comes from. */
const OwnRight = Schema.Struct({ accessId: Schema.Int, sources: Schema.Array(Source) })
export type OwnRight = typeof OwnRight.Type

/** One's own account: what one may set, and what others gave; `version` goes into If-Match. */
export const Profile = Schema.Struct({
  version: Schema.Int,
  userName: Schema.String,
  userType: UserType,
  companyName: Schema.String,
  companyZone: Schema.String,
  profile: ProfileDraft,
  /** The rights in force, in the order of their ids. */
  access: Schema.Array(OwnRight),
}).annotate({ identifier: "Profile" })
export type Profile = typeof Profile.Type

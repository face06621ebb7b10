import { Schema } from "effect"
import { UserType } from "../access.ts"
import { line, text } from "../fields.ts"
import { Instant } from "../ids.ts"
import { Preferences } from "../preferences.ts"
import { NoticeChoices } from "./notice.ts"

/** What people set for themselves. */
export const ProfileDraft = Schema.Struct({
  displayName: text(100, "Enter a name of 1 to 100 characters."),
  /** What one's answers to replies end with, on a line of its own; empty for nothing. One that is not named stays. */
  signature: Schema.optionalKey(line(80)),
  ...Preferences.fields,
  /** One that is not named stays. */
  language: Schema.optionalKey(Preferences.fields.language),
  ...NoticeChoices.fields,
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

/** One of one's own sign-ins; browser and system are what the browser called itself, null where it is not known. */
export const SignIn = Schema.Struct({
  address: Schema.NullOr(Schema.String),
  browser: Schema.NullOr(Schema.String),
  system: Schema.NullOr(Schema.String),
  at: Instant,
  /** When a page was last opened in it. */
  seenAt: Instant,
  isThisOne: Schema.Boolean,
  /** Whether it is known to go on. */
  isOpen: Schema.Boolean,
}).annotate({ identifier: "SignIn" })
export type SignIn = typeof SignIn.Type

/** One's own sign-ins, the newest first; `canEnd` where the others can be ended here. */
export const SignIns = Schema.Struct({ signIns: Schema.Array(SignIn), canEnd: Schema.Boolean }).annotate({
  identifier: "SignIns",
})
export type SignIns = typeof SignIns.Type

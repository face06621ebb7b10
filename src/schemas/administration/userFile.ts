import { Schema } from "effect"
import { UserType } from "../access.ts"
import { HashedId } from "../ids.ts"
import { GroupId } from "./group.ts"

/** What a file of users may hold: it is read at once, and its people are invited one after the other. */
export const userFileLimits = { bytes: 512 * 1024, rows: 500 } as const

/** The columns of a file of users, in the order of its template. */
export const userFileColumns = ["Name", "E-mail", "Type", "Groups", "Rights"] as const
export type UserFileColumn = (typeof userFileColumns)[number]

/** Columns that a file of refused rows begins with; they are passed over when it comes back. */
export const refusalColumns = ["Row", "Reason"] as const

/** What stands between the groups, and the rights, of one person in a cell. */
export const listSeparator = "; "

/**
 * What a row would do: invite someone, change the name or groups of a user, nothing because they are a user or invited
 * already, or nothing because it is refused.
 */
export const UserFileOutcome = Schema.Literals(["invite", "change", "same", "invited", "refused"])
export type UserFileOutcome = typeof UserFileOutcome.Type

const rank = { userType: UserType, accessIds: Schema.Array(Schema.Int), groupIds: Schema.Array(GroupId) }

/** A row as it stands in the file, what it would do, and the command by which it is done. */
export const UserFileRow = Schema.Struct({
  /** The number of the row as spreadsheets count, the header being 1. */
  line: Schema.Int,
  /** Its cells under `userFileColumns`. */
  cells: Schema.Array(Schema.String),
  outcome: UserFileOutcome,
  /** Why it is refused, in a sentence; empty where it is not. */
  reason: Schema.String,
  /** What `InviteUser` is sent. */
  invitation: Schema.NullOr(Schema.Struct({ email: Schema.String, displayName: Schema.String, ...rank })),
  /** What `SaveUser` is sent, with the version that was read. */
  change: Schema.NullOr(
    Schema.Struct({
      hashedId: HashedId,
      version: Schema.Int,
      user: Schema.Struct({ displayName: Schema.String, ...rank }),
    }),
  ),
}).annotate({ identifier: "UserFileRow" })
export type UserFileRow = typeof UserFileRow.Type

/** What a file of users would do, row by row. Nothing is changed by finding out. */
export const UserFileCheck = Schema.Struct({ rows: Schema.Array(UserFileRow) }).annotate({
  identifier: "UserFileCheck",
})
export type UserFileCheck = typeof UserFileCheck.Type

import { Schema } from "effect"
import { text } from "../fields.ts"
import { DirectoryTokenId, Instant } from "../ids.ts"

/** What the company's own directory is called where it acts. */
export const directoryName = "Directory"

/** The path under which a company's directory keeps users and groups, by SCIM 2.0 (RFC 7644). */
export const scimPath = "/scim/v2"

/** How many tokens of a company may stand at once: one works, another takes its place. */
export const mostDirectoryTokens = 5

/** What staff make tokens for. */
export const directoryKinds = ["Entra ID", "Okta", "Other"] as const
export type DirectoryKind = (typeof directoryKinds)[number]

/** What staff say of a token: where it will be used. */
export const DirectoryTokenDraft = Schema.Struct({
  name: text(60, "Enter a name of 1 to 60 characters, such as Entra ID."),
}).annotate({ identifier: "DirectoryTokenDraft" })
export type DirectoryTokenDraft = typeof DirectoryTokenDraft.Type

/** The body of `POST /api/User/MakeDirectoryToken`. */
export const MakeDirectoryToken = Schema.Struct({ token: DirectoryTokenDraft })

/** The body of `POST /api/User/RevokeDirectoryToken`. */
export const RevokeDirectoryToken = Schema.Struct({ tokenId: DirectoryTokenId })

/** A token that works, without its text: of that only a hash is kept. */
export const DirectoryToken = Schema.Struct({
  tokenId: DirectoryTokenId,
  name: Schema.String,
  madeBy: Schema.String,
  madeAt: Instant,
  /** Null until the directory has called with it. */
  usedAt: Schema.NullOr(Instant),
}).annotate({ identifier: "DirectoryToken" })
export type DirectoryToken = typeof DirectoryToken.Type

/** How a company's directory is connected: where it calls, and its tokens. */
export const Directory = Schema.Struct({
  address: Schema.String,
  tokens: Schema.Array(DirectoryToken),
}).annotate({ identifier: "Directory" })
export type Directory = typeof Directory.Type

/** A token that was just made: its text is in this answer and nowhere else. */
export const MadeDirectoryToken = Schema.Struct({ token: Schema.String, directory: Directory }).annotate({
  identifier: "MadeDirectoryToken",
})
export type MadeDirectoryToken = typeof MadeDirectoryToken.Type

import { Option, Schema } from "effect"

const Claims = Schema.fromJsonString(
  Schema.Struct({ iss: Schema.String, sub: Schema.String, iat: Schema.optionalKey(Schema.Number) }),
)
const readBody = Schema.decodeUnknownOption(Schema.StringFromBase64Url)
const readClaims = Schema.decodeUnknownOption(Claims)

/** What a token says of itself, unverified. None for what is no such token. */
const claimsOf = (token: string) => Option.flatMap(readBody(token.split(".")[1] ?? ""), readClaims)

const compared = (
  left: string,
  right: string,
  are: (left: typeof Claims.Type, right: typeof Claims.Type) => boolean,
): boolean =>
  Option.getOrElse(
    Option.zipWith(claimsOf(left), claimsOf(right), (mine, theirs) => are(mine, theirs)),
    () => false,
  )

/** Whether two tokens are known to belong to two people, by issuer and subject (docs/architecture.md#identity). */
export const isForeign = (ours: string, other: string): boolean =>
  compared(ours, other, (mine, theirs) => mine.iss !== theirs.iss || mine.sub !== theirs.sub)

/** Whether a token is known to have been issued no later than another. */
export const isNoNewer = (token: string, than: string): boolean =>
  compared(token, than, (mine, theirs) => mine.iat !== undefined && theirs.iat !== undefined && mine.iat <= theirs.iat)

import { Option, Schema } from "effect"

const Claims = Schema.fromJsonString(Schema.Struct({ iss: Schema.String, sub: Schema.String }))
const readBody = Schema.decodeUnknownOption(Schema.StringFromBase64Url)
const readClaims = Schema.decodeUnknownOption(Claims)

/** Whose token this is, unverified: by issuer and subject (architecture §6). None for what is no such token. */
const subjectOf = (token: string): Option.Option<string> =>
  readBody(token.split(".")[1] ?? "").pipe(
    Option.flatMap(readClaims),
    Option.map(({ iss, sub }) => JSON.stringify([iss, sub])),
  )

/** Whether two tokens are known to belong to two people. */
export const isForeign = (ours: string, other: string): boolean => {
  const [mine, theirs] = [subjectOf(ours), subjectOf(other)]
  return Option.isSome(mine) && Option.isSome(theirs) && mine.value !== theirs.value
}

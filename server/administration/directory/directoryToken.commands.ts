import { Effect } from "effect"
import { mostDirectoryTokens, scimPath, type DirectoryTokenDraft } from "#schemas/administration/directory.ts"
import type { Person } from "#schemas/caller.ts"
import type { DirectoryTokenId } from "#schemas/ids.ts"
import { notFound, problem } from "#schemas/problem.ts"
import { hashOfSecret, newSecret } from "#server/identity/linkSecrets.ts"
import { PublicUrl } from "#server/scheduling/patientLinks/patientLink.queries.ts"
import { isoNow } from "#server/store/isoNow.ts"
import { endDirectoryToken, keepDirectoryToken, readDirectoryTokens } from "./directoryToken.queries.ts"

/** Tokens begin with this, so that scanners of code and logs know one when it was pasted where it does not belong. */
const tokenStart = "avd_"

/** How the directory of the acting company is connected. */
export const foundDirectory = Effect.fnUntraced(function* ({ actingCompanyId }: Person) {
  return { address: `${yield* PublicUrl}${scimPath}`, tokens: yield* readDirectoryTokens(actingCompanyId) }
})

/**
 * Makes a token by which the acting company's directory calls. Its text is in this answer and nowhere else. Joins an
 * open transaction of the company; fails with NotAllowedNow where the company has the most tokens already.
 */
export const makeDirectoryToken = Effect.fn("makeDirectoryToken")(function* (
  { actingCompanyId, userId }: Person,
  { name }: DirectoryTokenDraft,
) {
  const standing = yield* readDirectoryTokens(actingCompanyId)
  if (standing.length >= mostDirectoryTokens)
    return yield* Effect.fail(
      problem("NotAllowedNow", `A company has at most ${mostDirectoryTokens} tokens. Revoke one that is not used.`),
    )
  const token = `${tokenStart}${newSecret()}`
  const kept = { name, hash: hashOfSecret(token), madeBy: userId, at: yield* isoNow }
  return { token, tokenId: yield* keepDirectoryToken(actingCompanyId, kept) }
})

/** Ends a token of the acting company at once; fails with NotFound for one that it does not have, or that was ended. */
export const revokeDirectoryToken = Effect.fn("revokeDirectoryToken")(function* (
  { actingCompanyId }: Person,
  tokenId: DirectoryTokenId,
) {
  if (!(yield* endDirectoryToken(actingCompanyId, tokenId, yield* isoNow))) yield* Effect.fail(notFound())
})

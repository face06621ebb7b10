import { Effect } from "effect"
import { mayCall, seesEveryCompany } from "#schemas/access.ts"
import { noneOf, UserId } from "#schemas/ids.ts"
import { Accounts } from "#server/identity/Accounts.ts"
import { tooManyFromAddress, type AddressThrottle } from "#server/identity/addressThrottle.ts"
import { clientAddress } from "#server/identity/clientAddress.ts"
import { hashOfSecret } from "#server/identity/linkSecrets.ts"
import { isoNow } from "#server/store/isoNow.ts"
import type { DirectoryCaller } from "./directoryPerson.commands.ts"
import { findDirectoryToken, noteDirectoryToken } from "./directoryToken.queries.ts"
import { refuse } from "./scimAnswers.http.ts"

type Headers = Readonly<Record<string, string | undefined>>

const bearerIn = ({ authorization = "" }: Headers): string | undefined =>
  /^Bearer ([\w-]{20,200})$/i.exec(authorization)?.[1]

const unknown = refuse(
  { status: 401, detail: "The token is missing or does not work." },
  { "www-authenticate": 'Bearer realm="scim"' },
)
const noRank = refuse({
  status: 403,
  detail: "The maker of this token no longer manages the users of this company. Make another token in Admin View.",
})

/**
 * The directory that calls, by its token. It gives what the token's maker can give now; that their account is
 * active does not count, because people leave and the directory stays. Wrong tokens are counted by address; a right one
 * is never kept out by them.
 */
export const callerOf = Effect.fnUntraced(function* (headers: Headers, throttle: AddressThrottle) {
  const token = bearerIn(headers)
  const address = clientAddress(headers) ?? ""
  const found = token === undefined ? undefined : yield* findDirectoryToken(hashOfSecret(token))
  if (found === undefined) {
    const wait = throttle.book(address)
    const tooMany = { status: 429, detail: tooManyFromAddress(wait) }
    return { refusal: wait > 0 ? refuse(tooMany, { "retry-after": String(wait) }) : unknown }
  }
  const { companyId, tokenId, madeBy, country } = found
  const maker = yield* (yield* Accounts).find(found.issuer, found.subject)
  if (maker === undefined || !mayCall(maker, "User.SaveUser")) return { refusal: noRank }
  if (maker.company.companyId !== companyId && !seesEveryCompany(maker)) return { refusal: noRank }
  yield* noteDirectoryToken(companyId, tokenId, yield* isoNow)
  const caller: DirectoryCaller = {
    userId: noneOf(UserId),
    userType: maker.userType,
    accessIds: maker.accessIds,
    companyId: maker.company.companyId,
    actingCompanyId: companyId,
    country,
    sessionId: "",
    address,
    correlationId: crypto.randomUUID(),
    directoryTokenId: tokenId,
    madeBy,
  }
  return { caller }
})

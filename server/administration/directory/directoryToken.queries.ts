import { timingSafeEqual } from "node:crypto"
import { Effect } from "effect"
import type { DirectoryToken } from "#schemas/administration/directory.ts"
import { DirectoryTokenId, type CompanyId, type UserId } from "#schemas/ids.ts"
import { Database } from "#server/store/Database.ts"
import { isoColumn } from "#server/store/isoColumn.ts"

/** The tokens of a company that work, the newest first. */
export const readDirectoryTokens = Effect.fn("readDirectoryTokens")(function* (companyId: CompanyId) {
  const { sql, everyCompany } = yield* Database
  // A Super Admin who made one belongs to another company.
  return yield* everyCompany(sql<DirectoryToken>`
    select t.token_id as "tokenId", t.name, a.display_name as "madeBy", ${sql.literal(isoColumn("t.made_at"))} as "madeAt",
      ${sql.literal(isoColumn("t.used_at"))} as "usedAt"
    from directory_tokens t join accounts a on a.user_id = t.made_by
    where t.company_id = ${companyId} and t.revoked_at is null order by t.token_id desc`)
})

/** Keeps a new token by its hash, and gives its number; joins an open transaction of the company. */
export const keepDirectoryToken = Effect.fnUntraced(function* (
  companyId: CompanyId,
  token: { readonly name: string; readonly hash: string; readonly madeBy: UserId; readonly at: string },
) {
  const { sql, company } = yield* Database
  const [kept] = yield* company(companyId)(sql<{ readonly tokenId: DirectoryTokenId }>`
    insert into directory_tokens (company_id, token_id, name, token_hash, made_by, made_at)
    values (${companyId}, nextval('directory_token_ids'::regclass)::int, ${token.name}, ${token.hash}, ${token.madeBy},
      ${token.at}::timestamptz)
    returning token_id as "tokenId"`)
  return kept?.tokenId ?? (yield* Effect.die("A kept token gave no number"))
})

/** Ends a token; gives whether the company had it, and it still worked. Joins an open transaction of the company. */
export const endDirectoryToken = Effect.fnUntraced(function* (
  companyId: CompanyId,
  tokenId: DirectoryTokenId,
  at: string,
) {
  const { sql, company } = yield* Database
  const ended = yield* company(companyId)(sql`
    update directory_tokens set revoked_at = ${at}::timestamptz
    where company_id = ${companyId} and token_id = ${tokenId} and revoked_at is null returning 1`)
  return ended.length > 0
})

/** The company of a token, and the person who made it. */
export type FoundDirectoryToken = {
  readonly companyId: CompanyId
  readonly country: string
  readonly tokenId: DirectoryTokenId
  readonly madeBy: UserId
  readonly issuer: string
  readonly subject: string
}

/** The token of a hash, where it works and its company is not retired. */
export const findDirectoryToken = Effect.fn("findDirectoryToken")(function* (hash: string) {
  const { sql, readEveryCompany } = yield* Database
  const [found] = yield* readEveryCompany(sql<FoundDirectoryToken & { readonly hash: string }>`
    select t.company_id as "companyId", c.country, t.token_id as "tokenId", t.made_by as "madeBy", a.issuer, a.subject,
      t.token_hash as hash
    from directory_tokens t join companies c on c.company_id = t.company_id join accounts a on a.user_id = t.made_by
    where t.token_hash = ${hash} and t.revoked_at is null and c.status <> 'retired'`)
  // The index compares in its own way: what counts is compared in the same time for every hash.
  return found !== undefined && timingSafeEqual(Buffer.from(found.hash), Buffer.from(hash)) ? found : undefined
})

/** Keeps that a token was used, to the minute. */
export const noteDirectoryToken = Effect.fnUntraced(function* (companyId: CompanyId, tokenId: number, at: string) {
  const { sql, company } = yield* Database
  yield* company(companyId)(sql`
    update directory_tokens set used_at = ${at}::timestamptz
    where company_id = ${companyId} and token_id = ${tokenId}
      and (used_at is null or used_at < ${at}::timestamptz - interval '1 minute')`)
})

import { Effect } from "effect"
import type { CompanyId, UserId } from "#schemas/ids.ts"
import { problem } from "#schemas/problem.ts"
import { normalEmail } from "#server/identity/email.ts"
import { Database } from "#server/store/Database.ts"
import { whenTaken } from "#server/store/takenKeys.ts"

/** Which account, and its owner from now on. */
export type Link = {
  readonly email: string
  /** The account's company, needed only where an address has several accounts. */
  readonly companyId: CompanyId | undefined
  /** The identity provider as its tokens spell it. */
  readonly issuer: string
  /** The person's id there. */
  readonly subject: string
}

const taken = () => problem("AlreadyExists", "This person of the identity provider has an account already.")
const unknown = () => problem("NotFound", "No account has this address.")
const several = () =>
  problem("Invalid", "Several accounts have this address: say which with --company and the company's code.")

/**
 * Hands an account that exists to a person of an identity provider, by issuer and
 * subject: from the next sign-in on it is theirs alone. An operator says so by
 * hand; an e-mail address in a token, verified or not, never does (decision 015).
 * Fails with a Problem when there is no such account, more than one, or the person
 * has one already.
 */
export const linkAccount = Effect.fn("linkAccount")(function* ({ email, companyId, issuer, subject }: Link) {
  const { everyCompany, company, sql } = yield* Database
  const accounts = yield* everyCompany(
    sql<{ readonly companyId: CompanyId; readonly userId: UserId }>`
      select company_id as "companyId", user_id as "userId" from accounts where email = ${normalEmail(email)}`,
  )
  const found = accounts.filter((account) => companyId === undefined || account.companyId === companyId)
  const [account] = found
  if (account === undefined) return yield* Effect.fail(unknown())
  if (found.length > 1) return yield* Effect.fail(several())
  yield* company(account.companyId)(
    sql`update accounts set issuer = ${issuer}, subject = ${subject}
        where company_id = ${account.companyId} and user_id = ${account.userId}`.pipe(
      whenTaken(["accounts_identity"], taken),
    ),
  )
  return account
})

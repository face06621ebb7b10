import { Effect } from "effect"
import type { HttpServerRequest } from "effect/http"
import { missingRight, type Call } from "#schemas/access.ts"
import type { Person } from "#schemas/caller.ts"
import { notFound, problem, type Problem } from "#schemas/problem.ts"
import { effectiveAccessIds, loginRefusal, rightsLacking, accountStatus } from "#server/session/login.rule.ts"
import type { FoundAccount } from "#server/identity/Accounts.ts"
import { clientAddress } from "#server/identity/clientAddress.ts"
import type { VerifiedClaims } from "#server/identity/TokenVerifier.ts"

/** What is known of a call when its person is judged. */
export type Presented = {
  readonly claims: VerifiedClaims
  readonly call: Call
  readonly headers: HttpServerRequest.HttpServerRequest["headers"]
  readonly correlationId: string
  /** The product clock, in milliseconds. */
  readonly now: number
}

/** Whether a call's person is let in. */
export type Admission =
  | { readonly _tag: "Admitted"; readonly person: Person; readonly lacking: ReadonlyArray<number> }
  /** Known and not let do this; `person` works for the company in whose log it is written. */
  | { readonly _tag: "Refused"; readonly person: Person; readonly problem: Problem }
  /** Not let in at all, by account or contract. */
  | { readonly _tag: "Stopped"; readonly problem: Problem; readonly saysRightsChanged: boolean }

/** The company a Super Admin names with `Acting-Company: <hashedId>`. */
export const actingIn = (headers: Presented["headers"]): string | undefined => headers["acting-company"]

const ownPerson = ({ account, country }: FoundAccount, presented: Presented): Person => ({
  userId: account.userId,
  userType: account.userType,
  accessIds: effectiveAccessIds(account, presented.claims.roles),
  companyId: account.company.companyId,
  actingCompanyId: account.company.companyId,
  country,
  sessionId: presented.claims.sessionId,
  address: clientAddress(presented.headers) ?? "",
  correlationId: presented.correlationId,
})

/** Judges a call's person by what was found: account, contract, acting company, then the policy table. */
export const admissionOf = (found: FoundAccount | undefined, presented: Presented): Admission => {
  if (found === undefined) {
    const unknown = problem("Unauthenticated", loginRefusal("unknown").message)
    return { _tag: "Stopped", problem: unknown, saysRightsChanged: false }
  }
  const { account, acting } = found
  const stands = accountStatus(account, presented.now)
  if (stands !== "ok")
    return { _tag: "Stopped", problem: problem("Forbidden", loginRefusal(stands).message), saysRightsChanged: true }
  const own = ownPerson(found, presented)
  const isElsewhere = actingIn(presented.headers) !== undefined
  // Anyone else's header is answered as an absent company.
  if (isElsewhere && (account.userType !== 1 || acting === undefined))
    return { _tag: "Refused", person: own, problem: notFound() }
  const person = acting === undefined ? own : { ...own, actingCompanyId: acting.companyId, country: acting.country }
  const missing = missingRight(person, presented.call)
  return missing === undefined
    ? { _tag: "Admitted", person, lacking: rightsLacking(account, presented.claims.roles) }
    : { _tag: "Refused", person, problem: problem("Forbidden", missing) }
}

/** Accounts a process remembers; with more it looks again. */
const maxRemembered = 10_000

/**
 * Accounts as they were found last. A call let in by one asks `isUnchanged` together with what is read, and no one
 * is refused by one, so that a changed right works at the next call, whichever process changed it.
 */
export const openCopies = () => {
  const copies = new Map<string, FoundAccount>()
  const keyOf = ({ claims: { issuer, subject }, headers }: Presented) =>
    JSON.stringify([issuer, subject, actingIn(headers) ?? ""])
  return {
    get: (presented: Presented) => copies.get(keyOf(presented)),
    keep: (presented: Presented, found: FoundAccount | undefined) =>
      Effect.sync(() => {
        if (copies.size >= maxRemembered) copies.clear()
        if (found === undefined) copies.delete(keyOf(presented))
        else copies.set(keyOf(presented), found)
      }),
  }
}

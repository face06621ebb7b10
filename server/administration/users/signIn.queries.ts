import { Effect } from "effect"
import type { SignIn, SignIns } from "#schemas/administration/profile.ts"
import type { Person } from "#schemas/caller.ts"
import type { CompanyId, UserId } from "#schemas/ids.ts"
import { Database } from "#server/store/Database.ts"

/** How many are shown. */
const shownSignIns = 20

/** A sign-in as it is used: whose it is, and from where. */
export type SignInUse = {
  /** The names of browser and system, as far as they are known. */
  readonly browser: string | undefined
  readonly system: string | undefined
  readonly companyId: CompanyId
  readonly userId: UserId
  readonly sessionId: string
  readonly address: string | null
  /** By the product's clock, ISO 8601. */
  readonly at: string
}

/**
 * Keeps from where someone signed in and that they are still there, to the minute; what is older than 90 days goes
 * when a new one comes (docs/operators.md#what-is-kept-and-how-long).
 */
export const keepSignIn = Effect.fn("keepSignIn")(function* (use: SignInUse) {
  const { sql, company } = yield* Database
  const { companyId, userId, sessionId, address, browser = null, system = null, at } = use
  yield* company(companyId)(
    Effect.gen(function* () {
      const [kept] = yield* sql<{ readonly isNew: boolean }>`
        insert into sign_ins (company_id, user_id, session_id, address, browser, system, at, seen_at)
        values (${companyId}, ${userId}, ${sessionId}, ${address}, ${browser}, ${system}, ${at}::timestamptz, ${at}::timestamptz)
        on conflict (user_id, session_id) do update set seen_at = excluded.seen_at, address = excluded.address
        where sign_ins.seen_at < excluded.seen_at - interval '1 minute'
        returning xmax = 0 as "isNew"`
      if (kept?.isNew === true)
        yield* sql`delete from sign_ins where company_id = ${companyId} and user_id = ${userId}
          and seen_at < ${at}::timestamptz - interval '90 days'`
    }),
  )
})

const iso = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/**
 * A person's newest sign-ins.
 * @param isOurs whether the embedded provider holds the sessions, and so knows which of them are still open
 */
export const readSignIns = Effect.fn("readSignIns")(function* (person: Person, isOurs: boolean) {
  const { sql, company } = yield* Database
  const { companyId, userId, sessionId } = person
  const signIns = yield* company(companyId)(sql<SignIn>`
    select s.address, s.browser, s.system, ${sql.literal(iso("s.at"))} as at, ${sql.literal(iso("s.seen_at"))} as "seenAt",
      s.session_id = ${sessionId} as "isThisOne",
      ${isOurs} and exists (select from idp_artifacts where model = 'Session' and uid = s.session_id) as "isOpen"
    from sign_ins s where s.company_id = ${companyId} and s.user_id = ${userId}
    order by "isThisOne" desc, s.seen_at desc, s.session_id limit ${shownSignIns}`)
  const found: SignIns = { signIns, canEnd: isOurs }
  return found
})

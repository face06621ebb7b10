import type { PgClient } from "@effect/sql-pg/PgClient"
import { Effect } from "effect"
import type { Fragment } from "effect/sql/Statement"
import type { SignIn, SignIns } from "#schemas/administration/profile.ts"
import type { Person } from "#schemas/caller.ts"
import type { CompanyId, UserId } from "#schemas/ids.ts"
import { Database } from "#server/store/Database.ts"
import { isoColumn } from "#server/store/isoColumn.ts"

/** How many are shown. */
const shownSignIns = 20

/** A sign-in as it is used: whose it is, and from where. */
export type SignInUse = {
  /** The names of browser and system, as far as they are known. */
  readonly browser: string | undefined
  readonly system: string | undefined
  readonly companyId: CompanyId
  readonly userId: UserId
  /** What the sign-in is kept under; the person's own. */
  readonly key: string
  readonly address: string | null
  /** By the product's clock, ISO 8601. */
  readonly at: string
}

/**
 * Keeps from where someone signed in and that they are still there, to the minute; the worker of retention removes what
 * no one has used for its time. Gives whether it is a new sign-in with a browser and system that the earlier ones,
 * where there are some, did not have.
 */
export const keepSignIn = Effect.fn("keepSignIn")(function* (use: SignInUse) {
  const { sql, company } = yield* Database
  const { companyId, userId, key, address, browser = null, system = null, at } = use
  const [row] = yield* company(companyId)(sql<{ readonly isNewDevice: boolean }>`
    with earlier as (
      select browser, system from sign_ins
      where company_id = ${companyId} and user_id = ${userId} and session_id <> ${key}),
    kept as (insert into sign_ins (company_id, user_id, session_id, address, browser, system, at, seen_at)
    values (${companyId}, ${userId}, ${key}, ${address}, ${browser}, ${system}, ${at}::timestamptz, ${at}::timestamptz)
    on conflict (user_id, session_id) do update set seen_at = excluded.seen_at, address = excluded.address
    where sign_ins.seen_at < excluded.seen_at - interval '1 minute' returning xmax = 0 as is_new)
    select is_new and exists (select from earlier) and not exists (
      select from earlier where browser is not distinct from ${browser} and system is not distinct from ${system}) as "isNewDevice"
    from kept`)
  return row?.isNewDevice === true
})

/** A condition in SQL on the column of a session. */
type IsOpen = (sql: PgClient, session: Fragment) => Fragment

/**
 * A person's newest sign-ins.
 * @param thisOne what the sign-in they ask in is kept under
 * @param isOpen which sessions are still open, where the embedded provider holds them; otherwise no one here knows
 */
export const readSignIns = Effect.fn("readSignIns")(function* (person: Person, thisOne: string, isOpen?: IsOpen) {
  const { sql, company } = yield* Database
  const { companyId, userId } = person
  const signIns = yield* company(companyId)(sql<SignIn>`
    select s.address, s.browser, s.system, ${sql.literal(isoColumn("s.at"))} as at, ${sql.literal(isoColumn("s.seen_at"))} as "seenAt",
      s.session_id = ${thisOne} as "isThisOne",
      ${isOpen?.(sql, sql`s.session_id`) ?? sql`false`} as "isOpen"
    from sign_ins s where s.company_id = ${companyId} and s.user_id = ${userId}
    order by "isThisOne" desc, s.seen_at desc, s.session_id limit ${shownSignIns}`)
  const found: SignIns = { signIns, canEnd: isOpen !== undefined }
  return found
})

import { Effect } from "effect"
import { Database } from "#server/store/Database.ts"

/**
 * Ends everything a person is signed in with at the embedded provider: sessions,
 * grants, refresh tokens, and sign-ins under way. Access tokens end with their
 * session. Joins an open transaction.
 * @param subject the person's id at the provider
 */
export const endSignIns = Effect.fn("endSignIns")(function* (subject: string) {
  const { sql } = yield* Database
  yield* sql`delete from idp_artifacts where payload ->> 'accountId' = ${subject}`
  // A sign-in that has been completed but not yet collected by the browser.
  yield* sql`delete from idp_artifacts where model = 'Interaction' and payload #>> '{result,login,accountId}' = ${subject}`
  yield* sql`delete from idp_codes where user_id = ${subject}`
})

/**
 * Ends a person's sign-ins, sign-ins under way included, but for one: its session, its grant, and what was given by it.
 * Joins an open transaction.
 * @param kept the id of the session that goes on
 */
export const endOtherSignIns = Effect.fn("endOtherSignIns")(function* (subject: string, kept: string) {
  const { sql } = yield* Database
  yield* sql`
    with grants as (select a.value ->> 'grantId' as id from idp_artifacts s,
        jsonb_each(coalesce(s.payload -> 'authorizations', '{}')) a
      where s.model = 'Session' and s.uid = ${kept} and s.payload ->> 'accountId' = ${subject})
    delete from idp_artifacts where payload ->> 'accountId' = ${subject}
      and not (model = 'Session' and uid = ${kept})
      and not exists (select from grants g where g.id = case model when 'Grant' then idp_artifacts.id else grant_id end)`
  yield* sql`delete from idp_artifacts where model = 'Interaction' and payload #>> '{result,login,accountId}' = ${subject}`
  yield* sql`delete from idp_codes where user_id = ${subject}`
})

/**
 * Ends a person's refresh tokens and grants, and leaves the session: the calls of
 * someone who has been locked are to hear that they are, not that no one is signed in.
 */
export const endRefreshTokens = Effect.fn("endRefreshTokens")(function* (subject: string) {
  const { sql } = yield* Database
  yield* sql`delete from idp_artifacts where payload ->> 'accountId' = ${subject} and model <> 'Session'`
})

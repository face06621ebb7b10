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
 * Ends a person's refresh tokens and grants, and leaves the session: the calls of
 * someone who has been locked are to hear that they are, not that no one is signed in.
 */
export const endRefreshTokens = Effect.fn("endRefreshTokens")(function* (subject: string) {
  const { sql } = yield* Database
  yield* sql`delete from idp_artifacts where payload ->> 'accountId' = ${subject} and model <> 'Session'`
})

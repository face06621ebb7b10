import type { PgClient } from "@effect/sql-pg/PgClient"
import type { Fragment } from "effect/sql/Statement"

/**
 * A condition in SQL: a session of the embedded provider is open. What has expired is removed some time later only.
 * @param realNow the real world's time in milliseconds
 */
export const isSessionOpen =
  (realNow: number) =>
  (sql: PgClient, session: string | Fragment): Fragment =>
    sql`exists (
    select from idp_artifacts where model = 'Session' and uid = ${session}
      and expires_at > ${new Date(realNow).toISOString()}::timestamptz)`

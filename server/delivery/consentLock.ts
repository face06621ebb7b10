import type { PgClient } from "@effect/sql-pg/PgClient"
import type { CompanyId } from "#schemas/ids.ts"

/**
 * Lets one command at a time change what patients of a company said about texts,
 * until its transaction ends. Take it before the first look at consent and
 * before any row is locked: a word that is not committed yet is seen then, and
 * the newest id is the last word.
 */
export const lockConsent = (sql: PgClient, companyId: CompanyId) =>
  sql`select pg_advisory_xact_lock(hashtext('consent'), ${companyId}::int)`

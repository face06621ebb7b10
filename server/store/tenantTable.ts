import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"

/** The role the application works as: neither owner nor superuser, so no policy is passed by. */
export const applicationRole = "adminview_app"

/** Rights on a table, as SQL lists them. */
type Rights = "select, insert, update, delete" | "select, insert, update" | "select, insert" | "select"

const everything: Rights = "select, insert, update, delete"

/** Runs statements one after another; the driver takes one at a time. */
export const statements = (sql: SqlClient, texts: ReadonlyArray<string>) =>
  Effect.forEach(texts, (text) => sql.unsafe(text), { discard: true })

/**
 * Closes a table that has a `company_id` between companies: a row is seen and
 * written only while its company is set (`Database.company`) or all are
 * (`Database.everyCompany`), by the owner too. Every table of a company needs
 * this in the migration that creates it. Name `company_id` in queries all the
 * same: the policy protects, the predicate finds the index.
 */
export const tenantTable = (sql: SqlClient, name: string, rights: Rights = everything) =>
  statements(sql, [
    `alter table ${name} enable row level security`,
    `alter table ${name} force row level security`,
    `create policy tenant on ${name}
       using (company_id::text = current_setting('app.company_id', true) or current_setting('app.company_id', true) = '*')
       with check (company_id::text = current_setting('app.company_id', true) or current_setting('app.company_id', true) = '*')`,
    `grant ${rights} on ${name} to ${applicationRole}`,
  ])

/** Opens a table that belongs to no company to the application. */
export const sharedTable = (sql: SqlClient, name: string, rights: Rights = everything) =>
  statements(sql, [`grant ${rights} on ${name} to ${applicationRole}`])

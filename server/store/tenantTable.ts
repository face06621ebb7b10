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
 * Which rows a policy lets through. The planner takes a CASE for half of the rows; the comparison of two texts, which
 * stood here before, it took for one in two hundred, and read whole indexes to find what it believed to be rare.
 */
const isSeen = `case current_setting('app.company_id', true) when '*' then true
  else company_id = nullif(current_setting('app.company_id', true), '')::integer end`

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
    `create policy tenant on ${name} using (${isSeen}) with check (${isSeen})`,
    `grant ${rights} on ${name} to ${applicationRole}`,
  ])

/** Gives the policy of tables that were closed by an earlier version its present words. */
export const policyAgain = (sql: SqlClient, names: ReadonlyArray<string>) =>
  statements(
    sql,
    names.map((name) => `alter policy tenant on ${name} using (${isSeen}) with check (${isSeen})`),
  )

/** Opens a table that belongs to no company to the application. */
export const sharedTable = (sql: SqlClient, name: string, rights: Rights = everything) =>
  statements(sql, [`grant ${rights} on ${name} to ${applicationRole}`])

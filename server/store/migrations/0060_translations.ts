import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { statements, tenantTable } from "../tenantTable.ts"

/** Translations of each version of a template, with how far each had come in that version (decision 088). */
export const translations0060 = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* statements(sql, [
    `create table template_translations (
       company_id integer not null,
       template_id integer not null,
       version integer not null,
       language text not null,
       text text not null,
       state text not null check (state in ('machine', 'reviewed', 'approved', 'stale')),
       origin text not null,
       source_version integer not null,
       primary key (company_id, template_id, version, language))`,
  ])
  yield* tenantTable(sql, "template_translations", "select, insert")
})

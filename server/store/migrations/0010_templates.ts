import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { applicationRole, statements, tenantTable } from "../tenantTable.ts"

/**
 * Parameters of a template's link, by version as its text: a campaign keeps those
 * of the version it uses. `primary_id` names a parameter in all versions.
 */
const linkParameters = [
  `create sequence link_parameter_ids as integer`,
  `create table template_link_parameters (
     company_id integer not null,
     template_id integer not null,
     version integer not null,
     primary_id integer not null,
     position smallint not null,
     key text not null,
     value text not null,
     place text not null check (place in ('query', 'path')),
     primary key (company_id, template_id, version, primary_id))`,
  `create index template_link_parameters_id on template_link_parameters (primary_id, company_id)`,
]

/** Layouts of the response file that a template has, by version. */
const responseFiles = `create table response_file_layouts (
   company_id integer not null,
   template_id integer not null,
   version integer not null,
   layout jsonb not null,
   created_at timestamptz not null,
   primary key (company_id, template_id, version))`

/** What belongs to templates next to their texts. */
export const templates0010 = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* statements(sql, [
    ...linkParameters,
    responseFiles,
    `grant usage on sequence link_parameter_ids to ${applicationRole}`,
  ])
  yield* tenantTable(sql, "template_link_parameters", "select, insert")
  yield* tenantTable(sql, "response_file_layouts", "select, insert")
})
